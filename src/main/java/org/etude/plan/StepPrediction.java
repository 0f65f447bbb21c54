// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
 * @param fits whether each stage fits in the GPU's memory by the model, as far as it is known
 */
public record StepPrediction(MeasuredRow row, Optional<StepEstimate> estimate, String reason, boolean fits) {
    private static final double GIGA = 1e9;

    /** A prediction of a step that fits in memory, or of none. */
    StepPrediction(MeasuredRow row, Optional<StepEstimate> estimate, String reason) {
        this(row, estimate, reason, true);
    }

    /** Predicts a row, blind: from its options and the machine's model alone. */
    public static StepPrediction of(MeasuredRow row, Optional<String> machine) {
        if (row.options().isEmpty()) {
            return new StepPrediction(row, Optional.empty(), row.reason());
        }
        try {
            Map<LlmOption, String> options = new EnumMap<>(row.options().get());
            machine.ifPresent(file -> options.put(LlmOption.MACHINE, file));
            StepEstimate estimate = StepEstimate.of(LlmTraining.of(options, false), row.node());
            Optional<String> excess = excess(estimate);
            String note = Stream.concat(Stream.of(row.reason()).filter(text -> !text.isEmpty()), excess.stream())
                    .collect(Collectors.joining("; "));
            return new StepPrediction(row, Optional.of(estimate), note, excess.isEmpty());
        } catch (EtudeException e) {
            List<String> lines = e.getMessage().lines().map(String::strip).toList();
            return new StepPrediction(row, Optional.empty(), String.join("; ", lines));
        }
    }

    /**
     * The stage for which the memory of a GPU does not suffice. As the step was measured, its row does not say all of its
     * options, or says some of them wrong.
     */
    private static Optional<String> excess(StepEstimate estimate) {
        MemoryPlan memory = LlmStep.of(estimate.training(), Optional.empty()).memory();
        return memory.stages().stream()
                .filter(stage -> !stage.fits())
                .findFirst()
                .map(stage -> String.format(
                        Locale.ROOT,
                        "stage %d needs %.0f GB of memory by the model, more than the GPU's %.0f",
                        stage.stage(),
                        stage.total().value() / GIGA,
                        stage.capacity().orElseThrow().value() / GIGA));
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
