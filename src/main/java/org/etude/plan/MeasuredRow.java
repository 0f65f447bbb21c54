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
 * A measured step and its description.
 *
 * @param line line in the file; the header is line 1
 * @param group group of rows that are summarised together
 * @param name display name of the row
 * @param measured measured step time in seconds
 * @param options options of the generator; empty when the row cannot be modelled
 * @param node how its GPUs are connected, if different from the default of their type
 * @param reason why it cannot be modelled, or the assumptions made; may be empty
 * @param readable false when a cell is an error of the file, such as a word in a column of numbers
 */
public record MeasuredRow(
        int line,
        String group,
        String name,
        double measured,
        Optional<Map<LlmOption, String>> options,
        Optional<NodeModel> node,
        String reason,
        boolean readable) {
    private static final Set<LlmOption> SPLIT = EnumSet.of(
            LlmOption.TENSOR_PARALLEL,
            LlmOption.PIPELINE_PARALLEL,
            LlmOption.CONTEXT_PARALLEL,
            LlmOption.EXPERT_PARALLEL,
            LlmOption.EXPERT_TENSOR,
            LlmOption.VIRTUAL_STAGES,
            LlmOption.MICRO_BATCH,
            LlmOption.SEQUENCE_PARALLEL,
            LlmOption.TP_OVERLAP,
            LlmOption.EP_OVERLAP,
            LlmOption.RECOMPUTE_GRANULARITY);

    /** The options that define the job, without its parallelization, so that rows of the same job can be compared. */
    public Map<LlmOption, String> job() {
        Map<LlmOption, String> job = new EnumMap<>(LlmOption.class);
        options.ifPresent(job::putAll);
        job.keySet().removeAll(SPLIT);
        return job;
    }
}
