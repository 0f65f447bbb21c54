// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.etude.spec.LlmOption;

/** Describes the choices of a split in a few words. */
public final class SplitText {
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
        if ("optim_grads_params".equals(choices.get(LlmOption.SHARDING))) {
            all.add("fsdp");
        }
        int instances = Integer.parseInt(choices.getOrDefault(LlmOption.INSTANCES, "1"));
        if (instances > 1) {
            all.add(instances + " instances");
        }
        if (!"1".equals(choices.getOrDefault(LlmOption.CONTEXT_PARALLEL, "1"))) {
            all.add("cp " + choices.get(LlmOption.CONTEXT_EXCHANGE));
        }
        if ("true".equals(choices.get(LlmOption.TP_OVERLAP))) {
            all.add("tp overlap");
        }
        if ("true".equals(choices.get(LlmOption.EP_OVERLAP))) {
            all.add("ep overlap");
        }
        String type = choices.get(LlmOption.DTYPE);
        if (type != null && !type.equals(LlmOption.DTYPE.base())) {
            all.add(type);
        }
        return String.join(", ", all);
    }
}
