// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.parallel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.etude.spec.Parallelism;
import org.junit.jupiter.api.Test;

class ProcessGroupNumbersTest {
    /** Groups 1 and 501 have the same tags, so one that shares two ranks with the first is not the 501st. */
    @Test
    void aNumberWhoseTagsMeetThoseOfAGroupWithTheSameRanksIsLeftOut() {
        ProcessGroupNumbers numbers = new ProcessGroupNumbers();
        assertThat(numbers.take(List.of(0, 1, 2))).isEqualTo(1);
        for (int i = 2; i <= 500; i++) {
            assertThat(numbers.take(List.of(1000 + i, 2000 + i))).isEqualTo(i);
        }
        assertThat(numbers.take(List.of(0, 2))).isEqualTo(502);
        assertThat(numbers.take(List.of(0, 3))).isEqualTo(503);
    }

    /** Whatever the parallelism, two ranks never share two groups whose tags meet. */
    @Property(tries = 25)
    void noTwoRanksShareGroupsWithTheSameTags(
            @ForAll @IntRange(min = 0, max = 2) int tp,
            @ForAll @IntRange(min = 0, max = 4) int pp,
            @ForAll @IntRange(min = 5, max = 8) int dp,
            @ForAll @IntRange(min = 0, max = 5) int ep,
            @ForAll @IntRange(min = 0, max = 3) int cp) {
        Parallelism ranks = new Parallelism(1 << tp, 1 << ep, 1 << dp, 1 << pp, 1 << cp);
        Map<Integer, List<Integer>> groups = new ProcessGroups(ranks).all().groups();
        List<List<Integer>> ofRank = new ArrayList<>();
        for (int rank = 0; rank < ranks.world(); rank++) {
            ofRank.add(new ArrayList<>());
        }
        groups.forEach(
                (number, members) -> members.forEach(rank -> ofRank.get(rank).add(number)));
        for (List<Integer> own : ofRank) {
            for (int one : own) {
                for (int other : own) {
                    boolean meets = one < other && (other - one) * 1_000_000L % 500_000_000L == 0 && other < 2147;
                    assertThat(meets && shared(groups.get(one), groups.get(other)) > 1)
                            .isFalse();
                }
            }
        }
    }

    private static long shared(List<Integer> one, List<Integer> other) {
        return one.stream().filter(other::contains).count();
    }
}
