// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.clock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Offsets follow from what happened before something else. Times in ns. */
class ClockBoundsTest {
    private record Order(int clock, long time, int later, long laterTime) {}

    private static boolean[] none(int clocks) {
        return new boolean[clocks];
    }

    /** A reply bounds the offset both ways: sent at 100, received at 1,130, answered at 1,150, back at 180. */
    @Test
    void theMiddleOfARequestAndItsReplyIsTaken() {
        ClockBounds bounds = new ClockBounds(2);
        bounds.before(0, 100, 1, 1130);
        bounds.before(1, 1150, 0, 180);
        ClockBounds.Offset found = bounds.solve(none(2))[1];
        assertThat(found).isEqualTo(new ClockBounds.Offset(-1000, -1030, -970));
        assertThat(found.doubt()).isEqualTo(30);
        assertThat(bounds.contradiction()).isZero();
    }

    /** The second pair narrows one side only. */
    @Test
    void theClosestMessagesCount() {
        ClockBounds bounds = new ClockBounds(2);
        bounds.before(0, 100, 1, 1130);
        bounds.before(1, 1150, 0, 180);
        bounds.before(0, 300, 1, 1310);
        bounds.before(1, 1350, 0, 900);
        assertThat(bounds.solve(none(2))[1]).isEqualTo(new ClockBounds.Offset(-990, -1010, -970));
    }

    @Test
    void boundsPassOnAlongAChain() {
        ClockBounds bounds = new ClockBounds(3);
        bounds.before(0, 0, 1, 510);
        bounds.before(1, 500, 0, 10);
        bounds.before(1, 0, 2, 220);
        bounds.before(2, 200, 1, 20);
        ClockBounds.Offset[] found = bounds.solve(none(3));
        assertThat(found[1]).isEqualTo(new ClockBounds.Offset(-500, -510, -490));
        assertThat(found[2]).isEqualTo(new ClockBounds.Offset(-700, -730, -670));
    }

    /** Messages go around a ring of clocks that agree, and each arrives 30 after it was sent. */
    @Test
    void messagesAroundARingTookEquallyLong() {
        ClockBounds bounds = new ClockBounds(3);
        bounds.before(0, 100, 1, 130);
        bounds.before(1, 100, 2, 130);
        bounds.before(2, 100, 0, 130);
        ClockBounds.Offset[] found = bounds.solve(none(3));
        assertThat(found[1]).isEqualTo(new ClockBounds.Offset(0, -30, 60));
        assertThat(found[2]).isEqualTo(new ClockBounds.Offset(0, -60, 30));
    }

    private static void ring(ClockBounds bounds, int first, int clocks, long each) {
        for (int k = 0; k < clocks; k++) {
            bounds.before(first + k, 0, first + (k + 1) % clocks, each);
        }
    }

    private static long[] offsets(ClockBounds.Offset... found) {
        return Arrays.stream(found).mapToLong(ClockBounds.Offset::offset).toArray();
    }

    /** A clock without messages, and one that only sends, leave a ring as it is. */
    @Test
    void clocksThatNothingTiesDoNotMoveOthers() {
        ClockBounds bounds = new ClockBounds(8);
        ring(bounds, 0, 6, 1000);
        bounds.before(6, 0, 0, 10);
        ClockBounds.Offset[] found = bounds.solve(none(8));
        assertThat(offsets(found)).containsExactly(0, 0, 0, 0, 0, 0, 0, 0);
        assertThat(found[3].doubt()).isEqualTo(3000);
        assertThat(found[5]).isEqualTo(new ClockBounds.Offset(0, -5000, 1000));
        assertThat(found[5].doubt()).isEqualTo(5000);
    }

    /** Clocks 1 and 2 are the same but for 1; the other messages of the ring still took equally long. */
    @Test
    void aTightPairDoesNotLoosenTheRest() {
        ClockBounds bounds = new ClockBounds(6);
        ring(bounds, 0, 6, 1000);
        bounds.before(1, 0, 2, 1);
        bounds.before(2, 0, 1, 1);
        assertThat(offsets(bounds.solve(none(6)))).containsExactly(0, 0, 0, 0, 0, 0);
    }

    /** Two rings that share clock 0: messages of one take 10, of the other 1,000, and clock 2 is 500 ahead. */
    @Test
    void eachRingHasItsOwnTime() {
        ClockBounds bounds = new ClockBounds(5);
        bounds.before(0, 0, 1, 10);
        bounds.before(1, 0, 2, 510);
        bounds.before(2, 500, 0, 10);
        bounds.before(0, 0, 3, 1000);
        bounds.before(3, 0, 4, 1000);
        bounds.before(4, 0, 0, 1000);
        ClockBounds.Offset[] found = bounds.solve(none(5));
        assertThat(offsets(found)).containsExactly(0, 0, -500, 0, 0);
        assertThat(found[4].doubt()).isEqualTo(2000);
    }

    /** Times since 1970 beside times since the start of a machine. */
    @Test
    void clocksMayLieDecadesApart() {
        long unix = 1_764_000_000_000_000_000L;
        ClockBounds bounds = new ClockBounds(16);
        for (int clock = 1; clock < 16; clock++) {
            bounds.before(0, unix, clock, 1_000 + clock);
            bounds.before(clock, 3_000 + clock, 0, unix + 4_000);
        }
        ClockBounds.Offset[] found = bounds.solve(none(16));
        for (int clock = 1; clock < 16; clock++) {
            assertThat(found[clock].offset()).isEqualTo(unix - clock);
        }
    }

