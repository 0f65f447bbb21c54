// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.etude.spec.LlmException;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.LlmTraining;

/**
 * Parts of a layer that run as CUDA graphs (Megatron-Core's --cuda-graph-scope), so that the host does not launch their
 * kernels individually. Routed experts, whose sizes vary, are never included. Shared experts are in the router's graph,
 * and dense layers of such a model are treated likewise, because their kernels have the same names; moe_preprocess adds
 * nothing that is counted.
 *
 * @param parts the parts
 */
record GraphScope(Set<String> parts) {
    private static final Pattern FIRST_WORD = Pattern.compile("[ _]");
    /**
     * First words of kernel names, and the parts whose graphs may contain them: shared experts are in that of the
     * router.
     */
    private static final Map<String, List<String>> KERNELS = Map.of(
            "attention", List.of("attn"),
            "core", List.of("attn"),
            "rotary", List.of("attn"),
            "norm", List.of("attn", "mamba"),
            "mamba", List.of("mamba"),
            "convolution", List.of("mamba"),
            "states", List.of("mamba"),
            "gated", List.of("mamba"),
            "router", List.of("moe_router"),
            "mlp", List.of("mlp", "moe_router"));

    /**
     * What a training asks for, without parts that its layers do not have: the graph of a router holds nothing of a dense
     * model.
     *
     * @throws LlmException when there is no such part
     */
    static GraphScope of(LlmTraining training) {
        Set<String> parts = new LinkedHashSet<>(training.words(LlmOption.GRAPH_SCOPE));
        if (!training.hasExperts()) {
            parts.remove("moe_router");
        }
        if (!training.hasKind('M')) {
            parts.remove("mamba");
        }
        return new GraphScope(parts);
    }

    /** The kernel, without host time if it is in a graph. */
    StepKernel of(StepKernel kernel) {
        if (parts.isEmpty()) {
            return kernel;
        }
        List<String> holding = KERNELS.getOrDefault(FIRST_WORD.split(kernel.name(), 2)[0], List.of());
        return holding.stream().anyMatch(parts::contains) ? kernel.taking(kernel.nanos(), 0) : kernel;
    }
}
