// SPDX-License-Identifier: Apache-2.0
package org.etude.table.schema;

import java.util.Arrays;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.IntColumn;
import tech.tablesaw.api.LongColumn;
import tech.tablesaw.columns.numbers.IntColumnType;

/**
 * Fills columns of numbers through a plain array, which Tablesaw copies into the column and which is then released.
 * Tables of millions of rows spend most of their time here, and Tablesaw's own columns check and count every cell.
 */
final class NumberCells {
    private static final int LEAST = 16;

    private NumberCells() {}

    /** 32-bit whole numbers, with room for some rows. */
    static <R> ColumnFiller<R> ints(String name, int rows, ToLongFunction<? super R> value) {
        return new ColumnFiller<>() {
            private int[] cells = new int[rows];
            private int size;

            @Override
            void append(R row) {
                if (size == cells.length) {
                    cells = Arrays.copyOf(cells, larger(size));
                }
                long number = value.applyAsLong(row);
                cells[size++] =
                        number == Missing.WHOLE ? IntColumnType.missingValueIndicator() : Math.toIntExact(number);
            }

            @Override
            IntColumn column() {
                int[] all = size == cells.length ? cells : Arrays.copyOf(cells, size);
                cells = null;
                return IntColumn.create(name, all);
            }
        };
    }

    /** 64-bit whole numbers, with room for some rows. */
    static <R> ColumnFiller<R> longs(String name, int rows, ToLongFunction<? super R> value) {
        return new ColumnFiller<>() {
            private long[] cells = new long[rows];
            private int size;

            @Override
            void append(R row) {
                if (size == cells.length) {
                    cells = Arrays.copyOf(cells, larger(size));
                }
                cells[size++] = value.applyAsLong(row);
            }

            @Override
            LongColumn column() {
                long[] all = size == cells.length ? cells : Arrays.copyOf(cells, size);
                cells = null;
                return LongColumn.create(name, all);
            }
        };
    }

    /** 64-bit floats, with room for some rows. */
    static <R> ColumnFiller<R> doubles(String name, int rows, ToDoubleFunction<? super R> value) {
        return new ColumnFiller<>() {
            private double[] cells = new double[rows];
            private int size;

            @Override
            void append(R row) {
                if (size == cells.length) {
                    cells = Arrays.copyOf(cells, larger(size));
                }
                cells[size++] = value.applyAsDouble(row);
            }

            @Override
            DoubleColumn column() {
                double[] all = size == cells.length ? cells : Arrays.copyOf(cells, size);
                cells = null;
                return DoubleColumn.create(name, all);
            }
        };
    }

    /** A larger size of an array that is full. */
    static int larger(int size) {
        return Math.max(LEAST, Math.addExact(size, size >> 1));
    }
}
