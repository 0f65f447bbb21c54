// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.parallel;

/**
 * One pass of a stage over a micro batch.
 *
 * @param pass which pass
 * @param microBatch which micro batch, from 0
 * @param chunk which of the stage's chunks of layers, from 0
 * @param merged whether it overlaps with the following turn, so that each hides the other's all-to-alls
 */
public record Turn(Pass pass, int microBatch, int chunk, boolean merged) {
    /** A single pass. */
    public Turn(Pass pass, int microBatch, int chunk) {
        this(pass, microBatch, chunk, false);
    }

    /** A forward pass or a whole backward pass. */
    public Turn(boolean forward, int microBatch, int chunk) {
        this(forward ? Pass.FORWARD : Pass.BACKWARD, microBatch, chunk);
    }

    /** Whether it is the forward pass. */
    public boolean forward() {
        return pass == Pass.FORWARD;
    }

    /** Whether the micro batch's weight gradients are complete after it, and its activations no longer needed. */
    public boolean ends() {
        return pass == Pass.BACKWARD || pass == Pass.WEIGHTS;
    }

    /** Whether it exchanges activations or their gradients with other stages. */
    boolean crosses() {
        return pass != Pass.WEIGHTS;
    }
}
