// SPDX-License-Identifier: Apache-2.0
package org.etude.et.timeline;

import java.util.ArrayList;
import java.util.List;
import org.etude.et.wire.CommGroups;

/**
 * The recorded times of the nodes of all ranks, counted from the first node of any rank; ranks without a common clock
 * start together.
 *
 * @param numbers the number in the job of each rank
 * @param ranks one timeline per rank, in the order of the conversion
 * @param groups communicator groups that transfers name
 */
public record RecordedTimelines(List<Integer> numbers, List<RankTimeline> ranks, CommGroups groups) {
    /** Copies the lists. */
    public RecordedTimelines {
        numbers = List.copyOf(numbers);
        ranks = List.copyOf(ranks);
    }

    /** Builds the timelines from complete sinks, which must not be used afterwards. */
    public static RecordedTimelines of(List<Integer> numbers, List<TimelineSink> sinks, CommGroups groups) {
        boolean together = sinks.stream().allMatch(TimelineSink::isClocked);
        long[] begins = sinks.stream().mapToLong(TimelineSink::begin).toArray();
        List<RankTimeline> ranks = new ArrayList<>();
        for (int rank = 0; rank < begins.length; rank++) {
            long shift = shift(begins, rank, together);
            ranks.add(sinks.get(rank).build(sinks.get(rank).clock() + shift));
        }
        return new RecordedTimelines(numbers, ranks, groups);
    }

    /**
     * The shift of a rank's times on the job's clock, in ns.
     *
     * @param begins when the first node of each rank started, on the job's clock
     * @param together whether the clocks of all ranks can be compared
     */
    public static long shift(long[] begins, int rank, boolean together) {
        long first = begins[rank];
        for (int other = 0; together && other < begins.length; other++) {
            first = Math.min(first, begins[other]);
        }
        return -first;
    }
}
