// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.etude.sim.program.RankGroup;
import org.junit.jupiter.api.Test;

/** Which collectives of ranks are one: those of equal group, type and number. */
class CallNumbersTest {
    private static final int REDUCE = 0;
    private static final int GATHER = 2;

    private final CallNumbers calls = new CallNumbers(3);
    private final RankGroup pair = new RankGroup(7, new int[] {0, 1}, new int[] {0, 1}, false);

    @Test
    void theNthCallsOfRanksAreOne() {
        CallNumbers.Call first = calls.next(pair, 0, REDUCE);
        CallNumbers.Call second = calls.next(pair, 0, REDUCE);
        assertThat(second).isNotEqualTo(first);
        assertThat(calls.next(pair, 1, REDUCE)).isEqualTo(first).hasSameHashCodeAs(first);
        assertThat(calls.next(pair, 1, REDUCE)).isEqualTo(second).hasSameHashCodeAs(second);
    }

    @Test
    void typesAndGroupsCountApart() {
        CallNumbers.Call first = calls.next(pair, 0, REDUCE);
        assertThat(calls.next(pair, 1, GATHER)).isNotEqualTo(first);
        RankGroup other = new RankGroup(8, new int[] {1, 2}, new int[] {1, 2}, false);
        assertThat(calls.next(other, 1, REDUCE)).isNotEqualTo(first);
        assertThat(calls.next(pair, 1, REDUCE)).isEqualTo(first);
    }

    /** Two communicators of all ranks are two, as two threads that train at once have. */
    @Test
    void groupsOfTheSameRanksCountApart() {
        RankGroup all = new RankGroup(9, new int[] {2, 1, 0}, new int[] {0, 1, 2}, true);
        CallNumbers.Call first = calls.next(all, 0, REDUCE);
        assertThat(first.kind().group()).isEqualTo(9);
        assertThat(calls.next(RankGroup.WORLD, 1, REDUCE)).isNotEqualTo(first);
        assertThat(calls.next(RankGroup.WORLD, 0, REDUCE).number()).isZero();
        assertThat(calls.next(all, 1, REDUCE)).isEqualTo(first);
    }
}
