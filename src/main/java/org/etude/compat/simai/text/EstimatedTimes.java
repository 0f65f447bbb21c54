// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.text;

import java.util.Optional;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.LlmTraining;
import org.etude.workload.llm.Part;
import org.etude.workload.llm.cost.GpuModel;
import org.etude.workload.llm.cost.MachineOptions;

/**
 * Compute times by the roofline of the GPU type, ns. A linear layer with t tokens takes 2 t in out operations in the
 * forward pass and the same for each gradient. The core of causal attention takes 2 s s b width, and 2.5 times that
 * backward, because FlashAttention recomputes scores (Dao 2023). Norms, activations and soft-max are left out.
 */
final class EstimatedTimes {
    private static final int ELEMENT_BYTES = 2;
    private static final double CORE_BACKWARD = 2.5;

    /**
     * Bytes moved per parameter in an optimizer step: gradient, master weight and two moments read and written, weight.
     */
    private static final double OPTIMIZER_BYTES = 4 + 3 * 2 * 4 + 2;

    static final double HALF = 0.5;

    private final LlmTraining training;
    private final GpuModel gpu;
    private final double efficiency;
    private final double tokens;

    private EstimatedTimes(LlmTraining training, GpuModel gpu) {
        this.training = training;
        this.gpu = gpu;
        efficiency = training.efficiency().orElse(HALF);
        tokens = (double) training.number(LlmOption.MICRO_BATCH) * training.number(LlmOption.SEQUENCE);
    }

    /** The times on the training's GPU type, if its rates are known. */
    static Optional<EstimatedTimes> of(LlmTraining training) {
        return MachineOptions.gpu(training).map(gpu -> new EstimatedTimes(training, gpu));
    }

    /** The forward pass of a part and its subparts, ns. */
    long forward(Part part) {
        return time(part, 1);
    }

    /** The gradient of the inputs of a part and its subparts, ns. */
    long inputGrad(Part part) {
        return time(part, CORE_BACKWARD);
    }

    /** The gradient of the weights of a part and its subparts, ns. */
    long weightGrad(Part part) {
        return time(part, 0);
    }

    /** The optimizer's step over a rank's share of parameters, ns. */
    long optimizer(double parameters) {
        return gpu.nanos(0, parameters * OPTIMIZER_BYTES, efficiency);
    }

    private long time(Part part, double core) {
        long inner = part.parts().stream()
                .mapToLong(p -> part instanceof Part.Experts ? 0 : time(p, core))
                .sum();
        if (part instanceof Part.Column column) {
            return inner + linear(tokens, column.in(), column.partition());
        } else if (part instanceof Part.Row row) {
            return inner + linear(tokens, row.partition(), row.out()) + core(row, core);
        } else if (part instanceof Part.Whole whole) {
            return inner + linear(tokens, whole.in(), whole.out());
        } else if (part instanceof Part.Experts experts) {
            double routed = tokens * training.number(LlmOption.TOP_K);
            double width = (double) training.expertFfn() / training.tp();
            double operations = 2 * routed * experts.hidden() * width * experts.matrices();
            return gpu.nanos(operations, ELEMENT_BYTES * (double) experts.own(), efficiency);
        } else if (part instanceof Part.Embedding table) {
            return gpu.nanos(0, 2 * ELEMENT_BYTES * tokens * table.hidden(), efficiency);
        }
        return inner;
    }

    private long linear(double rows, double in, double out) {
        double bytes = ELEMENT_BYTES * (in * out + rows * in + rows * out);
        return gpu.nanos(2 * rows * in * out, bytes, efficiency);
    }

    private long core(Part.Row row, double factor) {
        if (!row.name().contains("attention") || factor == 0) {
            return 0;
        }
        double operations = 2 * tokens * training.number(LlmOption.SEQUENCE) * row.partition() * factor;
        return gpu.nanos(operations, 0, efficiency);
    }
}
