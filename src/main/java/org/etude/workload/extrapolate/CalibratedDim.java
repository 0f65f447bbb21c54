// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.extrapolate;

import org.etude.spec.CommunicationCosts;

/**
 * A dimension of a network on which a ring among its ranks takes what was measured: an all-reduce of n ranks has 2(n-1) steps
 * and moves 2(n-1)/n of its bytes over each link; in a pipeline a message passes one link.
 *
 * @param name tensor, data or pipeline
 * @param ranks ranks along it
 * @param collectives collectives a rank takes part in, or messages; 0 when there are none
 * @param bytes their size, on average
 * @param cost what one costs
 */
public record CalibratedDim(String name, int ranks, int collectives, long bytes, CommunicationCosts.Cost cost) {
    /** What the dimension of stages is called. */
    static final String PIPELINE = "pipeline";

    private boolean messages() {
        return name.equals(PIPELINE);
    }

    /** Latency of a link in us. */
    public double latencyUs() {
        return messages() ? cost.startUs() : cost.startUs() / (2.0 * (ranks - 1));
    }

    /** Bandwidth of a link in bytes a us. */
    public double bytesPerMicro() {
        double passing = messages() ? 1 : 2.0 * (ranks - 1) / ranks;
        return passing / cost.usPerByte();
    }
}
