// SPDX-License-Identifier: Apache-2.0
package org.etude.table.schema;

import java.util.function.Function;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.columns.Column;

/**
 * A column of a table under construction.
 *
 * @param <R> what one row is made of
 */
abstract class ColumnFiller<R> {
    /** Adds the cell of a row. */
    abstract void append(R row);

    /** Builds the column from all cells, which are then released; call once. */
    abstract Column<?> column();

    /** A filler of texts with space for some rows. */
    static <R> ColumnFiller<R> texts(String name, int rows, Function<? super R, String> value) {
        return new ColumnFiller<>() {
            private final TextCells cells = new TextCells(name, rows);

            @Override
            void append(R row) {
                cells.append(value.apply(row));
            }

            @Override
            StringColumn column() {
                return cells.column();
            }
        };
    }
}
