// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.etude.spec.LlmException;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.LlmTraining;

/**
 * Parts of a layer that run as CUDA graphs, as Megatron-Core's --cuda-graph-scope says, so that the host does not launch their kernels
 * one by one. Routed experts, whose sizes change, are never among them. Shared experts are in the router's graph, and dense layers of
 * such a model count as if they were, since their kernels have the same names; moe_preprocess adds nothing that is counted.
 *
 * @param parts the parts
 */
record GraphScope(Set<String> parts) {
    private static final Pattern FIRST_WORD = Pattern.compile("[ _]");
    private static final List<String> KNOWN = List.of("attn", "mamba", "mlp", "moe_router", "moe_preprocess");
    /** First words of the names of kernels, and the parts whose graphs may hold them: shared experts are in that of the router. */
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
     * What a training asks for.
     *
     * @throws LlmException when there is no such part
     */
    static GraphScope of(LlmTraining training) {
        return new GraphScope(training.words(LlmOption.GRAPH_SCOPE, KNOWN));
    }

    /** The kernel without the host where it is in a graph. */
    StepKernel of(StepKernel kernel) {
        List<String> holding = KERNELS.getOrDefault(FIRST_WORD.split(kernel.name(), 2)[0], List.of());
        return holding.stream().anyMatch(parts::contains) ? kernel.taking(kernel.nanos(), 0) : kernel;
    }
}
