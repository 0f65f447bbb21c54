// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.flow;

import java.util.List;
import java.util.Optional;

/**
 * A collective as flows.
 *
 * @param algorithm the algorithm
 * @param protocol the protocol chosen by NCCL's tuning, empty without tuning; flow sizes are bytes on the links
 * @param channels number of rings of the group
 * @param flows the flows by number
 */
public record FlowSchedule(FlowAlgorithm algorithm, Optional<NcclProtocol> protocol, int channels, List<Flow> flows) {
    /** Copies the list. */
    public FlowSchedule {
        flows = List.copyOf(flows);
    }
}
