// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.etude.spec.LlmException;
import org.etude.spec.LlmOption;
import org.etude.spec.PipelineSchedule;

/** The words that options of a generated workload take, apart from names of models, GPUs and their kernels. */
final class OptionWords {
    private static final Pattern BETWEEN = Pattern.compile("[,\\s]+");

    /** Options that are one of these. */
    private static final Map<LlmOption, List<String>> ONE = Map.of(
            LlmOption.CONTEXT_EXCHANGE, List.of("p2p", "a2a", "all_gather"),
            LlmOption.DETAIL, List.of("parts", "kernels"),
            LlmOption.DISPATCH_TYPE, List.of("fp8", "bf16"),
            LlmOption.LOSS_IMPL, List.of("native", "te"),
            LlmOption.RECOMPUTE_GRANULARITY, List.of("none", "selective", "op", "full"),
            LlmOption.RECOMPUTE_METHOD, List.of("uniform", "block"),
            LlmOption.SHARDING, List.of("no_shard", "optim", "optim_grads", "optim_grads_params"),
            LlmOption.TOKEN_DISPATCHER, List.of("flex", "alltoall"));

    /** Options that are some of these. */
    private static final Map<LlmOption, List<String>> SOME = Map.of(
            LlmOption.GRAPH_SCOPE, List.of("attn", "mamba", "mlp", "moe_router", "moe_preprocess"),
            LlmOption.LORA_MODULES, List.of("linear_qkv", "linear_proj", "linear_fc1", "linear_fc2"),
            LlmOption.RECOMPUTE_MODULES,
                    List.of("core_attn", "layernorm", "mla_up_proj", "mlp", "moe", "moe_act", "shared_experts"));

    /** What may have an element type of its own. */
    private static final List<String> MODULES =
            List.of("attention", "mlp", "experts", "latent", "mamba_in", "mamba_out", "mtp");

    private static final Pattern PAIR = Pattern.compile("([a-z_]+)=([A-Za-z0-9_-]+)");

    private OptionWords() {}

    /** The word of an option, if it is known; null when it has none. */
    static String one(LlmOption option, String text) {
        List<String> known = ONE.get(option);
        if (text != null && !known.contains(text)) {
            throw new LlmException(option.option() + " is '" + text + "'", "Give " + either(known) + ".");
        }
        return text;
    }

    /** The words of an option, separated by commas or blanks, if all are known; empty when it has none. */
    static Set<String> some(LlmOption option, String text) {
        List<String> known = SOME.get(option);
        Set<String> words = text == null ? Set.of() : new LinkedHashSet<>(List.of(BETWEEN.split(text.strip())));
        for (String word : words) {
            if (!known.contains(word)) {
                throw new LlmException(
                        option.option() + " has '" + word + "'", "Give some of " + String.join(", ", known) + ".");
            }
        }
        return words;
    }

    /** The types of {@link LlmOption#MODULE_TYPES} by module, as they are written; empty when it has none. */
    static Map<String, String> types(String text) {
        Map<String, String> types = new LinkedHashMap<>();
        for (String pair : text == null ? new String[0] : BETWEEN.split(text.strip())) {
            Matcher matcher = PAIR.matcher(pair);
            boolean known = matcher.matches() && MODULES.contains(matcher.group(1));
            if (!known || types.put(matcher.group(1), matcher.group(2)) != null) {
                throw new LlmException(
                        LlmOption.MODULE_TYPES.option() + " has '" + pair + "'"
                                + (known ? " besides another type" : ""),
                        "Give pairs such as attention=bf16, each of another module: " + String.join(", ", MODULES)
                                + ".");
            }
        }
        return types;
    }

    /** Checks the words of all options, whether a step would look at them or not. */
    static void check(LlmTraining training) {
        ONE.keySet().forEach(training::word);
        SOME.keySet().forEach(training::words);
        training.moduleTypes();
        PipelineSchedule.named(training.text(LlmOption.SCHEDULE));
    }

    private static String either(List<String> words) {
        int last = words.size() - 1;
        return String.join(", ", words.subList(0, last)) + " or " + words.get(last);
    }
}
