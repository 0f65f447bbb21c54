// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.trace;

/** The purpose of a message. */
public enum MessageKind {
    /** Inputs of an operator, from the remote memory. */
    FETCH("fetch"),
    /** Outputs of a stage, for the next one. */
    HANDOVER("nextGPU"),
    /** Outputs of a stage, after which the next micro-batch may enter. */
    NEXT_ROUND("nextRound"),
    /** A chunk of an all-reduce in its reduce-scatter. */
    SCATTER("scatter"),
    /** A chunk of an all-reduce in its all-gather. */
    GATHER("gather"),
    /** A whole all-reduce, by formula. */
    ALL_REDUCE("allReduce");

    private final String label;

    MessageKind(String label) {
        this.label = label;
    }

    /** The original's name; the original has no {@link #ALL_REDUCE}. */
    public String label() {
        return label;
    }
}
