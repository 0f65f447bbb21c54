// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.etude.et.host.BackendThreads;
import org.etude.et.host.HostKinds;
import org.etude.et.host.HostTimeline;
import org.etude.link.Recording;
import org.etude.link.model.LinkedRank;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How much of the time between operators a program takes in every step. */
class StepGapsTest {
    private static final int HOST = 1;

    @TempDir
    Path dir;

    private final Recording.Rank rank = new Recording(1).rank(0).thread(2, HOST);

    /** A step of 10 ms: two operators with so many microseconds in between, and the rest of the step. */
    private void step(int number, String second, double gap) {
        double at = 10_000 * number;
        long mark = 10 * number;
        rank.op(mark, "ProfilerStep#" + number, 2, HOST, at, 10_000);
        rank.op(mark + 1, "aten::mul_", mark, HOST, at + 100, 50);
        rank.op(mark + 2, second, mark, HOST, at + 150 + gap, 50);
    }

    /** The gaps behind the first operators, in us: how much is the program's own. */
    private long[] own(long... cutsMicros) {
        LinkedRank linked = rank.link(dir);
        BackendThreads backend = new BackendThreads(linked);
        long first = IntStream.range(0, linked.size())
                .filter(node -> linked.name(node).equals("ProfilerStep#1"))
                .mapToLong(linked::startNanos)
                .findFirst()
                .orElseThrow();
        long[] cuts = Arrays.stream(cutsMicros).map(c -> first + 1000 * c).toArray();
        HostTimeline host = new HostTimeline(linked, cuts, new SideThreads(linked, backend).elsewhere(), 1_000);
        StepGaps gaps =
                new StepGaps(linked, host, slice -> host.end(slice) - host.start(slice), new HostKinds(linked, host));
        assertThat(IntStream.range(0, host.size()).filter(slice -> host.operator(slice) >= 0))
                .allMatch(slice -> gaps.own(slice) == 0);
        return IntStream.range(0, host.size())
                .filter(slice -> host.operator(slice) < 0 && follows(linked, host, slice))
                .mapToLong(slice -> gaps.own(slice) / 1000)
                .toArray();
    }

    private static boolean follows(LinkedRank linked, HostTimeline host, int slice) {
        int at = slice;
        while (at >= 0 && host.operator(at) < 0) {
            at = host.previous(at);
        }
        return at >= 0 && linked.name(host.operator(at)).equals("aten::mul_");
    }

    /** (3 x 4000 - 4400) / 2 us. */
    @Test
    void isTheConstantOfWaitingTimes() {
        step(1, "aten::add_", 4000);
        step(2, "aten::add_", 4200);
        step(3, "aten::add_", 5000);
        assertThat(own()).containsExactly(3800, 3800, 3800);
    }

    /** A cut at a transfer's end leaves a quarter and three quarters of the second gap; each has its share. */
    @Test
    void isDividedAmongThePartsOfAGap() {
        step(1, "aten::add_", 4000);
        step(2, "aten::add_", 4000);
        assertThat(own(11_150)).containsExactly(4000, 1000, 3000);
    }

    @Test
    void nothingIsKnownFromASingleStep() {
        step(1, "aten::add_", 4000);
        assertThat(own()).containsExactly(0);
    }

    /** A glance in one step and a pause in another are not the same work. */
    @Test
    void dependsOnTheOperatorThatFollows() {
        step(1, "aten::add_", 4000);
        step(2, "aten::sub_", 10);
        step(3, "aten::add_", 4000);
        step(4, "aten::sub_", 10);
        assertThat(own()).containsExactly(4000, 10, 4000, 10);
    }

    /** What differs by more than a constant can explain is not the program's own. */
    @Test
    void isNothingOfGapsThatVaryMoreThanTheShortestLasts() {
        step(1, "aten::add_", 100);
        step(2, "aten::add_", 5000);
        assertThat(own()).containsExactly(0, 0);
    }

    @Property
    void isAtMostTheShortestAndMovesWithAll(
            @ForAll @Size(min = 2, max = 9) long[] durations, @ForAll @LongRange(min = 0, max = 1_000_000) long more) {
        long[] positive = Arrays.stream(durations)
                .map(d -> 1_000_000_000L + Math.floorMod(d, 1_000_000))
                .toArray();
        double constant = StepGaps.constant(positive);
        assertThat(constant).isLessThanOrEqualTo(Arrays.stream(positive).min().orElseThrow());
        assertThat(StepGaps.constant(Arrays.stream(positive).map(d -> d + more).toArray()))
                .isCloseTo(constant + more, within(1e-3));
    }
}
