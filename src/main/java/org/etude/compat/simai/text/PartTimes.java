// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.text;

import java.util.List;
import java.util.Optional;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.AiobFile;
import org.etude.workload.llm.AiobTimes;
import org.etude.workload.llm.LlmModel;
import org.etude.workload.llm.LlmTraining;
import org.etude.workload.llm.Part;
import org.etude.workload.llm.cost.MachineOptions;

/** The compute times of corrected rows: measured, estimated or unknown. */
final class PartTimes {
    private final LlmTraining training;
    private final Optional<AiobTimes> measured;
    private final Optional<EstimatedTimes> estimated;
    private final long latentElements;

    PartTimes(LlmTraining training, Optional<AiobFile> file, Part model) {
        this.training = training;
        MachineOptions.requireKnown(training, file.isPresent());
        measured = file.map(f -> new AiobTimes(f, training.flag(LlmOption.RECOMPUTE), false));
        estimated = measured.isPresent() ? Optional.empty() : EstimatedTimes.of(training);
        latentElements = latent(model);
    }

    /** The number of parameters of the first latent attention, 0 if there is none. */
    private static long latent(Part part) {
        if (part.name().equals(LlmModel.LATENT_ATTENTION)) {
            return part.parts().stream()
                    .filter(p -> !(p instanceof Part.Norm))
                    .mapToLong(Part::own)
                    .sum();
        }
        List<Long> inner =
                part.parts().stream().map(PartTimes::latent).filter(n -> n > 0).toList();
        return inner.isEmpty() ? 0 : inner.get(0);
    }

    boolean isMeasured() {
        return measured.isPresent();
    }

    boolean isEstimated() {
        return estimated.isPresent();
    }

    long forward(LayerRow layer) {
        long once = measured.map(times -> measured(times, layer, "forward"))
                .or(() -> estimated.map(times -> times.forward(layer.part())))
                .orElse(RowList.UNKNOWN);
        boolean twice = training.flag(LlmOption.RECOMPUTE) && layer.attention();
        return twice ? 2 * once : once;
    }

    long inputGrad(LayerRow layer) {
        return measured.map(times -> measured(times, layer, "backward"))
                .or(() -> estimated.map(times -> times.inputGrad(layer.part())))
                .orElse(RowList.UNKNOWN);
    }

    long weightGrad(LayerRow layer) {
        return measured.map(times -> measured(times, layer, "backward"))
                .or(() -> estimated.map(times -> times.weightGrad(layer.part())))
                .orElse(RowList.UNKNOWN);
    }

    long optimizer(long parameters) {
        return measured.map(times -> times.stage("forward", "grad") + times.stage("backward", "grad"))
                .or(() -> estimated.map(times -> times.optimizer((double) parameters / training.dp())))
                .orElse(RowList.UNKNOWN);
    }

    /**
     * A layer's time. Attention and the feed-forward layer were measured as wholes and are split in two, latent
     * attention by size.
     */
    private long measured(AiobTimes times, LayerRow layer, String direction) {
        if (layer.part() instanceof Part.Embedding) {
            return times.stage(direction, "embedding");
        }
        long stage = times.exact(layer.name()).orElseGet(() -> times.stage(direction, layer.stage()));
        boolean half = layer.part() instanceof Part.Column || layer.part() instanceof Part.Row;
        boolean latentPart = latentElements > 0 && layer.attention() && !(layer.part() instanceof Part.Block);
        if (latentPart && times.exact(layer.name()).isEmpty()) {
            return Math.round((double) stage * layer.part().own() / latentElements);
        }
        return half && times.exact(layer.name()).isEmpty() ? stage / 2 : stage;
    }
}
