// SPDX-License-Identifier: Apache-2.0
package org.etude.table.schema;

import java.util.function.Function;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.columns.Column;

/**
 * A column of a table that is being made.
 *
 * @param <R> what one row is made of
 */
abstract class ColumnFiller<R> {
    /** Adds the cell of a row. */
    abstract void append(R row);

    /** The column, once all cells are there; cells are let go, so that it is asked once. */
    abstract Column<?> column();

    /** Of texts, with room for some rows. */
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
