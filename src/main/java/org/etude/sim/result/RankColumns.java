// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.result;

import java.util.Arrays;
import java.util.List;
import org.etude.trace.activity.TimeSplit;

/**
 * Time breakdown of each rank, one row per rank; times in ns. The column of a kind of node is -1 where the rank has no
 * such node.
 *
 * @param finish when the rank finished, or -1
 * @param wall end of its last node
 * @param gpu time during which GPU work ran
 * @param cpu time during which host work ran
 * @param comm time during which communication ran, receives from when they are posted
 * @param memory time during which remote memory was accessed
 * @param invalid time of invalid nodes, always 0
 * @param referenceExposed ASTRA-sim's exposed communication: finish minus all GPU durations; may be negative, as in
 *     ASTRA-sim
 * @param referenceOverlap ASTRA-sim's overlap: gpu plus comm minus wall
 * @param split breakdown of the time until the end of its last node, by the definitions that also apply to
 *     recordings
 */
public record RankColumns(
        long[] finish,
        long[] wall,
        long[] gpu,
        long[] cpu,
        long[] comm,
        long[] memory,
        long[] invalid,
        long[] referenceExposed,
        long[] referenceOverlap,
        List<TimeSplit> split) {

    RankColumns(int n) {
        this(
                new long[n],
                new long[n],
                new long[n],
                new long[n],
                new long[n],
                new long[n],
                new long[n],
                new long[n],
                new long[n],
                Arrays.asList(new TimeSplit[n]));
    }

    /** The rows of all ranks, each copied from its representative. */
    RankColumns spread(int[] of) {
        return new RankColumns(
                spread(finish, of),
                spread(wall, of),
                spread(gpu, of),
                spread(cpu, of),
                spread(comm, of),
                spread(memory, of),
                spread(invalid, of),
                spread(referenceExposed, of),
                spread(referenceOverlap, of),
                Arrays.stream(of).mapToObj(split::get).toList());
    }

    static long[] spread(long[] some, int[] of) {
        long[] all = new long[of.length];
        Arrays.setAll(all, r -> some[of[r]]);
        return all;
    }

    /** The rank that finished last; the lowest if several did. */
    public int last() {
        int last = 0;
        for (int r = 1; r < finish.length; r++) {
            last = finish[r] > finish[last] ? r : last;
        }
        return last;
    }

    /** The number of ranks. */
    public int size() {
        return finish.length;
    }
}
