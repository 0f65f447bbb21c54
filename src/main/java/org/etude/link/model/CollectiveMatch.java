// SPDX-License-Identifier: Apache-2.0
package org.etude.link.model;

import java.util.List;
import org.etude.spec.CollectiveType;

/**
 * One collective or message as recorded by all its ranks.
 *
 * @param groupName process group as the trace names it, "" when unknown
 * @param sequence running number in the group, from 0 (for a message, from its sender to its receiver)
 * @param type its type on the first rank that has it; {@link CollectiveType#SEND} for a message
 * @param members what each rank recorded, ascending by rank; for a message the sender first
 * @param missing ranks of the group that were loaded but lack it
 * @param sameType whether all agree on the type
 * @param sameSize whether all sizes are compatible
 */
public record CollectiveMatch(
        String groupName,
        long sequence,
        CollectiveType type,
        List<Member> members,
        List<Integer> missing,
        boolean sameType,
        boolean sameSize) {
    /** Copies the lists. */
    public CollectiveMatch {
        members = List.copyOf(members);
        missing = List.copyOf(missing);
    }

    /**
     * A rank's part.
     *
     * @param rank the rank
     * @param node index of the node in that rank's graph
     * @param call which of the node's calls it is, from 0, as a kernel may carry several messages
     * @param startNanos start in ns on rank 0's clock, {@link LinkedRank#UNTIMED} without a time; for a host backend's
     *     message, the start of the call that contains its start, if any
     * @param durationNanos duration in ns, from that start
     * @param waitingNanos waiting time for the last rank, from this rank's start to that of the last, in ns
     * @param idleNanos for how long, in ns, the calling thread had done nothing when the message ended; 0 for collectives
     */
    public record Member(
            int rank, int node, int call, long startNanos, long durationNanos, long waitingNanos, long idleNanos) {}
}
