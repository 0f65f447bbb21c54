// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis.recorded;

import java.util.List;
import org.etude.spec.CollectiveType;

/**
 * One rank's part in a collective or a message, recorded or simulated.
 *
 * @param rank the rank
 * @param type its type
 * @param bytes the larger of the rank's input and output; -1 when unknown
 * @param dtype element type as the trace names it; "" when unknown
 * @param ranks the ranks of the group, for a message both ends; empty when unknown
 * @param groupSize number of ranks; -1 when unknown
 * @param nanos how long it was open
 * @param waitingNanos the part of that time before the last rank arrived; 0 when unknown
 * @param callOnly whether that is the time of the call on the host alone, because what carried the transfer was not
 *     recorded
 */
public record CommCall(
        int rank,
        CollectiveType type,
        long bytes,
        String dtype,
        List<Integer> ranks,
        int groupSize,
        long nanos,
        long waitingNanos,
        boolean callOnly) {
    /** Copies the list; limits the waiting to between 0 and the total time. */
    public CommCall {
        ranks = List.copyOf(ranks);
        waitingNanos = Math.max(0, Math.min(nanos, waitingNanos));
    }

    /** The time during which data moved, in ns. */
    public long transferNanos() {
        return nanos - waitingNanos;
    }

    /**
     * The minimum number of bytes that a rank sends per byte of {@link #bytes}: the factor between algorithm and bus
     * bandwidth in nccl-tests' PERFORMANCE.md. 1 for a type not listed there.
     */
    public static double busFactor(CollectiveType type, int ranks) {
        double others = ranks < 1 ? 1 : (ranks - 1.0) / ranks;
        return switch (type) {
            case ALL_REDUCE -> 2 * others;
            case ALL_GATHER, REDUCE_SCATTER, REDUCE_SCATTER_BLOCK, ALL_TO_ALL, GATHER, SCATTER -> others;
            default -> 1;
        };
    }
}
