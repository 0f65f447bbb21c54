package org.etude.workload.llm.step;

import java.util.List;
import org.etude.spec.CollectiveType;
import org.etude.workload.parallel.Group;

/** What a layer is made of: work, and exchanges between pieces of work. The backward pass goes over them in reverse. */
sealed interface LayerPiece {
    /**
     * Computation of one rank.
     *
     * @param part the part of the layer: {@code attention}, {@code mlp}, {@code embedding}, {@code output}
     * @param forward kernels of the forward pass, in order
     * @param backward kernels of the backward pass without those of {@code weights}
     * @param weights kernels of gradients that nothing in the backward pass waits for; they hide the exchange before
     * @param parameters elements of its parameters
     * @param copies which ranks hold copies of them
     */
    record Work(
            String part,
            List<StepKernel> forward,
            List<StepKernel> backward,
            List<StepKernel> weights,
            long parameters,
            Group copies)
            implements LayerPiece {
        /** Copies. */
        public Work {
            forward = List.copyOf(forward);
            backward = List.copyOf(backward);
            weights = List.copyOf(weights);
        }
    }

    /**
     * Communication of one rank.
     *
     * @param name what it is for
     * @param forward what the forward pass does
     * @param backward what the backward pass does
     * @param again what the backward pass does so that the gradients of the work behind it can be computed: inputs that each
     *     rank kept its part of
     */
    record Exchange(String name, Comm forward, Comm backward, Comm again) implements LayerPiece {}

    /**
     * Communication that runs alongside the work that is the next piece.
     *
     * @param name what it is for
     * @param forward what the forward pass does
     * @param backward what the backward pass does
     */
    record Beside(String name, Comm forward, Comm backward) implements LayerPiece {}

    /**
     * A collective.
     *
     * @param type the sort
     * @param bytes its size as an execution trace counts it, 0 for none
     * @param group among whom
     */
    record Comm(CollectiveType type, long bytes, Group group) {
        static final Comm NONE = new Comm(CollectiveType.BARRIER, 0, Group.TENSOR);
    }
}
