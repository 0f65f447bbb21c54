// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.flow;

import java.util.List;
import org.etude.compat.simai.model.SimAiException;
import org.etude.compat.simai.model.SimAiGroup;
import org.etude.spec.CollectiveType;

/** Turns collectives into flows like SimAI 1.6, or as NCCL's tuning chooses. */
public final class FlowSchedules {
    private FlowSchedules() {}

    /**
     * The flows of a collective in a group. There are none if a step of a ring would have no bytes, or for NVLS in a
     * group on several servers.
     *
     * @param bytes the size; all-gather and reduce-scatter count the whole
     * @throws SimAiException when the tuning allows nothing that can do it
     */
    public static FlowSchedule of(SimAiGroup group, CollectiveType collective, long bytes, FlowOptions options) {
        FlowOptions.FlowMethod method = options.method(group, collective, bytes);
        long wire = method.protocol().map(protocol -> protocol.wireBytes(bytes)).orElse(bytes);
        NcclRings rings = NcclRings.of(group);
        List<Flow> flows = collective == CollectiveType.ALL_TO_ALL
                ? DirectFlows.allToAll(group, wire)
                : switch (method.algorithm()) {
                    case NVLS -> DirectFlows.nvls(group, wire);
                    case NVLS_TREE -> NvlsTreeFlows.allReduce(group, wire);
                    case PAT -> PatFlows.of(group, collective, wire);
                    case TREE -> TreeFlows.allReduce(NcclTrees.of(group), wire);
                    case RING -> {
                        boolean pxn = options.pxn() && group.nodes() > 1 && collective != CollectiveType.ALL_GATHER;
                        yield new RingFlows(group, rings, collective, pxn).flows(wire);
                    }
                };
        return new FlowSchedule(method.algorithm(), method.protocol(), rings.size(), flows);
    }
}
