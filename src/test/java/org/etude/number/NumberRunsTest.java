// SPDX-License-Identifier: Apache-2.0
package org.etude.number;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumberRunsTest {
    @Test
    void joinsNumbersThatFollowEachOther() {
        assertThat(NumberRuns.text(new int[] {0, 1, 2, 3, 5, 7, 8}, ", ")).isEqualTo("0-3, 5, 7-8");
        assertThat(NumberRuns.text(new int[] {4, 0, 1}, ",")).isEqualTo("4,0-1");
        assertThat(NumberRuns.text(new int[] {9}, ",")).isEqualTo("9");
        assertThat(NumberRuns.text(new int[0], ",")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "; ''",
                "7; 7",
                "0 1; 0-1",
                "0 2 4; 0, 2, 4",
                "1 3 5 7; 1, 3, ..., 7",
                "0 1 2 3 5 7 9 11; 0-3, 5, 7, ..., 11",
                "0 2 3 4 5; 0, 2-5",
                "0 3 6 7 8 16 24 32; 0, 3, 6-8, 16, 24, 32",
                "0 4 8 9 13 17 21; 0, 4, 8-9, 13, 17, 21"
            })
    void shortensNumbersAtEqualDistances(String numbers, String shown) {
        int[] given = numbers == null
                ? new int[0]
                : Arrays.stream(numbers.split(" ")).mapToInt(Integer::parseInt).toArray();
        assertThat(NumberRuns.series(given)).isEqualTo(shown);
    }
}
