// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.flow;

import java.util.List;
import java.util.Optional;

/**
 * A collective as flows.
 *
 * @param algorithm how it was made
 * @param protocol what NCCL's tuning chose, none when it was not asked; sizes of flows count what crosses the links
 * @param channels rings of the group
 * @param flows the flows by number
 */
public record FlowSchedule(FlowAlgorithm algorithm, Optional<NcclProtocol> protocol, int channels, List<Flow> flows) {
    /** Copies. */
    public FlowSchedule {
        flows = List.copyOf(flows);
    }
}
