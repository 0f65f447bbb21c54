// SPDX-License-Identifier: Apache-2.0
package org.etude.table;

import org.etude.report.Internal;
import tech.tablesaw.api.Table;

/**
 * The first rows of a table whose other rows were not made.
 *
 * @param table its first rows, at least one unless it has none
 * @param rows how many rows the whole table has
 */
@Internal
public record Excerpt(Table table, int rows) {
    /** All rows of a table. */
    public static Excerpt whole(Table table) {
        return new Excerpt(table, table.rowCount());
    }
}
