// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import java.util.List;
import org.etude.spec.CollectiveType;
import org.etude.workload.parallel.Group;
import org.etude.workload.parallel.PairBytes;

/** A piece of a layer: work, or an exchange between pieces of work. The backward pass processes them in reverse. */
sealed interface LayerPiece {
    /**
     * Computation of one rank.
     *
     * @param part the part of the layer: {@code attention}, {@code mlp}, {@code embedding}, {@code output}
     * @param forward kernels of the forward pass, in order
     * @param backward kernels of the backward pass without those of {@code weights}
     * @param weights kernels of weight gradients, for which nothing in the backward pass waits; they overlap with the
     *     preceding exchange
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
     * @param again communication in the backward pass that restores inputs, of which each rank kept its part, for the
     *     gradients of the work after it
     */
    record Exchange(String name, Comm forward, Comm backward, Comm again) implements LayerPiece {}

    /**
     * Communication that overlaps with the next piece, which is work.
     *
     * @param name what it is for
     * @param forward what the forward pass does
     * @param backward what the backward pass does
     */
    record OverlappedExchange(String name, Comm forward, Comm backward) implements LayerPiece {}

    /**
     * A collective.
     *
     * @param type its type
     * @param bytes its size as an execution trace counts it, 0 for none
     * @param group its process group
     * @param loads for an all-to-all among expert ranks: the load of each
     * @param toExperts whether tokens go to experts, or return from them
     */
    record Comm(CollectiveType type, long bytes, Group group, ExpertLoads loads, boolean toExperts) {
        static final Comm NONE = new Comm(CollectiveType.BARRIER, 0, Group.TENSOR);

        Comm(CollectiveType type, long bytes, Group group) {
            this(type, bytes, group, ExpertLoads.EVEN, false);
        }

        /** The same of another size. */
        Comm sized(long size) {
            return new Comm(type, size, group, loads, toExperts);
        }

        /** Bytes between each pair of ranks, if they differ. */
        PairBytes pairs() {
            return (from, to) -> loads.to(toExperts ? to : from, bytes);
        }
    }
}
