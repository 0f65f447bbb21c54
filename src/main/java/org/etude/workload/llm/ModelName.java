// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm;

import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * How a model is spelled. Capital letters, spaces, dashes and underscores do not count, nor do the publisher before a slash
 * and words such as "instruct" at the end: "meta-llama/Llama-3.1-8B-Instruct" is "llama3_8B". Releases of equal sizes are one model.
 */
final class ModelName {
    /** Other names of the same sizes, as {@link #key}, and the names used here. */
    private static final Map<String, String> SAME = Map.ofEntries(
            Map.entry("llama27b", "llama_7B"),
            Map.entry("llama213b", "llama_13B"),
            Map.entry("llama31b", "llama3_1B"),
            Map.entry("llama3.21b", "llama3_1B"),
            Map.entry("llama3.23b", "llama3_3B"),
            Map.entry("llama318b", "llama3_8B"),
            Map.entry("llama3.18b", "llama3_8B"),
            Map.entry("llama370b", "llama_70B"),
            Map.entry("llama3170b", "llama_70B"),
            Map.entry("llama3.170b", "llama_70B"),
            Map.entry("llama3.370b", "llama_70B"),
            Map.entry("llama3405b", "llama_405B"),
            Map.entry("llama31405b", "llama_405B"),
            Map.entry("llama3.1405b", "llama_405B"),
            Map.entry("deepseekv2lite", "DeepSeek_16B"),
            Map.entry("deepseekv2", "DeepSeek_236B"),
            Map.entry("deepseekv3", "DeepSeek_671B"),
            Map.entry("deepseekr1", "DeepSeek_671B"),
            Map.entry("qwen330ba3b", "Qwen3-MoE-30B"),
            Map.entry("qwen3235ba22b", "Qwen3-MoE-235B"),
            Map.entry("nemotron415b", "nemotron_15B"),
            Map.entry("nemotron4340b", "nemotron_340B"));

    private ModelName() {}

    /** The one of some names that is meant; empty when none is. */
    static Optional<String> find(String text, Collection<String> names) {
        String key = key(text);
        String meant = SAME.getOrDefault(key, text);
        String wanted = key(meant);
        return names.stream().filter(name -> key(name).equals(wanted)).findFirst();
    }

    private static String key(String text) {
        return text.toLowerCase(Locale.ROOT)
                .replaceFirst("^.*/", "")
                .replaceFirst("([-_ ](instruct|base|chat|hf|it|v0\\.[0-9]))+$", "")
                .replaceAll("[-_ ]", "")
                .replaceFirst("^meta(?=llama)", "")
                .replaceFirst("^gpt3(?=[0-9.]+[bm]$)", "gpt");
    }
}