    /** Messages between random pairs, or around a random ring, which all take equally long, tell every clock. */
    @Property(tries = 200)
    void messagesOfOneLengthTellAllClocks(@ForAll @IntRange(min = 2, max = 9) int clocks, @ForAll long seed) {
        Random random = new Random(seed);
        long[] truth = new long[clocks];
        ClockBounds bounds = new ClockBounds(clocks);
        long each = random.nextLong(1, 100_000);
        boolean around = random.nextBoolean();
        for (int clock = 1; clock < clocks; clock++) {
            truth[clock] = random.nextLong(-1_000_000_000, 1_000_000_000);
        }
        for (int clock = 1; clock < clocks; clock++) {
            int other = around ? clock - 1 : random.nextInt(clock);
            bounds.before(other, -truth[other], clock, each - truth[clock]);
            if (!around) {
                bounds.before(clock, -truth[clock], other, each - truth[other]);
            }
        }
        bounds.before(clocks - 1, -truth[clocks - 1], 0, each);
        assertThat(offsets(bounds.solve(none(clocks)))).containsExactly(truth);
    }

    /** Whatever is not bounded on both sides stays where it is, or moves to the nearest possible value. */
    @Test
    void oneSideMovesAClockOnlyAsFarAsItMust() {
        ClockBounds bounds = new ClockBounds(4);
        bounds.before(0, 0, 1, 40);
        bounds.before(0, 0, 2, -40);
        ClockBounds.Offset[] found = bounds.solve(none(4));
        assertThat(found[1]).isEqualTo(new ClockBounds.Offset(0, -40, Long.MAX_VALUE));
        assertThat(found[2]).isEqualTo(new ClockBounds.Offset(40, 40, Long.MAX_VALUE));
        assertThat(found[2].isHalfBounded()).isTrue();
        assertThat(found[3]).isEqualTo(new ClockBounds.Offset(0, Long.MIN_VALUE, Long.MAX_VALUE));
    }

    /** Clock 2 is at most 5 from clock 1, which one-sided evidence moves by 40. */
    @Test
    void aClockFollowsOneThatWasMoved() {
        ClockBounds bounds = new ClockBounds(3);
        bounds.before(0, 0, 1, -40);
        bounds.before(1, 0, 2, 5);
        bounds.before(2, 0, 1, 5);
        ClockBounds.Offset[] found = bounds.solve(none(3));
        assertThat(found[1].offset()).isEqualTo(40);
        assertThat(found[2]).isEqualTo(new ClockBounds.Offset(40, 35, 45));
    }

    @Test
    void aClockThatStaysMovesOnlyIfItMust() {
        ClockBounds bounds = new ClockBounds(2);
        bounds.before(0, 100, 1, 110);
        bounds.before(1, 100, 0, 190);
        assertThat(bounds.solve(new boolean[] {false, true})[1].offset()).isZero();
    }

    /** Three bounds in a cycle sum to -30: each gives way by 10. */
    @Test
    void contradictionsGiveWayEqually() {
        ClockBounds bounds = new ClockBounds(3);
        bounds.before(0, 0, 1, -10);
        bounds.before(1, 0, 2, -15);
        bounds.before(2, 0, 0, -5);
        ClockBounds.Offset[] found = bounds.solve(none(3));
        assertThat(bounds.contradiction()).isEqualTo(10);
        assertThat(found[1].offset()).isZero();
        assertThat(found[2].offset()).isEqualTo(5);
    }

    /** Random true offsets, and pairs of events in their true order: offsets that fulfil all bounds around the true ones. */
    @Property(tries = 300)
    void theTrueOffsetsArePossibleAndAllBoundsHold(@ForAll @IntRange(min = 2, max = 7) int clocks, @ForAll long seed) {
        Random random = new Random(seed);
        long[] truth = new long[clocks];
        for (int clock = 1; clock < clocks; clock++) {
            truth[clock] = random.nextLong(-1_000_000, 1_000_000);
        }
        List<Order> orders = new ArrayList<>();
        ClockBounds bounds = new ClockBounds(clocks);
        boolean[] stays = new boolean[clocks];
        for (int k = random.nextInt(40); k > 0; k--) {
            int a = random.nextInt(clocks);
            int b = random.nextInt(clocks);
            long time = random.nextLong(100_000);
            long later = time + random.nextLong(5_000);
            stays[a] |= random.nextInt(8) == 0;
            if (a != b) {
                orders.add(new Order(a, time - truth[a], b, later - truth[b]));
            }
        }
        orders.forEach(o -> bounds.before(o.clock, o.time, o.later, o.laterTime));
        ClockBounds.Offset[] found = bounds.solve(stays);
        assertThat(bounds.contradiction()).isZero();
        for (Order o : orders) {
            assertThat(o.time + found[o.clock].offset()).isLessThanOrEqualTo(o.laterTime + found[o.later].offset());
        }
        for (int clock = 0; clock < clocks; clock++) {
            ClockBounds.Offset offset = found[clock];
            assertThat(offset.offset()).isBetween(offset.low(), offset.high());
        }
    }
}
