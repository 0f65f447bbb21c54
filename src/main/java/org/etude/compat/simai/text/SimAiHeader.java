// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.text;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.etude.spec.LlmException;

/**
 * The first line: a parallelism policy, then names and values, whose order is preserved. Two are equal if they say the
 * same, wherever they were read.
 *
 * @param policy the first word
 * @param fields names (without colon) and values as written
 * @param where the name of the text, for errors
 */
public record SimAiHeader(String policy, Map<String, String> fields, String where) {
    /** The policy that AICB writes. */
    public static final String TRANSFORMER = "HYBRID_TRANSFORMER_FWD_IN_BCKWD";

    /** The policy of files that contain only collectives. */
    public static final String MICRO = "MICRO";

    /** Copies the map. */
    public SimAiHeader {
        fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    }

    /** The first line of a text that was not read from a file. */
    public SimAiHeader(String policy, Map<String, String> fields) {
        this(policy, fields, "the workload");
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SimAiHeader header && policy.equals(header.policy) && fields.equals(header.fields);
    }

    @Override
    public int hashCode() {
        return 31 * policy.hashCode() + fields.hashCode();
    }

    /** Tensor parallelism. */
    public int tp() {
        return number("model_parallel_NPU_group", 1);
    }

    /** Expert parallelism. */
    public int ep() {
        return number("ep", 1);
    }

    /** Pipeline stages. */
    public int pp() {
        return number("pp", 1);
    }

    /** Layers per stage, which SimAI interprets as virtual stages. */
    public int vpp() {
        return number("vpp", 1);
    }

    /** Micro batches per step. */
    public int ga() {
        return number("ga", 1);
    }

    /** The total number of ranks. */
    public int gpus() {
        return number("all_gpus", 1);
    }

    /** Bytes sent between stages per micro batch. */
    public double ppComm() {
        return number("pp_comm", "0", Long.MAX_VALUE);
    }

    private int number(String name, int otherwise) {
        return (int) number(name, Integer.toString(otherwise), Integer.MAX_VALUE);
    }

    private double number(String name, String otherwise, double most) {
        String text = fields.getOrDefault(name, otherwise);
        double value = Double.NaN;
        try {
            value = Double.parseDouble(text);
        } catch (NumberFormatException e) {
            // Rejected below, like a number out of range.
        }
        if (!(value >= 0 && value <= most)) {
            throw new LlmException(
                    where + ", line 1: has " + name + ": " + text, "Write a number of 0 or more, as AICB does.");
        }
        return value;
    }
}
