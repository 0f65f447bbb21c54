package org.etude.sim.simai;

import java.util.List;

/** Makes collectives into flows as SimAI 1.6 does. */
public final class FlowSchedules {
    private FlowSchedules() {}

    /**
     * The flows of a collective in a group. When a step of a ring would have no byte there are none; nor for NVLS in a group
     * on several servers.
     *
     * @param bytes the size; all-gather and reduce-scatter count the whole
     */
    public static FlowSchedule of(ProcessGroup group, Collective collective, long bytes, FlowOptions options) {
        Rings rings = Rings.of(group);
        FlowAlgorithm algorithm = options.algorithm(group, collective);
        List<Flow> flows;
        if (collective == Collective.ALLTOALL) {
            flows = DirectFlows.allToAll(group, bytes);
        } else if (algorithm == FlowAlgorithm.NVLS) {
            flows = DirectFlows.nvls(group, bytes);
        } else if (algorithm == FlowAlgorithm.TREE) {
            flows = TreeFlows.allReduce(Trees.of(group), bytes);
        } else {
            boolean pxn = options.pxn() && group.nodes() > 1 && collective != Collective.ALLGATHER;
            flows = new RingFlows(group, rings, collective, pxn).flows(bytes);
        }
        return new FlowSchedule(algorithm, rings.size(), flows);
    }
}
