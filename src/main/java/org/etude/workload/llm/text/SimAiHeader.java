package org.etude.workload.llm.text;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The first line: a parallelism policy, then names and values. The order is kept, for writing.
 *
 * @param policy the first word
 * @param fields names (without colon) and values as written
 */
public record SimAiHeader(String policy, Map<String, String> fields) {
    /** The policy that AICB writes. */
    public static final String TRANSFORMER = "HYBRID_TRANSFORMER_FWD_IN_BCKWD";

    /** The policy of files with nothing but collectives. */
    public static final String MICRO = "MICRO";

    /** Copies. */
    public SimAiHeader {
        fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
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

    /** Layers of a stage, which SimAI takes for virtual stages. */
    public int vpp() {
        return number("vpp", 1);
    }

    /** Micro batches of a step. */
    public int ga() {
        return number("ga", 1);
    }

    /** All ranks. */
    public int gpus() {
        return number("all_gpus", 1);
    }

    /** Bytes sent from stage to stage for a micro batch. */
    public double ppComm() {
        try {
            return Double.parseDouble(fields.getOrDefault("pp_comm", "0"));
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private int number(String name, int otherwise) {
        String text = fields.get(name);
        try {
            return text == null ? otherwise : (int) Double.parseDouble(text);
        } catch (NumberFormatException e) {
            return otherwise;
        }
    }
}
