// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.engine;

import java.util.List;
import org.etude.compat.triosim.trace.TrioSimException;
import org.etude.compat.triosim.trace.TrioSimException.Reason;

/** How a step is distributed; in the order of TrioSim's case numbers. */
public enum TrioSimParallelism {
    /** Every GPU does the same and nothing is exchanged. */
    REPLICAS("Estimated execution time ms, "),
    /** One all-reduce of all gradients after the step. */
    DATA("Current time after AllReduce stage ms, "),
    /** All-reduces of gradients during the backward pass. */
    DISTRIBUTED_DATA("Current time after Data parallesim execution ms, "),
    /** Operators divided, an all-reduce after each. */
    TENSOR("Current time after Tensor parallesim execution ms, "),
    /** Operators in stages, micro-batches one after another. */
    PIPELINE("Current time after Pipeline parallesim execution ms, ");

    private final String label;

    TrioSimParallelism(String label) {
        this.label = label;
    }

    /** What the original prints before the time; spelling preserved, because scripts search for it. */
    public String label() {
        return label;
    }

    /**
     * The parallelism with a case number.
     *
     * @throws TrioSimException when there is none
     */
    public static TrioSimParallelism ofCase(int number) {
        if (number < 0 || number >= values().length) {
            throw new TrioSimException(
                    Reason.SETTING,
                    "case " + number + " is not known",
                    "Give 0 (replicas), 1 (data), 2 (distributed data), 3 (tensor) or 4 (pipeline parallelism).");
        }
        return List.of(values()).get(number);
    }
}
