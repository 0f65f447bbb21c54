// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis.recorded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.etude.analysis.recorded.IdleTime.Category;
import org.etude.number.IntervalSet;

/** What holds for any stream, queue and comparison. */
class QuestionProperties {
    @Property(tries = 300)
    void partsOfAStreamAddUpToItsSpan(
            @ForAll @Size(min = 1, max = 40) List<@IntRange(min = 0, max = 300) Integer> gaps,
            @ForAll @IntRange(min = 0, max = 200) int length) {
        StreamIdle stream = new StreamIdle(StreamIdle.KERNEL_DELAY);
        IntervalSet.Builder busy = new IntervalSet.Builder();
        long at = 5;
        long end = 0;
        for (int i = 0; i < gaps.size(); i++) {
            at += gaps.get(i);
            long until = at + length + i % 3;
            stream.add(at, until, i % 2 == 0);
            busy.add(at, until);
            end = Math.max(end, until);
        }
        List<IdleTime> parts = stream.of(3, 0, 7);
        long span = end - 5 - gaps.get(0);
        assertThat(parts).hasSize(Category.values().length).allMatch(part -> part.spanNanos() == span);
        assertThat(parts.stream().mapToLong(IdleTime::nanos).sum()).isEqualTo(span);
        assertThat(parts.get(0).nanos()).isEqualTo(busy.union().length());
        assertThat(parts)
                .allMatch(part -> part.idleNanos() == span - parts.get(0).nanos());
    }

    @Property(tries = 300)
    void statisticsAreThoseOfTheTextbook(@ForAll @Size(min = 2, max = 60) List<@IntRange(min = 0) Integer> values) {
        DurationStats stats = new DurationStats();
        values.forEach(stats::add);
        double mean = values.stream().mapToLong(v -> v).sum() / (double) values.size();
        double squares =
                values.stream().mapToDouble(v -> (v - mean) * (v - mean)).sum();
        assertThat(stats.meanNanos()).isEqualTo(mean);
        assertThat(stats.deviationNanos())
                .isCloseTo(Math.sqrt(squares / (values.size() - 1)), within(1e-6 * (1 + mean)));
        assertThat(stats.leastNanos())
                .isEqualTo(values.stream().mapToLong(v -> v).min().orElseThrow());
        assertThat(stats.mostNanos())
                .isEqualTo(values.stream().mapToLong(v -> v).max().orElseThrow());
    }

    @Property(tries = 200)
    void quantilesOfAQueueAreInterpolated(@ForAll @Size(min = 1, max = 50) List<@IntRange(max = 9) Integer> lengths) {
        QueueLengths queue = new QueueLengths();
        lengths.forEach(length -> queue.add(0, length));
        LaunchQueue summary = queue.summary(0, 0, 7);
        int[] sorted = lengths.stream().mapToInt(v -> v).sorted().toArray();
        assertThat(summary.lower()).isCloseTo(quantile(sorted, 0.25), within(1e-9));
        assertThat(summary.median()).isCloseTo(quantile(sorted, 0.5), within(1e-9));
        assertThat(summary.upper()).isCloseTo(quantile(sorted, 0.75), within(1e-9));
    }

    private static double quantile(int[] sorted, double share) {
        double place = share * (sorted.length - 1);
        int low = (int) place;
        int high = Math.min(low + 1, sorted.length - 1);
        return sorted[low] + (place - low) * (sorted[high] - sorted[low]);
    }

    @Property(tries = 200)
    void aComparisonTurnedRoundHasTheOtherSign(@ForAll @Size(max = 20) List<@IntRange(max = 6) Integer> names) {
        DiffSide one = new DiffSide().steps(2);
        DiffSide other = new DiffSide().steps(1);
        for (int i = 0; i < names.size(); i++) {
            (i % 3 == 0 ? one : other).add(DiffEntry.Kind.KERNEL, "k" + names.get(i), 1, 10L * i);
        }
        List<DiffRow> there = DiffRow.of(one.entries(), other.entries());
        List<DiffRow> back = DiffRow.of(other.entries(), one.entries());
        assertThat(there).hasSameSizeAs(back);
        double sum = there.stream().mapToDouble(DiffRow::moreNanos).sum();
        assertThat(back.stream().mapToDouble(DiffRow::moreNanos).sum()).isCloseTo(-sum, within(1e-9));
        assertThat(there.stream().mapToDouble(row -> Math.abs(row.moreNanos())).toArray())
                .isSortedAccordingTo((a, b) -> Double.compare(b, a));
        assertThat(there).allMatch(row -> Arrays.stream(DiffRow.Change.values()).anyMatch(c -> c == row.change()));
    }
}
