// SPDX-License-Identifier: Apache-2.0
package org.etude.table.schema;

import java.util.List;
import java.util.function.Consumer;
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
    private final List<ColumnFiller<R>> columns;
    /** One per column: adds the row's cell to it. An array, because this is the inner loop of every table. */
    private final Consumer<R>[] cells;

    private int rows;

    /** An empty table with memory for so many rows; more can be added. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    TableBuilder(Schema<R> schema, int rows) {
        name = schema.name();
        columns = schema.columns().stream()
                .map(column -> column.cells().apply(rows))
                .toList();
        cells = columns.stream().map(ColumnFiller::append).toArray(Consumer[]::new);
    }

    /** Adds a row; the object it is read from is not kept. */
    public void add(R row) {
        if (rows++ % ROWS_BETWEEN_CHECKS == 0) {
            Progress.checkInterrupted();
        }
        for (Consumer<R> cell : cells) {
            cell.accept(row);
        }
    }

    /** The table. */
    public Table table() {
        return Table.create(
                name, columns.stream().map(filler -> filler.column().get()).toArray(Column<?>[]::new));
    }
}
