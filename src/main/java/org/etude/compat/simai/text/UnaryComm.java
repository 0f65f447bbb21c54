// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.text;

import org.etude.compat.simai.text.SimAiRow.Pass;
import org.etude.workload.llm.LlmTraining;

/**
 * Which groups have more than one rank, so that their communication is written.
 *
 * @param tensor whether tensor-parallel groups do
 * @param expert whether expert-parallel groups do
 * @param counts the collective that distributes the number of tokens per expert
 */
record UnaryComm(boolean tensor, boolean expert, String counts) {
    /** Everything is written, regardless of group sizes. */
    static final UnaryComm ALL = new UnaryComm(true, true, "ALLGATHER");

    /** What AICB writes with measured times. */
    static UnaryComm measured(LlmTraining training) {
        return new UnaryComm(training.tp() > 1, training.ep() > 1, "ALLGATHER");
    }

    /** Only necessary communication: counts go to the ranks that hold experts. */
    static UnaryComm needed(LlmTraining training) {
        return new UnaryComm(training.tp() > 1, training.ep() > 1, "ALLGATHER_EP");
    }

    /** A collective in a tensor-parallel group. */
    String tensor(String comm) {
        return tensor ? comm : Pass.NONE;
    }

    /** A collective in an expert-parallel group. */
    String expert(String comm) {
        return expert ? comm : Pass.NONE;
    }

    /** The collective of counts. */
    String ofCounts() {
        return tensor || expert ? counts : Pass.NONE;
    }
}
