// SPDX-License-Identifier: Apache-2.0
package org.etude.link.match;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Numbers of a rank's collectives are given as the first and last of each run. */
class MatchPlanTest {
    private static final List<Integer> ALL = List.of(0, 1);

    private static GroupSequence group(String name, List<Integer> members, long... runs) {
        return new GroupSequence(name, members, runs.length > 0, runs);
    }

    @SafeVarargs
    private static MatchPlan plan(List<GroupSequence>... ranks) {
        List<RankSequences> all = new ArrayList<>();
        for (int rank = 0; rank < ranks.length; rank++) {
            all.add(new RankSequences(rank, ranks[rank], 0));
        }
        return MatchPlan.of(all);
    }

    /** Whether ranks whose collectives of one group have these numbers number them in the same way. */
    private static boolean numbered(long[]... ranks) {
        List<RankSequences> all = new ArrayList<>();
        Arrays.stream(ranks).forEach(runs -> all.add(new RankSequences(all.size(), List.of(group("0", ALL, runs)), 0)));
        return MatchPlan.of(all).numbered().contains("0|[0, 1]");
    }

    private static long[] runs(long... firstsAndLasts) {
        return firstsAndLasts;
    }

    @Test
    void halfOfTheNumbersOnAllRanksAreEnough() {
        assertThat(numbered(runs(0, 9), runs(0, 9))).isTrue();
        assertThat(numbered(runs(0, 9), runs(0, 4))).as("5 of 10").isTrue();
        assertThat(numbered(runs(0, 9), runs(0, 3))).as("4 of 10").isFalse();
        assertThat(numbered(runs(0, 9), runs(5, 14))).as("5 of 15").isFalse();
        assertThat(numbered(runs(0, 9), runs(0, 9), runs(0, 4)))
                .as("5 of 10 on three ranks")
                .isTrue();
        assertThat(numbered(runs(0, 9), runs(0, 9), runs(0, 3))).isFalse();
    }

    /** Numbers that no rank has are not missing. */
    @Test
    void numbersBeforeAndBetweenRunsDoNotCount() {
        assertThat(numbered(runs(100, 109), runs(100, 104))).isTrue();
        assertThat(numbered(runs(0, 1, 20, 21), runs(0, 1, 20, 21))).isTrue();
        assertThat(numbered(runs(0, 1, 20, 23), runs(0, 1, 20, 20)))
                .as("3 of 6")
                .isTrue();
        assertThat(numbered(runs(0, 1, 20, 24), runs(0, 1, 20, 20)))
                .as("3 of 7")
                .isFalse();
    }

    @Test
    void numbersThatDoNotAscendAreIgnored() {
        assertThat(numbered(runs(0, 9), runs())).isFalse();
    }

    @Test
    void aGroupThatOneRankDoesNotListIsTheOneOfItsName() {
        MatchPlan plan = plan(List.of(group("0", ALL, 0, 9)), List.of(group("0", List.of(), 0, 9)));
        assertThat(plan.ranks()).containsExactlyInAnyOrder(0, 1);
        assertThat(plan.twins()).isEqualTo(Map.of("0|[]", "0|[0, 1]"));
        assertThat(plan.numbered()).containsExactly("0|[0, 1]");
    }

    @Test
    void aNameOfTwoGroupsIsNotGuessed() {
        MatchPlan plan = plan(
                List.of(group("0", ALL, 0, 9)),
                List.of(group("0", List.of(2, 3), 0, 9)),
                List.of(group("0", List.of(), 0, 9)));
        assertThat(plan.twins()).isEmpty();
        assertThat(plan.numbered()).containsExactlyInAnyOrder("0|[0, 1]", "0|[2, 3]", "0|[]");
    }

    /** Its collectives would count twice. */
    @Test
    void aRankThatHasAGroupUnderTwoKeysDoesNotNumberIt() {
        MatchPlan plan =
                plan(List.of(group("0", ALL, 0, 9), group("0", List.of(), 10, 19)), List.of(group("0", ALL, 0, 9)));
        assertThat(plan.numbered()).isEmpty();
    }
}
