// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.text;

import org.etude.spec.LlmOption;
import org.etude.workload.llm.LlmTraining;

/** Message sizes of a training step, in bytes. */
record Sizes(LlmTraining training) {
    /** FP8 plus a four-byte scale per 128 elements, relative to two bytes per element (DeepEP). */
    static final double FP8_FACTOR = (1 + 4 / 128.0) / 2;

    /** Activations of a micro batch. */
    long activations() {
        return training.activationBytes();
    }

    /** Activations routed to all experts of the tokens. */
    long routed() {
        return activations() * training.number(LlmOption.TOP_K);
    }

    /** What a rank sends to experts and receives back. */
    long exchanged() {
        return Math.floorDiv(routed(), training.tp());
    }

    /** What a rank sends to experts in the forward pass. */
    long dispatched() {
        return training.deepSeek() ? (long) (exchanged() * FP8_FACTOR) : exchanged();
    }

    /** The numbers of tokens of each expert. */
    long tokenCounts() {
        return 2L * training.ep() * training.number(LlmOption.EXPERTS) * training.tp();
    }

    /** The size of the loss reductions. */
    long crossEntropy() {
        return training.number(LlmOption.SEQUENCE) * training.number(LlmOption.MICRO_BATCH) * 4;
    }
}
