// SPDX-License-Identifier: Apache-2.0
package org.etude.spec;

import org.etude.report.Internal;

/** The order in which a pipeline stage processes micro batches. */
@Internal
public enum PipelineSchedule {
    /** All forward passes, then all backward passes, the last micro batch first (Huang et al. 2019, figure 2c). */
    GPIPE("gpipe"),
    /**
     * As many forward passes as fill the pipeline, then backward and forward passes alternating (PipeDream-flush;
     * Narayanan et al. 2021, section 2.2.1).
     */
    ONE_F_ONE_B("1f1b"),
    /**
     * 1F1B with several chunks of layers per stage, so that the pipeline fills in steps of one chunk (Narayanan et al.
     * 2021, section 2.2.2).
     */
    INTERLEAVED("interleaved"),
    /**
     * 1F1B with weight gradients deferred to fill the draining of the pipeline; the first stage holds as many
     * activations as in 1F1B (ZB-H1; Qi et al., Zero bubble pipeline parallelism, 2024, section 2.1).
     */
    ZERO_BUBBLE("zb-h1"),
    /**
     * Micro batches enter at both ends; each stage holds one part of the layers per direction, so parameters are held
     * twice (DeepSeek-AI, DeepSeek-V3 technical report, 2024, section 3.2.1).
     */
    DUAL_PIPE("dualpipe"),
    /**
     * DualPipe cut in half: a stage holds one part of the layers on the way forth and one on the way back, so
     * parameters are held once (Qi et al., Pipeline parallelism with controllable memory, 2024; DeepSeek-AI, DualPipe
     * and DualPipeV, 2025).
     */
    DUAL_PIPE_V("dualpipev");

    private static final String WORDS = "gpipe, 1f1b, interleaved, zb-h1, dualpipe or dualpipev";

    private final String word;

    PipelineSchedule(String word) {
        this.word = word;
    }

    /**
     * The schedule with this name: gpipe, 1f1b, interleaved, zb-h1, dualpipe or dualpipev.
     *
     * @throws org.etude.report.EtudeException when there is none
     */
    public static PipelineSchedule named(String word) {
        for (PipelineSchedule schedule : values()) {
            if (schedule.word.equalsIgnoreCase(word)) {
                return schedule;
            }
        }
        throw new WorkloadException("there is no pipeline schedule '" + word + "'", "Give " + WORDS + ".");
    }

    @Override
    public String toString() {
        return word;
    }

    /** Whether forward and backward passes take turns, so that one of each can run side by side. */
    public boolean isAlternating() {
        return this == ONE_F_ONE_B || this == INTERLEAVED || isDual();
    }

    /** Whether micro batches enter at both ends. */
    public boolean isBidirectional() {
        return this == DUAL_PIPE;
    }

    /** Whether a stage has two chunks that micro batches go through in opposite directions. */
    public boolean isDual() {
        return this == DUAL_PIPE || this == DUAL_PIPE_V;
    }

    /** Whether gradients of weights come later than those of inputs, at least for some micro batches. */
    public boolean splitsBackward() {
        return this == ZERO_BUBBLE || isDual();
    }
}
