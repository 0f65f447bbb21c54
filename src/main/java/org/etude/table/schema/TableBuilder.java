// SPDX-License-Identifier: Apache-2.0
package org.etude.table.schema;

import java.util.Arrays;
import org.etude.report.Progress;
import tech.tablesaw.api.Table;
import tech.tablesaw.columns.Column;

/**
 * Fills a table of a schema row by row, without boxing. Checks every 65,536 rows whether the thread was interrupted.
 *
 * @param <R> the object that one row is read from
 */
public final class TableBuilder<R> {
    private static final int ROWS_BETWEEN_CHECKS = 1 << 16;

    static {
        TableStart.await();
    }

    private final String name;
    /** An array, because this is the inner loop of every table. */
    private final ColumnFiller<R>[] columns;

    private int rows;

    /** An empty table with memory for this many rows; more can be added. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    TableBuilder(Schema<R> schema, int rows) {
        name = schema.name();
        columns = schema.columns().stream()
                .map(column -> column.cells().apply(rows))
                .toArray(ColumnFiller[]::new);
    }

    /** Adds a row; the object it is read from is not kept. */
    public void add(R row) {
        if (rows++ % ROWS_BETWEEN_CHECKS == 0) {
            Progress.checkInterrupted();
        }
        for (ColumnFiller<R> column : columns) {
            column.append(row);
        }
    }

    /** The table. */
    public Table table() {
        return Table.create(
                name, Arrays.stream(columns).map(ColumnFiller::column).toArray(Column<?>[]::new));
    }
}
