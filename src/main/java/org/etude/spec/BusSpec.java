// SPDX-License-Identifier: Apache-2.0
package org.etude.spec;

import org.etude.report.Internal;

/**
 * The LogGP bus between a node's network port and memory; parameters as in the LogGP model, times in ns.
 *
 * @param latency L
 * @param overhead o
 * @param gap g
 * @param gapPerByte G
 * @param reductionDelay ns to reduce 100 bytes
 */
@Internal
public record BusSpec(int latency, int overhead, int gap, double gapPerByte, int reductionDelay) {
    /** Rejects negative times. */
    public BusSpec {
        if (latency < 0
                || overhead < 0
                || gap < 0
                || !(gapPerByte >= 0 && gapPerByte < Double.POSITIVE_INFINITY)
                || reductionDelay < 0) {
            throw new SimulationException(
                    "the shared bus has L " + latency + ", o " + overhead + ", g " + gap + ", G " + gapPerByte
                            + " and local-reduction-delay " + reductionDelay + " ns",
                    "Give 0 or more for each.");
        }
    }
}
