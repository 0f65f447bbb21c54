// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.extrapolate;

import org.etude.spec.WorkloadException;

/**
 * An operator of a step as input of {@link BatchScaling}.
 *
 * @param phase the part of the step
 * @param nanos time of its kernels, or its self time if the host computes, in ns
 * @param pieces number of kernels, or pieces of host time, each with a minimum time
 * @param scales whether it works on tensors that contain the batch
 * @param weightBytes bytes of its parameters, 0 when it has none
 * @param touchedBytes bytes of all its inputs and outputs, 0 when unknown
 * @param forward for the backward pass of a layer with parameters, the index of its forward operator; otherwise -1
 * @param products for such an operator, how many products of the forward's size it computes: 2, or 1 without a gradient of
 *     its input
 */
public record MeasuredOp(
        Phase phase,
        double nanos,
        int pieces,
        boolean scales,
        double weightBytes,
        double touchedBytes,
        int forward,
        int products) {
    /** Rejects negative times and sizes. */
    public MeasuredOp {
        if (!(nanos >= 0) || pieces < 0 || !(weightBytes >= 0) || !(touchedBytes >= 0) || products < 0) {
            throw new WorkloadException(
                    "an operator of " + nanos + " ns in " + pieces + " pieces, " + weightBytes
                            + " bytes of parameters, " + touchedBytes + " bytes touched",
                    "No value may be negative.");
        }
    }

    /** An operator without parameters. */
    public static MeasuredOp plain(Phase phase, double nanos, boolean scales) {
        return new MeasuredOp(phase, nanos, 1, scales, 0, 0, -1, 0);
    }
}
