// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm;

import java.util.Collection;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Normalises the spelling of model names. Case, spaces, dashes and underscores are ignored, as are the publisher before
 * a slash and suffixes such as "instruct": "meta-llama/Llama-3.1-8B-Instruct" is "llama3_8B". Releases of equal sizes
 * are one model.
 */
final class ModelName {
    /** Other names with the same sizes, as {@link #key}, and the names used here. */
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
            Map.entry("qwen330b", "Qwen3-MoE-30B"),
            Map.entry("qwen330ba3b", "Qwen3-MoE-30B"),
            Map.entry("qwen3235b", "Qwen3-MoE-235B"),
            Map.entry("qwen3235ba22b", "Qwen3-MoE-235B"),
            Map.entry("nemotron415b", "nemotron_15B"),
            Map.entry("nemotron4340b", "nemotron_340B"));

    private static final Pattern PUBLISHER = Pattern.compile("^.*/");
    private static final Pattern EDITION = Pattern.compile("([-_ ](instruct|base|chat|hf|it|v0\\.[12]))+$");
    private static final Pattern GPT_3 = Pattern.compile("^gpt[-_ ]?3[-_ ](?=[0-9.]+[bm]$)");
    private static final Pattern SEPARATOR = Pattern.compile("[-_ ]");
    private static final Pattern META = Pattern.compile("^meta(?=llama)");

    private ModelName() {}

    /** The names by their keys, and by those of {@link #SAME}. */
    static Map<String, String> byKey(Collection<String> names) {
        Map<String, String> all = new HashMap<>(SAME);
        names.forEach(name -> all.put(key(name), name));
        return Map.copyOf(all);
    }

    /** The normalised spelling. */
    static String key(String text) {
        String key = PUBLISHER.matcher(text.toLowerCase(Locale.ROOT)).replaceFirst("");
        key = EDITION.matcher(key).replaceFirst("");
        key = GPT_3.matcher(key).replaceFirst("gpt");
        key = SEPARATOR.matcher(key).replaceAll("");
        return META.matcher(key).replaceFirst("");
    }
}
