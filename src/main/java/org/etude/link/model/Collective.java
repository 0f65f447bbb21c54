// SPDX-License-Identifier: Apache-2.0
package org.etude.link.model;

import java.util.List;
import org.etude.spec.CollectiveType;

/**
 * One collective or point-to-point transfer of a rank.
 *
 * @param node index of its node in the linked graph
 * @param sequence running number within (rank, group) in the order of issue, from 0; sends and receives are numbered
 *     separately, by peer and direction
 * @param type its type, or {@link CollectiveType#UNKNOWN}
 * @param inBytes bytes of this rank's input, -1 when unknown
 * @param outBytes bytes of this rank's output, -1 when unknown
 * @param sentBytes bytes that this rank of an all-to-all sends to each rank of the group, in the group's order; empty
 *     when the trace does not tell, and then parts are taken to be equal
 * @param dtype element type as the trace names it, "" when unknown
 * @param groupName process group as the trace names it, "" when unknown
 * @param groupRanks global ranks of the group; empty when unknown or all
 * @param groupSize number of ranks, -1 when unknown
 * @param peer global rank of the other side of a send or recv, -1 otherwise
 * @param tag tag of a send or recv, -1 otherwise
 * @param root global rank of the root of a rooted collective, -1 otherwise
 * @param evidence source of type and size: kernel-args, record_param_comms, library-call, c10d-op, gpu-annotation,
 *     kernel-name, user-annotation, functional-op, custom-op, assumed, none
 * @param notes further remarks, "" for none
 */
public record Collective(
        int node,
        long sequence,
        CollectiveType type,
        long inBytes,
        long outBytes,
        List<Long> sentBytes,
        String dtype,
        String groupName,
        List<Integer> groupRanks,
        int groupSize,
        int peer,
        long tag,
        int root,
        String evidence,
        String notes) {
    /** Copies the lists. */
    public Collective {
        sentBytes = List.copyOf(sentBytes);
        groupRanks = List.copyOf(groupRanks);
    }

    /** The same of a group with these ranks. */
    public Collective withGroupRanks(List<Integer> ranks) {
        return grouped(groupName, ranks, groupSize, root);
    }

    /** The same in a process group of this name with the same ranks. */
    public Collective withGroupName(String name) {
        return grouped(name, groupRanks, groupSize, root);
    }

    /** The same in this process group; a root within the group becomes a global rank. */
    public Collective withGroup(String name, List<Integer> ranks, int size) {
        int globalRoot = root >= 0 && root < ranks.size() ? ranks.get(root) : root;
        return grouped(name, ranks, size < 0 && !ranks.isEmpty() ? ranks.size() : size, globalRoot);
    }

    /** The same message with a size that its other end states. */
    public Collective withMessageBytes(long bytes) {
        boolean send = type == CollectiveType.SEND;
        return new Collective(
                node,
                sequence,
                type,
                send ? bytes : 0,
                send ? 0 : bytes,
                sentBytes,
                dtype,
                groupName,
                groupRanks,
                groupSize,
                peer,
                tag,
                root,
                evidence,
                notes.isEmpty() ? "size from the other end" : notes + "; size from the other end");
    }

    private Collective grouped(String name, List<Integer> ranks, int size, int from) {
        return new Collective(
                node, sequence, type, inBytes, outBytes, sentBytes, dtype, name, ranks, size, peer, tag, from, evidence,
                notes);
    }

    /** The same with this running number. */
    public Collective withSequence(long number) {
        return new Collective(
                node,
                number,
                type,
                inBytes,
                outBytes,
                sentBytes,
                dtype,
                groupName,
                groupRanks,
                groupSize,
                peer,
                tag,
                root,
                evidence,
                notes);
    }
}
