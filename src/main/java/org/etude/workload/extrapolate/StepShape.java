// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.extrapolate;

/**
 * The numbers of a spread step.
 *
 * @param recordedBatch samples of the recorded step
 * @param batch samples of a step on each copy of the model
 * @param microBatches micro batches of a step
 * @param exchangedIn the micro batch whose backward pass comes last, in which gradients are exchanged
 * @param tp ranks that share a layer
 * @param keepsCollectives whether recorded gradient all-reduces stay in their places with their sizes
 * @param shares the part of the parameters that each stage holds
 */
record StepShape(
        long recordedBatch,
        long batch,
        int microBatches,
        int exchangedIn,
        int tp,
        boolean keepsCollectives,
        double[] shares) {

    /** Samples of a micro batch by samples recorded. */
    double passRatio() {
        return (double) batch / microBatches / recordedBatch;
    }

    /** Samples of the step by samples recorded. */
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
