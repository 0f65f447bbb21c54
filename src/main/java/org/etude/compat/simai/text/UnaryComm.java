// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.text;

import org.etude.compat.simai.text.SimAiRow.Pass;
import org.etude.workload.llm.LlmTraining;

/**
 * Which groups have more than one rank, so that communication in them is written.
 *
 * @param tensor whether tensor-parallel groups have
 * @param expert whether expert-parallel groups have
 * @param counts the collective by which ranks learn how many tokens go to each expert
 */
record UnaryComm(boolean tensor, boolean expert, String counts) {
    /** Everything is written whatever the groups are. */
    static final UnaryComm ALL = new UnaryComm(true, true, "ALLGATHER");

    /** What AICB writes for measured times. */
    static UnaryComm measured(LlmTraining training) {
        return new UnaryComm(training.tp() > 1, training.ep() > 1, "ALLGATHER");
    }

    /** What is needed: counts go to the ranks that hold experts. */
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
