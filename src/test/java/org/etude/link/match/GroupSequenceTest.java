// SPDX-License-Identifier: Apache-2.0
package org.etude.link.match;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.etude.spec.CollectiveType;
import org.junit.jupiter.api.Test;

class GroupSequenceTest {
    private static final List<Integer> MEMBERS = List.of(0, 1);

    /** Calls in the order of issue with the trace's numbers. */
    private static GroupSequence of(long... numbers) {
        List<RankCall> calls = new ArrayList<>();
        for (long number : numbers) {
            // In any order: the running number counts, not the place in the list.
            calls.add(
                    0,
                    new RankCall(
                            0,
                            calls.size(),
                            0,
                            calls.size(),
                            CollectiveType.ALL_REDUCE,
                            4,
                            4,
                            "7",
                            number,
                            0,
                            1,
                            false,
                            0));
        }
        return GroupSequence.of("7", MEMBERS, calls);
    }

    @Test
    void successiveNumbersAreOneRun() {
        assertThat(of(3, 4, 5).ascending()).isTrue();
        assertThat(of(3, 4, 5).runs()).containsExactly(3, 5);
        assertThat(of(0).runs()).containsExactly(0, 0);
    }

    @Test
    void aGapBeginsAnother() {
        assertThat(of(0, 1, 3, 4, 9).runs()).containsExactly(0, 1, 3, 4, 9, 9);
    }

    /** Calls without a number have -1. */
    @Test
    void numbersThatRepeatFallOrAreMissingAreNoRuns() {
        for (GroupSequence sequence : List.of(of(1, 1), of(2, 1), of(-1), of(0, 2, 2, 3))) {
            assertThat(sequence.ascending()).isFalse();
            assertThat(sequence.runs()).isEmpty();
        }
    }

    @Test
    void noCallsAscend() {
        assertThat(of().ascending()).isTrue();
        assertThat(of().runs()).isEmpty();
    }

    @Test
    void nameAndMembersMakeAGroup() {
        assertThat(of(1).key()).isEqualTo("7|[0, 1]");
        assertThat(GroupSequence.key("", List.of())).isEqualTo("|[]");
    }
}
