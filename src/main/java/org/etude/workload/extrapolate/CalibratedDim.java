// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.extrapolate;

import org.etude.spec.CommunicationCosts;

/**
 * A network dimension on which a ring among its ranks takes the measured time: an all-reduce of n ranks has 2(n-1)
 * steps and moves 2(n-1)/n of its bytes over each link; in a pipeline a message passes one link.
 *
 * @param name tensor, data or pipeline
 * @param ranks ranks along it
 * @param collectives number of collectives or messages of a rank; 0 when there are none
 * @param bytes their mean size in bytes
 * @param cost the cost of one
 */
public record CalibratedDim(String name, int ranks, int collectives, long bytes, CommunicationCosts.Cost cost) {
    /** Name of the dimension of stages. */
    static final String PIPELINE = "pipeline";

    private boolean messages() {
        return name.equals(PIPELINE);
    }

    /** Latency of a link in us. */
    public double latencyUs() {
        return messages() ? cost.startUs() : cost.startUs() / (2.0 * (ranks - 1));
    }

    /** Bandwidth of a link in bytes per us. */
    public double bytesPerMicro() {
        double passing = messages() ? 1 : 2.0 * (ranks - 1) / ranks;
        return passing / cost.usPerByte();
    }
}
