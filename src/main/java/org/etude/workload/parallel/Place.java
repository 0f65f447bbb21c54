// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.parallel;

/**
 * A position in the step.
 *
 * @param stage the stage
 * @param chunk which of the stage's chunks of layers
 * @param part the part of the layers, 0 to parts - 1 in the order of computation
 * @param parts number of parts into which the layers are divided
 * @param microBatch the micro batch
 */
public record Place(int stage, int chunk, int part, int parts, int microBatch) {
    /** Whether the model's input enters here. */
    public boolean first() {
        return part == 0;
    }

    /** Whether the loss is computed here. */
    public boolean last() {
        return part == parts - 1;
    }
}
