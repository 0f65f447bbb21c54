// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.model;

import java.util.List;
import org.etude.number.IntRuns;

/**
 * What a trace states about a collective or point-to-point transfer, from the arguments of a kernel or
 * record_param_comms. Missing parts are null or -1.
 *
 * @param collective the trace's own name: allreduce, _allgather_base, send, wait, ...; null when absent
 * @param dtype element type as written: Float, Half, BFloat16, Long, Byte, ...; null when absent
 * @param inElements number of elements of the input, -1 when absent
 * @param outElements number of elements of the output, -1 when absent
 * @param inSplit sizes sent to each rank by an uneven all-to-all; empty when absent
 * @param outSplit sizes received from each rank; empty when absent
 * @param groupName process group name, null when absent
 * @param groupDesc process group description, null when absent
 * @param groupSize number of ranks in the group, -1 when absent
 * @param groupRanks the global ranks of the group when listed; empty when absent
 * @param peer global rank of the other side of a send or recv, -1 when absent
 * @param tag tag of a send or recv, -1 when absent
 * @param sequence the group's running number of the call, -1 when absent
 */
public record CommArgs(
        String collective,
        String dtype,
        long inElements,
        long outElements,
        List<Long> inSplit,
        List<Long> outSplit,
        String groupName,
        String groupDesc,
        int groupSize,
        List<Integer> groupRanks,
        int peer,
        long tag,
        long sequence) {

    /** Copies the lists. */
    public CommArgs {
        inSplit = List.copyOf(inSplit);
        outSplit = List.copyOf(outSplit);
        groupRanks = IntRuns.copyOf(groupRanks);
    }
}
