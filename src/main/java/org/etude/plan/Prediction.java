package org.etude.plan;

import java.util.Optional;
import org.etude.report.EtudeException;
import org.etude.workload.llm.LlmTraining;
import org.etude.workload.llm.LlmOption;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * A measured step with its prediction.
 *
 * @param row the measured step
 * @param predicted seconds, empty when it cannot be modelled
 * @param reason why not, or what was assumed
 */
public record Prediction(MeasuredRow row, OptionalDouble predicted, String reason) {
    /** Predicts a row, blind: from its options and the machine's model alone. */
    public static Prediction of(MeasuredRow row, Optional<String> machine) {
        if (row.options().isEmpty()) {
            return new Prediction(row, OptionalDouble.empty(), row.reason());
        }
        try {
            Map<LlmOption, String> options = new EnumMap<>(row.options().get());
            machine.ifPresent(file -> options.put(LlmOption.MACHINE, file));
            StepEstimate estimate = StepEstimate.of(LlmTraining.of(options, false), row.node());
            return new Prediction(row, OptionalDouble.of(estimate.seconds()), row.reason());
        } catch (EtudeException e) {
            return new Prediction(row, OptionalDouble.empty(), e.getMessage());
        }
    }

    /** Predicted over measured, less 1. */
    public OptionalDouble error() {
        return predicted.isPresent()
                ? OptionalDouble.of(predicted.getAsDouble() / row.measured() - 1)
                : OptionalDouble.empty();
    }
}
