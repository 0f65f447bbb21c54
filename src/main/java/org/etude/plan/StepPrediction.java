// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.etude.report.EtudeException;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.LlmTraining;

/**
 * A measured step with its prediction.
 *
 * @param row the measured step
 * @param estimate the estimated step, empty when it cannot be modelled
 * @param reason why not, or the assumptions made
 */
public record StepPrediction(MeasuredRow row, Optional<StepEstimate> estimate, String reason) {
    /** Predicts a row from its options and the machine model alone, without its measured time. */
    public static StepPrediction of(MeasuredRow row, Optional<String> machine) {
        if (row.options().isEmpty()) {
            return new StepPrediction(row, Optional.empty(), row.reason());
        }
        try {
            Map<LlmOption, String> options = new EnumMap<>(row.options().get());
            machine.ifPresent(file -> options.put(LlmOption.MACHINE, file));
            StepEstimate estimate = StepEstimate.of(LlmTraining.of(options, false), row.node());
            return new StepPrediction(row, Optional.of(estimate), row.reason());
        } catch (EtudeException e) {
            return new StepPrediction(row, Optional.empty(), e.getMessage());
        }
    }

    /** Predicted step time in seconds; empty when the row cannot be modelled. */
    public OptionalDouble predicted() {
        return estimate.isPresent() ? OptionalDouble.of(estimate.get().seconds()) : OptionalDouble.empty();
    }

    /** Predicted / measured - 1. */
    public OptionalDouble error() {
        return estimate.isPresent()
                ? OptionalDouble.of(estimate.get().seconds() / row.measured() - 1)
                : OptionalDouble.empty();
    }
}
