// SPDX-License-Identifier: Apache-2.0
package org.etude.number;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class IntervalSetTest {
    private static final int SPAN = 60;

    @Test
    void overlapsCountOnceAndTouchingOnesJoin() {
        IntervalSet both = of(List.of(new int[] {30, 40}, new int[] {0, 10}, new int[] {5, 20}, new int[] {20, 22}));
        assertThat(both.length(0, 100)).isEqualTo(32);
        assertThat(both.length(8, 35)).isEqualTo(19);
        assertThat(both.length(22, 30)).isZero();
        assertThat(both.without(of(List.of(new int[] {10, 35}))).length(0, 100)).isEqualTo(15);
    }

    @Property
    void agreeWithSetsOfPoints(
            @ForAll("ranges") List<int[]> a, @ForAll("ranges") List<int[]> b, @ForAll("range") int[] window) {
        IntervalSet left = of(a);
        IntervalSet right = of(b);
        BitSet points = bits(a);
        assertThat(left.length(window[0], window[1])).isEqualTo(count(points, window));
        BitSet without = bits(a);
        without.andNot(bits(b));
        assertThat(left.without(right).length(window[0], window[1])).isEqualTo(count(without, window));
        BitSet or = bits(a);
        or.or(bits(b));
        assertThat(left.or(right).length(window[0], window[1])).isEqualTo(count(or, window));
        BitSet and = bits(a);
        and.and(bits(b));
        assertThat(left.and(right).length(window[0], window[1])).isEqualTo(count(and, window));
    }

    @Provide
    Arbitrary<int[]> range() {
        Arbitrary<Integer> point = Arbitraries.integers().between(0, SPAN);
        return Combinators.combine(point, point).as((x, y) -> new int[] {Math.min(x, y), Math.max(x, y)});
    }

    @Provide
    Arbitrary<List<int[]>> ranges() {
        return range().list().ofMaxSize(12);
    }

    private static IntervalSet of(List<int[]> ranges) {
        IntervalSet.Builder builder = new IntervalSet.Builder();
        ranges.forEach(r -> builder.add(r[0], r[1]));
        return builder.union();
    }

    private static BitSet bits(List<int[]> ranges) {
        BitSet bits = new BitSet(SPAN);
        ranges.forEach(r -> bits.set(r[0], r[1]));
        return bits;
    }

    private static int count(BitSet points, int[] window) {
        return points.get(window[0], window[1]).cardinality();
    }
}
