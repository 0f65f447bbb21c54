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
 * @param ranks the ranks of the group, of a message both sides; empty when unknown
 * @param groupSize how many ranks; -1 when unknown
 * @param nanos how long it was open
 * @param waitingNanos how much of that passed before the last rank arrived; 0 when not known
 */
public record CommCall(
        int rank,
        CollectiveType type,
        long bytes,
        String dtype,
        List<Integer> ranks,
        int groupSize,
        long nanos,
        long waitingNanos) {
    /** Copies the list; no more waiting than time, no less than none. */
    public CommCall {
        ranks = List.copyOf(ranks);
        waitingNanos = Math.max(0, Math.min(nanos, waitingNanos));
    }

    /** Time in which data moved. */
    public long transferNanos() {
        return nanos - waitingNanos;
    }

    /**
     * What a rank sends at least for each byte of {@link #bytes}, which makes bus bandwidth of algorithm bandwidth: nccl-tests'
     * PERFORMANCE.md. 1 for a type that it does not name.
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
