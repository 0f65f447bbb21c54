// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.cost.NodeModel;

/**
 * A measured step and what describes it.
 *
 * @param line the line of the file, the header being 1
 * @param group rows that are summed up together
 * @param name what the row is called
 * @param measured seconds of a step
 * @param options options of the generator; empty when the row cannot be modelled
 * @param node how its GPUs are joined, if not as their type says
 * @param reason why it cannot be modelled, or what was assumed; may be empty
 */
public record MeasuredRow(
        int line,
        String group,
        String name,
        double measured,
        Optional<Map<LlmOption, String>> options,
        Optional<NodeModel> node,
        String reason) {
    private static final Set<LlmOption> SPLIT = EnumSet.of(
            LlmOption.TENSOR_PARALLEL,
            LlmOption.PIPELINE_PARALLEL,
            LlmOption.CONTEXT_PARALLEL,
            LlmOption.EXPERT_PARALLEL,
            LlmOption.VIRTUAL_STAGES,
            LlmOption.MICRO_BATCH,
            LlmOption.SEQUENCE_PARALLEL,
            LlmOption.TP_OVERLAP,
            LlmOption.EP_OVERLAP,
            LlmOption.RECOMPUTE_GRANULARITY);

    /** What the row trains on what, without how it is split: rows of one job can be chosen among. */
    public Map<LlmOption, String> job() {
        Map<LlmOption, String> job = new EnumMap<>(LlmOption.class);
        options.ifPresent(job::putAll);
        job.keySet().removeAll(SPLIT);
        return job;
    }
}
