// SPDX-License-Identifier: Apache-2.0
package org.etude.table.schema;

import java.util.function.Consumer;
import java.util.function.Supplier;
import tech.tablesaw.columns.Column;

/**
 * A column of a table that is being made.
 *
 * @param column the column, once all cells are there
 * @param append adds the cell of a row
 * @param <R> what one row is made of
 */
record ColumnFiller<R>(Supplier<Column<?>> column, Consumer<R> append) {}
