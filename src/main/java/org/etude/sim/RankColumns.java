package org.etude.sim;

import java.util.Arrays;

/**
 * What each rank did, a row a rank; times in ns. A column of a sort of node holds -1 where the rank has no such node.
 *
 * @param finish when the rank finished, or -1
 * @param wall end of its last node
 * @param gpu time in which GPU work ran
 * @param cpu time in which host work ran
 * @param comm time in which communication ran, receives from posting on
 * @param memory time in which remote memory was accessed
 * @param invalid time of invalid nodes, always 0
 * @param referenceExposed ASTRA-sim's exposed communication: finish minus all GPU durations; may be negative, as there
 * @param exposed communication while no GPU work ran
 * @param overlap communication while GPU work ran
 * @param referenceOverlap ASTRA-sim's overlap: gpu plus comm minus wall
 * @param idle wall minus the time in which anything ran
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
        long[] exposed,
        long[] overlap,
        long[] referenceOverlap,
        long[] idle) {

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
                new long[n],
                new long[n],
                new long[n]);
    }

    /** One rank's row for so many ranks. */
    RankColumns times(int n) {
        return new RankColumns(
                times(finish, n),
                times(wall, n),
                times(gpu, n),
                times(cpu, n),
                times(comm, n),
                times(memory, n),
                times(invalid, n),
                times(referenceExposed, n),
                times(exposed, n),
                times(overlap, n),
                times(referenceOverlap, n),
                times(idle, n));
    }

    static long[] times(long[] one, int n) {
        long[] all = new long[n];
        Arrays.fill(all, one[0]);
        return all;
    }

    /** The rank that finished last, the lowest of several. */
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
