package org.etude.plan;

import java.util.Map;
import java.util.Optional;
import org.etude.workload.llm.LlmOption;
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
        String reason) {}
