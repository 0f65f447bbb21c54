// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.activity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** The parts of a window, compared with a model that classifies each nanosecond individually. */
class ActivitySpansTest {
    private static final int END = 120;

    private record Range(Activity activity, int from, int to, int arrived) {
        boolean at(int time) {
            return time >= from && time < to;
        }
    }

    @Property(tries = 300)
    void partsAreDisjointAndAddUp(@ForAll @IntRange(max = 1_000_000) int seed) {
        Random random = new Random(seed);
        List<Range> ranges = ranges(random);
        ActivitySpans.Builder builder = new ActivitySpans.Builder();
        for (Range r : ranges) {
            if (r.activity == Activity.TRANSFER) {
                builder.addComm(r.from, r.to, r.arrived);
            } else {
                builder.add(r.activity, r.from, r.to);
            }
        }
        ActivitySpans spans = builder.build();
        int from = random.nextInt(END);
        int to = from + random.nextInt(END - from + 1);
        TimeSplit split = spans.split(from, to);
        long sum = 0;
        for (Activity activity : Activity.values()) {
            long expected = 0;
            for (int time = from; time < to; time++) {
                expected += model(ranges, time) == activity ? 1 : 0;
            }
            assertThat(split.nanos(activity)).as(activity.text()).isEqualTo(expected);
            sum += split.nanos(activity);
        }
        assertThat(sum).isEqualTo(split.wallNanos()).isEqualTo(to - from);
        long open = 0;
        long both = 0;
        for (int time = from; time < to; time++) {
            int at = time;
            boolean comm = ranges.stream().anyMatch(r -> r.activity == Activity.TRANSFER && r.at(at));
            open += comm ? 1 : 0;
            both += comm && model(ranges, time) == Activity.COMPUTE ? 1 : 0;
        }
        assertThat(split.commNanos()).isEqualTo(open);
        assertThat(split.overlapNanos()).isEqualTo(both);
    }

    private static List<Range> ranges(Random random) {
        Activity[] kinds = {Activity.COMPUTE, Activity.TRANSFER, Activity.COPY, Activity.HOST};
        List<Range> ranges = new ArrayList<>();
        for (int i = random.nextInt(12); i > 0; i--) {
            int from = random.nextInt(END);
            int to = from + random.nextInt(END - from + 1);
            ranges.add(new Range(kinds[random.nextInt(kinds.length)], from, to, random.nextInt(END)));
        }
        return ranges;
    }

    /** The first activity in the order of {@link Activity} that takes place. */
    private static Activity model(List<Range> ranges, int time) {
        for (Activity activity : Activity.values()) {
            for (Range r : ranges) {
                Activity now = r.activity == Activity.TRANSFER && time < r.arrived ? Activity.WAITING : r.activity;
                if (now == activity && r.at(time)) {
                    return activity;
                }
            }
        }
        return Activity.IDLE;
    }

    @Test
    void aTransferStartsWhenTheLastRankArrives() {
        TimeSplit split = new ActivitySpans.Builder()
                .addComm(0, 100, 60)
                .add(Activity.COMPUTE, 20, 30)
                .add(Activity.COPY, 50, 70)
                .build()
                .split(0, 110);
        assertThat(split).isEqualTo(new TimeSplit(110, 10, 40, 10, 40, 0, 10, 100, 10));
    }
}
