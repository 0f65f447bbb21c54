// SPDX-License-Identifier: Apache-2.0
package org.etude.table.schema;

import java.util.function.Consumer;
import tech.tablesaw.columns.Column;

/**
 * A column of a table that is being made.
 *
 * @param column the cells so far
 * @param append adds the cell of a row
 * @param <R> what one row is made of
 */
record ColumnFiller<R>(Column<?> column, Consumer<R> append) {}
