// SPDX-License-Identifier: Apache-2.0
package org.etude.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.etude.spec.CollectiveType.ALL_GATHER;
import static org.etude.spec.CollectiveType.REDUCE_SCATTER;

import org.etude.collective.ThemisScheduler.Choice;
import org.etude.spec.CollectiveType;
import org.junit.jupiter.api.Test;

/** Chunks of 1 MiB over 4 nodes at rate 100 and 8 at rate 50; loads worked out by hand in MiB at rate 100. */
class ThemisSchedulerTest {
    private static final long MIB = 1 << 20;
    private static final int[] SIZE = {4, 8};
    private static final double[] RATE = {100, 50};
    private static final boolean[] BOTH = {true, true};

    private long chunk;

    private Choice next(ThemisScheduler themis, CollectiveType kind, boolean... involved) {
        return themis.next(chunk++, 64 * MIB, MIB, involved, kind);
    }

    private static void is(Choice choice, long bytes, int... order) {
        assertThat(choice.order()).containsExactly(order);
        assertThat(choice.bytes()).isEqualTo(bytes);
    }

    /** Loads after each chunk: 0.75 and 0.4375, 0.84375 and 2.1875, 1.59375 and 2.625. */
    @Test
    void theLeastLoadedDimensionComesFirst() {
        ThemisScheduler themis = new ThemisScheduler(1, SIZE, RATE, false);
        is(next(themis, REDUCE_SCATTER, BOTH), MIB, 0, 1);
        is(next(themis, REDUCE_SCATTER, BOTH), MIB, 1, 0);
        is(next(themis, REDUCE_SCATTER, BOTH), MIB, 0, 1);
        is(themis.next(chunk, 3, MIB, BOTH, REDUCE_SCATTER), 3, 0, 1);
    }

    /** Below a sixteenth of a chunk loads count as equal: after the first chunk they are 187,245 bytes apart. */
    @Test
    void aSmallGapKeepsTheNaturalOrder() {
        for (int more = 0; more < 2; more++) {
            ThemisScheduler themis = new ThemisScheduler(1, SIZE, RATE, false);
            is(next(themis, REDUCE_SCATTER, BOTH), MIB, 0, 1);
            long recommended = 16L * (187_245 + more);
            is(
                    themis.next(chunk++, 64 * MIB, recommended, BOTH, REDUCE_SCATTER),
                    recommended,
                    more == 0 ? new int[] {1, 0} : new int[] {0, 1});
        }
    }

    /** An all-gather visits the most loaded first; its first chunk loads the dimensions by place: 3 and 56. */
    @Test
    void anAllGatherGoesTheOtherWay() {
        ThemisScheduler themis = new ThemisScheduler(1, SIZE, RATE, false);
        is(next(themis, ALL_GATHER, BOTH), MIB, 0, 1);
        is(next(themis, ALL_GATHER, BOTH), MIB, 0, 1);
        is(next(themis, ALL_GATHER, BOTH), MIB, 0, 1);
        assertThat(themis.next(chunk, 5, MIB, BOTH, ALL_GATHER).bytes()).isEqualTo(5);
    }

    /** The gap of 0.3125 at half the rate over 7/8 is 0.17857 MiB. */
    @Test
    void flexibleChunksCloseTheGap() {
        ThemisScheduler themis = new ThemisScheduler(1, SIZE, RATE, true);
        is(next(themis, REDUCE_SCATTER, BOTH), MIB, 0, 1);
        is(themis.next(chunk++, 64 * MIB, 1000, BOTH, REDUCE_SCATTER), 187_245, 1, 0);
        is(themis.next(chunk++, 64 * MIB, MIB, BOTH, REDUCE_SCATTER), MIB, 0, 1);
    }

    /** 53 apart: 53 / 2 / 7 MiB of the last dimension, of which a chunk is a fourth before the first. */
    @Test
    void aFlexibleAllGatherLevelsItsLastDimension() {
        ThemisScheduler two = new ThemisScheduler(1, SIZE, RATE, true);
        is(next(two, ALL_GATHER, BOTH), MIB, 0, 1);
        is(two.next(chunk, 64 * MIB, 1000, BOTH, ALL_GATHER), 992_402, 0, 1);
        ThemisScheduler three = new ThemisScheduler(1, new int[] {4, 1, 8}, new double[] {100, 100, 50}, true);
        boolean[] all = {true, true, true};
        is(next(three, ALL_GATHER, all), MIB, 0, 1, 2);
        is(three.next(chunk, 64 * MIB, 1000, all, ALL_GATHER), 992_402, 0, 2, 1);
    }

    @Test
    void dimensionsThatTakeNoPartCarryNoLoad() {
        ThemisScheduler themis = new ThemisScheduler(1, new int[] {4, 1, 8}, new double[] {100, 100, 50}, false);
        is(themis.next(0, 10 * MIB, MIB, new boolean[] {true}, REDUCE_SCATTER), MIB, 0, 1, 2);
        is(themis.next(1, 10 * MIB, MIB, new boolean[] {true, true, true}, REDUCE_SCATTER), MIB, 1, 2, 0);
        is(themis.next(2, MIB / 2, MIB, new boolean[] {false, true, false}, REDUCE_SCATTER), MIB / 2, 1, 0, 2);
        is(themis.next(3, MIB, MIB, new boolean[3], REDUCE_SCATTER), MIB, 1, 0, 2);
    }

    @Test
    void allRanksGetTheAnswerOfTheFirst() {
        ThemisScheduler themis = new ThemisScheduler(3, SIZE, RATE, false);
        Choice first = themis.next(0, 64 * MIB, MIB, BOTH, REDUCE_SCATTER);
        assertThat(themis.next(0, 64 * MIB, MIB, BOTH, REDUCE_SCATTER)).isSameAs(first);
        is(themis.next(1, 64 * MIB, MIB, BOTH, REDUCE_SCATTER), MIB, 1, 0);
        assertThat(themis.next(0, 64 * MIB, MIB, BOTH, REDUCE_SCATTER)).isSameAs(first);
        assertThat(themis.next(0, 64 * MIB, MIB, BOTH, REDUCE_SCATTER))
                .as("after the last rank the number is free again")
                .isNotSameAs(first);
    }

    @Test
    void loadsBeginAnewWithACollectiveOfAnotherTick() {
        ThemisScheduler themis = new ThemisScheduler(1, SIZE, RATE, false);
        themis.collectiveBegins(10);
        is(next(themis, REDUCE_SCATTER, BOTH), MIB, 0, 1);
        themis.collectiveBegins(10);
        is(next(themis, REDUCE_SCATTER, BOTH), MIB, 1, 0);
        themis.collectiveBegins(11);
        is(next(themis, REDUCE_SCATTER, BOTH), MIB, 0, 1);
        is(next(themis, REDUCE_SCATTER, BOTH), MIB, 1, 0);
    }
}
