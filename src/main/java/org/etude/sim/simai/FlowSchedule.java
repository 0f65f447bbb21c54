package org.etude.sim.simai;

import java.util.List;

/**
 * A collective as flows.
 *
 * @param algorithm how it was made
 * @param channels rings of the group
 * @param flows the flows by number
 */
public record FlowSchedule(FlowAlgorithm algorithm, int channels, List<Flow> flows) {
    /** Copies. */
    public FlowSchedule {
        flows = List.copyOf(flows);
    }
}
