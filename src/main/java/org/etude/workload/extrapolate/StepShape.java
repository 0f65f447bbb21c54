// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.extrapolate;

/**
 * The dimensions of an extrapolated step.
 *
 * @param recordedBatch samples of the recorded step
 * @param batch samples per step on each copy of the model
 * @param microBatches micro batches per step
 * @param exchangedIn the micro batch whose backward pass comes last, in which gradients are exchanged
 * @param tp ranks that share a layer
 * @param keepsCollectives whether recorded gradient all-reduces keep their positions and sizes
 * @param shares the fraction of the parameters on each stage
 */
record StepShape(
        long recordedBatch,
        long batch,
        int microBatches,
        int exchangedIn,
        int tp,
        boolean keepsCollectives,
        double[] shares) {

    /** Samples of a micro batch / samples recorded. */
    double passRatio() {
        return (double) batch / microBatches / recordedBatch;
    }

    /** Samples of the step / samples recorded. */
    double stepRatio() {
        return (double) batch / recordedBatch;
    }

    /** Bytes of an activation of a micro batch, from those of the recorded batch. */
    long scaled(long bytes) {
        return Math.max(1, Math.round(bytes * passRatio()));
    }

    double share(int stage) {
        return shares[stage];
    }
}
