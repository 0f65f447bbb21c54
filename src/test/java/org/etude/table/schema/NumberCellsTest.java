// SPDX-License-Identifier: Apache-2.0
package org.etude.table.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.IntColumn;
import tech.tablesaw.api.LongColumn;

/** Columns of numbers filled row by row: exactly the rows that came, however many were expected. */
class NumberCellsTest {
    private static <C> C filled(ColumnFiller<Long> filler, int rows, LongFunction<C> column) {
        for (long row = 0; row < rows; row++) {
            filler.append(row);
        }
        return column.apply(0);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 15, 16, 17, 24, 25, 1_000})
    void aColumnHasTheRowsThatCame(int rows) {
        for (int expected : new int[] {0, 1, rows, 2_000}) {
            ColumnFiller<Long> ints = NumberCells.ints("i", expected, row -> 2 * row);
            IntColumn whole = filled(ints, rows, none -> (IntColumn) ints.column());
            ColumnFiller<Long> longs = NumberCells.longs("l", expected, row -> 3_000_000_000L * row);
            LongColumn wide = filled(longs, rows, none -> (LongColumn) longs.column());
            ColumnFiller<Long> doubles = NumberCells.doubles("d", expected, row -> row / 4.0);
            DoubleColumn decimal = filled(doubles, rows, none -> (DoubleColumn) doubles.column());
            assertThat(whole.size()).isEqualTo(rows);
            assertThat(wide.size()).isEqualTo(rows);
            assertThat(decimal.size()).isEqualTo(rows);
            for (int row = 0; row < rows; row++) {
                assertThat(whole.getInt(row)).isEqualTo(2 * row);
                assertThat(wide.getLong(row)).isEqualTo(3_000_000_000L * row);
                assertThat(decimal.getDouble(row)).isEqualTo(row / 4.0);
            }
        }
    }

    @Test
    void theirNamesAreKept() {
        assertThat(NumberCells.ints("i", 0, row -> 1).column().name()).isEqualTo("i");
        assertThat(NumberCells.longs("l", 0, row -> 1).column().name()).isEqualTo("l");
        assertThat(NumberCells.doubles("d", 0, row -> 1).column().name()).isEqualTo("d");
    }

    /** A number that says "missing" is an empty cell; one that does not fit 32 bits is an error, not another number. */
    @Test
    void missingNumbersAreEmptyAndLargeOnesRefused() {
        ColumnFiller<Long> ints = NumberCells.ints("i", 2, row -> row == 0 ? Missing.WHOLE : Integer.MAX_VALUE);
        ints.append(0L);
        ints.append(1L);
        assertThat(ints.column().isMissing(0)).isTrue();
        ColumnFiller<Long> large = NumberCells.ints("i", 1, row -> 1L + Integer.MAX_VALUE);
        assertThatThrownBy(() -> large.append(0L)).isInstanceOf(ArithmeticException.class);
    }

    /** Half as much again, and at least 16 to begin with; never more than an array holds. */
    @Test
    void fullColumnsGrowByHalf() {
        assertThat(NumberCells.larger(0)).isEqualTo(16);
        assertThat(NumberCells.larger(10)).isEqualTo(16);
        assertThat(NumberCells.larger(11)).isEqualTo(16);
        assertThat(NumberCells.larger(12)).isEqualTo(18);
        assertThat(NumberCells.larger(1_000)).isEqualTo(1_500);
        assertThatThrownBy(() -> NumberCells.larger(Integer.MAX_VALUE)).isInstanceOf(ArithmeticException.class);
    }
}
