// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.etude.report.EtudeException;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.LlmTraining;
import org.etude.workload.llm.step.LlmStep;
import org.etude.workload.llm.step.MemoryPlan;

/**
 * A measured step with its prediction.
 *
 * @param row the measured step
 * @param estimate the estimated step, empty when it cannot be modelled
 * @param reason why not, or the assumptions made
 */
public record StepPrediction(MeasuredRow row, Optional<StepEstimate> estimate, String reason) {
    private static final double GIGA = 1e9;

    /** Predicts a row, blind: from its options and the machine's model alone. */
    public static StepPrediction of(MeasuredRow row, Optional<String> machine) {
        if (row.options().isEmpty()) {
            return new StepPrediction(row, Optional.empty(), row.reason());
        }
        try {
            Map<LlmOption, String> options = new EnumMap<>(row.options().get());
            machine.ifPresent(file -> options.put(LlmOption.MACHINE, file));
            StepEstimate estimate = StepEstimate.of(LlmTraining.of(options, false), row.node());
            return new StepPrediction(row, Optional.of(estimate), note(row, estimate));
        } catch (EtudeException e) {
            List<String> lines = e.getMessage().lines().map(String::strip).toList();
            return new StepPrediction(row, Optional.empty(), String.join("; ", lines));
        }
    }

    /**
     * What was assumed, and whether the measured step would not fit into memory, which suggests that the row was
     * misread.
     */
    private static String note(MeasuredRow row, StepEstimate estimate) {
        MemoryPlan memory = LlmStep.of(estimate.training(), Optional.empty()).memory();
        return memory.stages().stream()
                .filter(stage -> !stage.fits())
                .findFirst()
                .map(stage -> String.format(
                        Locale.ROOT,
                        "%sstage %d needs %.0f GB of memory by the model, more than the GPU's %.0f",
                        row.reason().isEmpty() ? "" : row.reason() + "; ",
                        stage.stage(),
                        stage.total().value() / GIGA,
                        stage.capacity().orElseThrow().value() / GIGA))
                .orElse(row.reason());
    }

    /** Where the row is, and its reason: {@code line 3: the GPU is not known}. */
    public String lineAndReason() {
        return "line " + row.line() + ": " + reason;
    }

    /** Seconds; empty when the row cannot be modelled. */
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
