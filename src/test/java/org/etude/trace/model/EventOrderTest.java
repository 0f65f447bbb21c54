// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class EventOrderTest {
    @Test
    void byStartThenLongerThenAsGiven() {
        long[] start = {5, 3, 5, 3, 5};
        long[] duration = {1, 2, 9, 2, 9};
        assertThat(EventOrder.of(start, duration, 5)).containsExactly(1, 3, 2, 4, 0);
        assertThat(EventOrder.of(start, duration, 2)).as("only the first two").containsExactly(1, 0);
        assertThat(EventOrder.of(start, duration, 0)).isEmpty();
    }

    @Test
    void theWholeRangeOfTimesSorts() {
        long[] start = {Long.MAX_VALUE, 0, Long.MIN_VALUE, -1, Long.MAX_VALUE, Long.MIN_VALUE};
        assertThat(EventOrder.ascending(start, 6)).containsExactly(2, 5, 3, 1, 0, 4);
    }

    @Property(tries = 300)
    void sameAsAStableSort(
            @ForAll @Size(max = 60) List<@IntRange(min = -4, max = 4) Integer> starts,
            @ForAll @IntRange(max = 50) int shift,
            @ForAll @Size(value = 60) List<@IntRange(max = 3) Integer> durations) {
        long[] start = starts.stream().mapToLong(s -> (long) s << shift).toArray();
        long[] duration = durations.stream().mapToLong(Integer::longValue).toArray();
        int[] expected = IntStream.range(0, start.length)
                .boxed()
                .sorted(Comparator.<Integer>comparingLong(i -> start[i])
                        .thenComparing(i -> duration[i], Comparator.reverseOrder()))
                .mapToInt(Integer::intValue)
                .toArray();
        assertThat(EventOrder.of(start, duration, start.length)).isEqualTo(expected);
    }

    @Test
    void aTallyKeepsTheFirstPlace() {
        Tally tally = new Tally();
        assertThat(tally.first()).isEqualTo(-1);
        tally.at(40);
        tally.at(7);
        assertThat(tally.count()).isEqualTo(2);
        assertThat(tally.first()).isEqualTo(40);
    }
}
