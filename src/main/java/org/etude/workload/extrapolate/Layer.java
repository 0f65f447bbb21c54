// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.extrapolate;

/**
 * A forward operator with parameters, together with the part of the model up to the next one.
 *
 * @param name its operator
 * @param op its operator's index in {@link RecordedStep#ops()}
 * @param weightBytes bytes of its parameters (without bias)
 * @param inputBytes bytes of its activation input
 * @param outputBytes bytes of its output
 * @param features the dimensions along which its tensors can be split
 * @param split how tensor parallelism splits it
 */
public record Layer(
        String name, int op, long weightBytes, long inputBytes, long outputBytes, Features features, Split split) {
    /**
     * Sizes of the dimensions along which a layer can be split.
     *
     * @param inputs channels or features of its input; rows of a table
     * @param outputs channels or features of its output
     */
    public record Features(long inputs, long outputs) {}

    /** How tensor parallelism splits a layer, as in Megatron-LM (Shoeybi et al. 2019, section 3). */
    public enum Split {
        /** By outputs: its input is whole, its output stays split; the gradient of its input is all-reduced. */
        COLUMN,
        /**
         * By outputs like {@link #COLUMN}, next to another layer with the same input, whose all-reduce serves both.
         */
        COLUMN_BESIDE,
        /** By outputs, but the next layer needs them whole: the output is gathered as well. */
        COLUMN_GATHERED,
        /** By inputs: its input is split, its output is all-reduced. */
        ROW,
        /** By rows of a table of tokens: its output is all-reduced. */
        TABLE
    }

    Layer with(Split other) {
        return new Layer(name, op, weightBytes, inputBytes, outputBytes, features, other);
    }

    /** Whether it is split by its outputs. */
    boolean byOutputs() {
        return split != Split.ROW && split != Split.TABLE;
    }

    /** The maximum number of parts. */
    long mostParts() {
        return byOutputs() ? features.outputs() : features.inputs();
    }

    /** Whether the operators after it work on a split activation. */
    boolean staysSplit() {
        return split == Split.COLUMN || split == Split.COLUMN_BESIDE;
    }

    /** Whether the gradient of its input is all-reduced; the first layer of a model needs none. */
    boolean reducesInputGradient(int place) {
        return place > 0 && (split == Split.COLUMN || split == Split.COLUMN_GATHERED);
    }
}
