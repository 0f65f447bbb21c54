package org.etude.sim.simai;

import java.util.List;

/** Makes collectives into flows as SimAI 1.6 does, or as NCCL's tuning chooses. */
public final class FlowSchedules {
    private FlowSchedules() {}

    /**
     * The flows of a collective in a group. When a step of a ring would have no byte there are none; nor for NVLS in a group
     * on several servers.
     *
     * @param bytes the size; all-gather and reduce-scatter count the whole
     * @throws SimAiException when the tuning has nothing left that can do it
     */
    public static FlowSchedule of(ProcessGroup group, Collective collective, long bytes, FlowOptions options) {
        FlowOptions.Way way = options.way(group, collective, bytes);
        long wire = way.protocol().map(protocol -> protocol.wireBytes(bytes)).orElse(bytes);
        Rings rings = Rings.of(group);
        List<Flow> flows = collective == Collective.ALLTOALL
                ? DirectFlows.allToAll(group, wire)
                : switch (way.algorithm()) {
                    case NVLS -> DirectFlows.nvls(group, wire);
                    case NVLS_TREE -> NvlsTreeFlows.allReduce(group, wire);
                    case PAT -> PatFlows.of(group, collective, wire);
                    case TREE -> TreeFlows.allReduce(Trees.of(group), wire);
                    case RING -> {
                        boolean pxn = options.pxn() && group.nodes() > 1 && collective != Collective.ALLGATHER;
                        yield new RingFlows(group, rings, collective, pxn).flows(wire);
                    }
                };
        return new FlowSchedule(way.algorithm(), way.protocol(), rings.size(), flows);
    }
}
