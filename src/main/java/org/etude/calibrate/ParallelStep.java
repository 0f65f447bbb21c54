// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate;

/**
 * A measured step of a model of equal layers under tensor, data and pipeline parallelism.
 *
 * @param layers layers of the model
 * @param microBatch samples of a micro batch
 * @param microBatches micro batches of the step on each copy of the model
 * @param tp ranks that share a layer
 * @param dp copies of the model
 * @param pp stages, of equally many layers
 * @param ms the step
 */
public record ParallelStep(int layers, int microBatch, int microBatches, int tp, int dp, int pp, double ms) {
    /** Rejects non-positive values, and layers that are not divisible by the stages. */
    public ParallelStep {
        boolean positive = layers > 0 && microBatch > 0 && microBatches > 0 && tp > 0 && dp > 0 && pp > 0;
        if (!positive || !(ms > 0) || layers % pp != 0) {
            throw new CalibrationException(
                    "not a measured step: " + layers + " layers, " + microBatches + " micro batches of " + microBatch
                            + ", tp " + tp + ", dp " + dp + ", pp " + pp + ", " + ms + " ms",
                    "All must be above 0, and the stages must divide the layers.");
        }
    }

    int layersOfAStage() {
        return layers / pp;
    }

    /** Number of stage times until the last micro batch is complete: m + p - 1. */
    int rounds() {
        return microBatches + pp - 1;
    }
}
