// SPDX-License-Identifier: Apache-2.0
package org.etude.table.schema;

import java.util.List;
import java.util.function.Consumer;
import org.etude.report.Progress;
import tech.tablesaw.api.Table;
import tech.tablesaw.columns.Column;

/**
 * Fills a table of a schema row by row, without boxing. Ends with the thread's interrupt every 65,536 rows.
 *
 * @param <R> what one row is made of
 */
public final class TableBuilder<R> {
    private static final int ROWS_BETWEEN_CHECKS = 1 << 16;

    static {
        TableStart.await();
    }

    private final String name;
    private final List<ColumnFiller<R>> columns;
    /** What adds the cells of a row, by column. */
    private final Consumer<R>[] cells;

    private int rows;

    /** An empty table with room for some rows; more can follow. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    TableBuilder(Schema<R> schema, int rows) {
        name = schema.name();
        columns = schema.columns().stream()
                .map(column -> column.cells().apply(rows))
                .toList();
        cells = columns.stream().map(ColumnFiller::append).toArray(Consumer[]::new);
    }

    /** Adds a row, of which nothing is kept. */
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
