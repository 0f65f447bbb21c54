// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.across;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RankListTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 | 0",
                "0 1 | 0, 1",
                "0 1 2 | 0-2",
                "0 2 4 5 6 7 9 | 0, 2, 4-7, 9",
                "3 2 1 | 3, 2, 1",
                "5 5 | 5, 5"
            })
    void runsOfThreeAreJoined(String ranks, String expected) {
        assertThat(RankList.of(
                        Arrays.stream(ranks.split(" ")).map(Integer::parseInt).toList()))
                .isEqualTo(expected);
    }

    @Test
    void nobodyIsNoText() {
        assertThat(RankList.of(List.of())).isEmpty();
    }

    /** Even ranks are separate parts: 16 are shown whole, of 17 the first 16. */
    @Test
    void longListsAreCutAfterSixteenParts() {
        List<Integer> even = IntStream.range(0, 17).map(i -> 2 * i).boxed().toList();
        String shown = "0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30";
        assertThat(RankList.of(even.subList(0, 16))).isEqualTo(shown);
        assertThat(RankList.of(even)).isEqualTo(shown + ", ... (17 ranks)");
    }

    @Test
    void aThousandInARowAreOnePart() {
        assertThat(RankList.of(IntStream.range(0, 1000).boxed().toList())).isEqualTo("0-999");
    }
}
