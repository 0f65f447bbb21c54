// SPDX-License-Identifier: Apache-2.0
package org.etude.number;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The first place where a condition stops holding. */
class BinarySearchTest {
    private static final int[] SORTED = {2, 2, 5, 7, 7, 7, 9};

    @ParameterizedTest
    @CsvSource({
        "0, 7, 1, 0",
        "0, 7, 2, 2",
        "0, 7, 6, 3",
        "0, 7, 7, 6",
        "0, 7, 9, 7",
        "3, 5, 1, 3",
        "3, 5, 9, 5",
        "1, 3, 2, 2",
        "4, 4, 9, 4"
    })
    void theFirstLargerValueOfARange(int from, int end, int value, int expected) {
        assertThat(BinarySearch.firstNot(from, end, i -> SORTED[i] <= value)).isEqualTo(expected);
        assertThat(BinarySearch.firstAbove(SORTED, from, end, value)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"0", "1", "1999999999", "2147483646", "2147483647"})
    void placesUpToTheLargestInt(int expected) {
        assertThat(BinarySearch.firstNot(0, Integer.MAX_VALUE, i -> i < expected))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"0", "1", "2147483648", "9223372036854775806", "9223372036854775807"})
    void numbersUpToTheLargestLong(long expected) {
        assertThat(BinarySearch.firstLongNot(0, Long.MAX_VALUE, i -> i < expected))
                .isEqualTo(expected);
    }
}
