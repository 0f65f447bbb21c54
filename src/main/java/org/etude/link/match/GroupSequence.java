// SPDX-License-Identifier: Apache-2.0
package org.etude.link.match;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The numbers that one rank's trace assigns to its collectives of one group.
 *
 * @param name process group as the trace names it, "" when unknown
 * @param members global ranks of the group; empty when unknown or all
 * @param ascending whether the numbers ascend strictly in the order of issue
 * @param runs first and last of each run of successive numbers; empty unless they ascend
 */
public record GroupSequence(String name, List<Integer> members, boolean ascending, long[] runs) {
    static GroupSequence of(String name, List<Integer> members, List<RankCall> calls) {
        long[] numbers = calls.stream()
                .sorted(Comparator.comparingLong(RankCall::sequence))
                .mapToLong(RankCall::traceSequence)
                .toArray();
        LongArrayList runs = new LongArrayList();
        long previous = -1;
        for (long number : numbers) {
            if (number <= previous) {
                return new GroupSequence(name, members, false, new long[0]);
            }
            if (runs.isEmpty() || number != previous + 1) {
                runs.add(number);
                runs.add(number);
            }
            runs.set(runs.size() - 1, number);
            previous = number;
        }
        return new GroupSequence(name, members, true, runs.toLongArray());
    }

    /** A key that is equal for the same group on different ranks. */
    String key() {
        return key(name, members);
    }

    static String key(String name, List<Integer> members) {
        return name + "|" + members;
    }
}
