// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm;

import java.util.List;

/** A part of a model on one tensor-parallel rank. */
public sealed interface Part {
    /** Its name in rows. */
    String name();

    /** Elements of the parameters of the part itself. */
    long own();

    /** Parts of the part, in the order of computation. */
    default List<Part> parts() {
        return List.of();
    }

    /** Elements of all parameters. */
    default long count() {
        long sum = own();
        for (Part part : parts()) {
            sum += part.count();
        }
        return sum;
    }

    /**
     * A linear layer whose outputs are split over ranks.
     *
     * @param name the name
     * @param in inputs
     * @param out outputs of all ranks
     * @param tp ranks
     * @param bias whether it adds a bias
     */
    record Column(String name, long in, long out, int tp, boolean bias) implements Part {
        /** Rejects outputs that cannot be split evenly. */
        public Column {
            LlmTraining.divide(out, tp, name + " output");
        }

        /** Outputs of a rank. */
        public long partition() {
            return out / tp;
        }

        @Override
        public long own() {
            return in * partition() + (bias ? partition() : 0);
        }
    }

    /**
     * A linear layer whose inputs are split over ranks.
     *
     * @param name the name
     * @param in inputs of all ranks
     * @param out outputs
     * @param tp ranks
     * @param bias whether it adds a bias
     */
    record Row(String name, long in, long out, int tp, boolean bias) implements Part {
        /** Rejects inputs that cannot be split evenly. */
        public Row {
            LlmTraining.divide(in, tp, name + " input");
        }

        /** Inputs of a rank. */
        public long partition() {
            return in / tp;
        }

        @Override
        public long own() {
            return out * partition() + (bias ? out : 0);
        }
    }

    /**
     * A linear layer replicated on every rank.
     *
     * @param name the name
     * @param in inputs
     * @param out outputs
     * @param bias whether it adds a bias
     */
    record Whole(String name, long in, long out, boolean bias) implements Part {
        @Override
        public long own() {
            return in * out + (bias ? out : 0);
        }
    }

    /**
     * A normalisation with weight and bias.
     *
     * @param width inputs
     */
    record Norm(long width) implements Part {
        @Override
        public String name() {
            return "fused";
        }

        @Override
        public long own() {
            return 2 * width;
        }
    }

    /**
     * The tables of tokens and positions.
     *
     * @param tokens tokens of a rank
     * @param positions positions, 0 when they are not learned
     * @param hidden width
     */
    record Embedding(long tokens, long positions, long hidden) implements Part {
        @Override
        public String name() {
            return "embedding_layer";
        }

        @Override
        public long own() {
            return (tokens + positions) * hidden;
        }
    }

    /**
     * The experts of a layer on one rank.
     *
     * @param hidden inputs and outputs
     * @param width width of all these experts on one rank
     * @param matrices matrices of an expert, 2 or 3 when it is gated
     * @param fp8Dispatch whether tokens go to experts as FP8 with scales
     * @param parts shared experts, which process every token
     */
    record Experts(long hidden, long width, int matrices, boolean fp8Dispatch, List<Part> parts) implements Part {
        @Override
        public String name() {
            return "mlp_moelayer";
        }

        @Override
        public long own() {
            return matrices * hidden * width;
        }
    }

    /**
     * Several parts in sequence.
     *
     * @param name the name
     * @param extra elements in addition to those of the parts
     * @param parts the parts
     */
    record Block(String name, long extra, List<Part> parts) implements Part {
        @Override
        public long own() {
            return extra;
        }
    }
}
