// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.etude.spec.LlmOption;

/** Describes the choices of a split in a few words. */
public final class SplitText {
    private static final String FSDP = "fsdp";
    private static final String TP_OVERLAP = "tp overlap";
    private static final String EP_OVERLAP = "ep overlap";
    private static final String WHOLE_EXPERTS = "whole experts";

    /** The names of numbers, as in the columns of a table of plans. */
    private static final Map<LlmOption, String> NUMBERS = Map.of(
            LlmOption.TENSOR_PARALLEL, "tp",
            LlmOption.PIPELINE_PARALLEL, "pp",
            LlmOption.CONTEXT_PARALLEL, "cp",
            LlmOption.EXPERT_PARALLEL, "ep",
            LlmOption.VIRTUAL_STAGES, "vp",
            LlmOption.MICRO_BATCH, "micro_batch",
            LlmOption.INSTANCES, "instances");

    private SplitText() {}

    /** What is recomputed: none, selective, full, or the number of layers per part. */
    public static String recompute(Map<LlmOption, String> choices) {
        String granularity = choices.get(LlmOption.RECOMPUTE_GRANULARITY);
        boolean block = "full".equals(granularity) && "block".equals(choices.get(LlmOption.RECOMPUTE_METHOD));
        return block ? choices.get(LlmOption.RECOMPUTE_LAYERS) + " layers" : granularity;
    }

    /** Options beyond parallelism: sharding, communication overlap, element type. */
    public static String others(Map<LlmOption, String> choices) {
        List<String> all = new ArrayList<>();
        if (sharded(choices)) {
            all.add(FSDP);
        }
        int instances = Integer.parseInt(choices.getOrDefault(LlmOption.INSTANCES, "1"));
        if (instances > 1) {
            all.add(instances + " instances");
        }
        if (sharesSequences(choices)) {
            all.add("cp " + choices.get(LlmOption.CONTEXT_EXCHANGE));
        }
        if (wholeExperts(choices)) {
            all.add(WHOLE_EXPERTS);
        }
        if (isOn(LlmOption.TP_OVERLAP, choices)) {
            all.add(TP_OVERLAP);
        }
        if (isOn(LlmOption.EP_OVERLAP, choices)) {
            all.add(EP_OVERLAP);
        }
        String type = choices.get(LlmOption.DTYPE);
        if (type != null && !type.equals(LlmOption.DTYPE.base())) {
            all.add(type);
        }
        return String.join(", ", all);
    }

    /** How an option differs between two splits, such as "tp 1 -> 2" or "with fsdp"; empty if it does not. */
    static String change(LlmOption option, Map<LlmOption, String> from, Map<LlmOption, String> to) {
        return switch (option) {
            case RECOMPUTE_GRANULARITY, RECOMPUTE_LAYERS -> change("recompute ", recompute(from), recompute(to));
            case TP_OVERLAP -> change(TP_OVERLAP, isOn(option, from), isOn(option, to));
            case EP_OVERLAP -> change(EP_OVERLAP, isOn(option, from), isOn(option, to));
            case EXPERT_TENSOR -> change(WHOLE_EXPERTS, wholeExperts(from), wholeExperts(to));
            case SHARDING -> change(FSDP, sharded(from), sharded(to));
            // Ranks that do not share sequences exchange none.
            case CONTEXT_EXCHANGE ->
                sharesSequences(from) && sharesSequences(to) ? change("cp ", from.get(option), to.get(option)) : "";
            case DTYPE, SCHEDULE -> change("", from.get(option), to.get(option));
            default -> change(NUMBERS.get(option) + " ", from.get(option), to.get(option));
        };
    }

    private static String change(String name, Object from, Object to) {
        return Objects.equals(from, to) ? "" : name + from + " -> " + to;
    }

    private static String change(String choice, boolean from, boolean to) {
        return from == to ? "" : (to ? "with " : "without ") + choice;
    }

    private static boolean isOn(LlmOption flag, Map<LlmOption, String> choices) {
        return "true".equals(choices.get(flag));
    }

    private static boolean sharded(Map<LlmOption, String> choices) {
        return "optim_grads_params".equals(choices.get(LlmOption.SHARDING));
    }

    /** Whether tensor-parallel ranks could share experts but do not. */
    private static boolean wholeExperts(Map<LlmOption, String> choices) {
        return "1".equals(choices.get(LlmOption.EXPERT_TENSOR))
                && !"1".equals(choices.getOrDefault(LlmOption.TENSOR_PARALLEL, "1"));
    }

    private static boolean sharesSequences(Map<LlmOption, String> choices) {
        return !"1".equals(choices.getOrDefault(LlmOption.CONTEXT_PARALLEL, "1"));
    }
}
