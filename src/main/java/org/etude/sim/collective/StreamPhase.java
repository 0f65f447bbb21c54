// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.collective;

import org.etude.collective.PhaseAlgorithm;
import org.etude.spec.CollectiveType;

/**
 * One phase of a chunk on one rank.
 *
 * @param queue queue it uses
 * @param dim dimension it runs over, -1 for a group or a custom collective
 * @param kind the collective it performs
 * @param bytes data per rank at the start
 * @param finalBytes data per rank at the end
 * @param local whether it runs over a group smaller than the system
 * @param algorithm the algorithm
 */
public record StreamPhase(
        int queue,
        int dim,
        CollectiveType kind,
        long bytes,
        long finalBytes,
        boolean local,
        PhaseAlgorithm algorithm) {}
