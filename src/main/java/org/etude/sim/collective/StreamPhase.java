// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.collective;

import org.etude.collective.PhaseAlgorithm;
import org.etude.spec.CollectiveType;

/**
 * One phase of a chunk on one rank.
 *
 * @param queue queue it goes through
 * @param dim dimension it runs over, -1 for a group or a custom collective
 * @param kind what is done
 * @param bytes data when it begins
 * @param finalBytes data when it ends
 * @param local whether it runs over a group smaller than the system
 * @param algorithm what is sent when
 */
public record StreamPhase(
        int queue,
        int dim,
        CollectiveType kind,
        long bytes,
        long finalBytes,
        boolean local,
        PhaseAlgorithm algorithm) {}
