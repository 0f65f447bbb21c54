// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.LlmTraining;
import org.etude.workload.llm.step.LayerPiece.Work;

/** Computes the operations of a model in a step without recomputation, as used for model FLOPs utilisation. */
public final class ModelWork {
    private ModelWork() {}

    /** Floating-point operations of a step over all ranks: forward and backward passes of all layers and the output. */
    public static double operations(LlmTraining whole) {
        LlmTraining training = even(ContextParallel.local(whole));
        LayerPieces pieces = new LayerPieces(training, 0);
        if (training.text(LlmOption.HYBRID) != null) {
            return hybrid(training, pieces);
        }
        long layers = training.number(LlmOption.LAYERS);
        long dense = training.deepSeek() ? Math.min(layers, training.number(LlmOption.DENSE_LAYERS)) : 0;
        double sum = of(pieces.output(true));
        sum += dense > 0 ? dense * of(pieces.layer(0)) : 0;
        sum += layers > dense ? (layers - dense) * of(pieces.layer((int) layers - 1)) : 0;
        long predictions = training.number(LlmOption.MTP);
        sum += predictions > 0 ? predictions * prediction(pieces) : 0;
        // Copies that share sequences each have as many micro batches as one of them alone.
        return sum * training.tp() * training.dp() * LlmPlan.micros(training);
    }

    private static double hybrid(LlmTraining training, LayerPieces pieces) {
        double sum = of(pieces.output(true));
        Map<String, Double> kinds = new HashMap<>();
        for (int layer = 0; layer < training.number(LlmOption.LAYERS); layer++) {
            int index = layer;
            sum += kinds.computeIfAbsent(training.kind(layer), kind -> of(pieces.layer(index)));
        }
        long predictions = training.number(LlmOption.MTP);
        sum += predictions > 0 ? predictions * prediction(pieces) : 0;
        return sum * training.tp() * training.dp() * LlmPlan.micros(training);
    }

    /** Uneven experts have the same total work as even ones. */
    private static LlmTraining even(LlmTraining training) {
        Map<LlmOption, String> values = new EnumMap<>(training.values());
        values.remove(LlmOption.EXPERT_LOADS);
        values.put(LlmOption.EXPERT_LOAD, "1");
        return new LlmTraining(values, training.compat());
    }

    private static double prediction(LayerPieces pieces) {
        return of(pieces.predictionTable(false)) + of(pieces.prediction(true)) + of(pieces.predictionOutput());
    }

    private static double of(List<LayerPiece> pieces) {
        double sum = 0;
        for (LayerPiece piece : pieces) {
            if (piece instanceof Work work) {
                sum += all(work);
            }
        }
        return sum;
    }

    private static double all(Work work) {
        return sum(work.forward()) + sum(work.backward()) + sum(work.weights());
    }

    private static double sum(List<StepKernel> kernels) {
        return kernels.stream()
                .filter(kernel -> !kernel.name().endsWith(" again"))
                .mapToDouble(StepKernel::operations)
                .sum();
    }
}
