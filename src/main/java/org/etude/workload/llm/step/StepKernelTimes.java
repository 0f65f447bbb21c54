// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.etude.spec.LlmException;
import org.etude.spec.LlmOption;
import org.etude.unit.Time;
import org.etude.workload.llm.AiobFile;
import org.etude.workload.llm.AiobTimes;
import org.etude.workload.llm.LlmTraining;
import org.etude.workload.llm.cost.ElementType;
import org.etude.workload.llm.cost.Gemm;
import org.etude.workload.llm.cost.KernelCost;
import org.etude.workload.llm.cost.MachineOptions;
import org.etude.workload.llm.cost.ModuleTypes;
import org.etude.workload.llm.step.LayerPiece.Work;
import org.etude.workload.llm.step.StepKernel.Kind;

/**
 * Determines the times of kernels: measured by AIOB, or from the GPU's rates and the kernel's shape, or from one
 * fraction of the GPU's peaks, or unknown. AIOB measures whole parts, whose time is divided among kernels by
 * operations.
 */
final class StepKernelTimes {
    private static final double NANOS_PER_DAY = 86_400e9;
    private static final double LONGEST = 106 * NANOS_PER_DAY;

    /** Products whose input is the output of a norm. */
    private static final Set<String> BEHIND_NORMS =
            Set.of("attention_column", "attention_q_column", "attention_kv_column", "mlp_column", "mamba_in");

    private final Optional<AiobTimes> measured;
    private final Optional<KernelCost> cost;
    private final ModuleTypes types;
    private final Map<ElementType, KernelCost> costs = new EnumMap<>(ElementType.class);
    private final OptionalDouble efficiency;
    private final double host;
    private final double grouped;
    private final double module;
    private final GraphScope graphs;
    private final boolean fused;

    StepKernelTimes(LlmTraining training, Optional<AiobFile> file) {
        measured = file.map(f -> new AiobTimes(f, false, false));
        cost = MachineOptions.kernels(training);
        types = ModuleTypes.of(training);
        cost.ifPresent(own -> types.types().values().forEach(type -> costs.put(type, own.of(type))));
        efficiency = training.efficiency();
        host = MachineOptions.hostNanos(training);
        grouped = MachineOptions.groupedNanos(training);
        module = MachineOptions.moduleNanos(training);
        graphs = GraphScope.of(training);
        fused = training.flag(LlmOption.FUSED_EXPERTS);
        MachineOptions.requireKnown(training, measured.isPresent());
    }

    /**
     * The time of a computation in whole ns.
     *
     * @throws LlmException when it is longer than a trace can tell, 106 days
     */
    static Time span(double nanos) {
        if (!(nanos < LONGEST)) {
            throw new LlmException(
                    String.format(Locale.ROOT, "a part of a layer takes %.3g days on this GPU", nanos / NANOS_PER_DAY),
                    "Lower --micro_batch, --seq_length or the sizes of the model, or correct the rates of the GPU.");
        }
        return Time.ns(Math.rint(nanos));
    }

    boolean isMeasured() {
        return measured.isPresent();
    }

    boolean isEstimated() {
        return measured.isEmpty() && cost.isPresent();
    }

    /** The pieces with the times of their kernels. */
    List<LayerPiece> of(List<LayerPiece> pieces) {
        List<LayerPiece> timed = new ArrayList<>();
        for (LayerPiece piece : pieces) {
            timed.add(piece instanceof Work work ? timed(work, pieces) : piece);
        }
        return timed;
    }

    private Work timed(Work work, List<LayerPiece> all) {
        return new Work(
                work.part(),
                timed(work.forward(), work.part(), all, true),
                timed(work.backward(), work.part(), all, false),
                timed(work.weights(), work.part(), all, false),
                work.parameters(),
                work.copies());
    }

    private List<StepKernel> timed(List<StepKernel> kernels, String part, List<LayerPiece> all, boolean forward) {
        if (measured.isEmpty()) {
            return kernels.stream().map(this::timed).map(graphs::of).toList();
        }
        double whole = part(measured.get(), part, forward);
        double operations = sum(all, part, forward);
        return kernels.stream()
                .map(kernel -> kernel.taking(whole * kernel.operations() / operations))
                .toList();
    }

    /** A kernel's modelled time, 0 when unknown. */
    StepKernel timed(StepKernel kernel) {
        if (cost.isEmpty()) {
            return kernel;
        }
        if (efficiency.isPresent()) {
            long nanos = cost.get().gpu().nanos(kernel.operations(), kernel.bytes(), efficiency.getAsDouble());
            return kernel.taking(nanos);
        }
        return kernel.taking(
                nanos(costOf(kernel), kernel), host * launches(kernel) + grouped * experts(kernel) + module(kernel));
    }

    private KernelCost costOf(StepKernel kernel) {
        return costs.getOrDefault(types.ofProduct(kernel.name()), cost.orElseThrow());
    }

    /** Host time of a grouped product, independent of its number of experts. */
    private double module(StepKernel kernel) {
        return experts(kernel) > 0 && !fused ? module : 0;
    }

    /** Experts whose tensors the host handles for a grouped product. */
    private static double experts(StepKernel kernel) {
        Gemm gemm = kernel.form().gemm();
        return gemm == null || gemm.count() == 1 ? 0 : gemm.count();
    }

    /**
     * Grouped products are launched individually, each operand cast by a separate kernel (Transformer Engine,
     * GroupedLinear), unless they are fused.
     */
    private double launches(StepKernel kernel) {
        Gemm gemm = kernel.form().gemm();
        if (gemm == null) {
            return kernel.form().launches();
        }
        boolean isCast =
                kernel.form().kind() == Kind.PRODUCT && costOf(kernel).type().isCast();
        return (fused ? 1 : gemm.count()) * (isCast ? 2 : 1);
    }

    private static double nanos(KernelCost cost, StepKernel kernel) {
        Gemm gemm = kernel.form().gemm();
        return switch (kernel.form().kind()) {
            case ELEMENTS -> cost.elements(kernel.bytes());
            case PRODUCT ->
                cost.product(gemm, kernel.bytes())
                        + cost.cast(gemm.rows() * gemm.depth() * gemm.count(), isScanned(kernel.name()));
            case WEIGHT_PRODUCT -> cost.product(gemm, kernel.bytes());
            case HALF_PRODUCT -> cost.halfProduct(gemm, kernel.bytes());
            case FUSED ->
                cost.attention(
                        kernel.operations(), kernel.bytes(), kernel.form().attention(), true);
            case FUSED_BACKWARD ->
                cost.attention(
                        kernel.operations(), kernel.bytes(), kernel.form().attention(), false);
            case SCORES -> cost.scores(kernel.operations(), kernel.bytes());
            case STATES -> cost.states(kernel.operations(), kernel.bytes(), true);
            case STATES_BACKWARD -> cost.states(kernel.operations(), kernel.bytes(), false);
        };
    }

    /**
     * Whether a product's input comes from a norm, which finds its largest element (Transformer Engine,
     * csrc/extensions/normalization.cpp, FUSED_NORM_AMAX_FP8).
     */
    private static boolean isScanned(String product) {
        return BEHIND_NORMS.contains(product.replaceFirst(" again$", ""));
    }

    /** The optimizer's time. */
    StepKernel optimizer(StepKernel kernel) {
        return measured.map(times ->
                        kernel.taking((double) times.stage("forward", "grad") + times.stage("backward", "grad")))
                .orElseGet(() -> timed(kernel));
    }

    /** The time of a measured part; in the backward pass gradients of inputs and of weights each take this time. */
    private static double part(AiobTimes times, String part, boolean forward) {
        if (part.equals("output")) {
            return times.exact("logit_time").orElse(0) * (forward ? 1 : 2);
        }
        long ns = times.stage(forward ? "forward" : "backward", part);
        return forward || part.equals("embedding") ? ns : 2.0 * ns;
    }

    private static double sum(List<LayerPiece> all, String part, boolean forward) {
        // Recomputation is added to the measured time.
        ToDoubleFunction<List<StepKernel>> operations = kernels -> kernels.stream()
                .filter(kernel -> !kernel.name().endsWith(" again"))
                .mapToDouble(StepKernel::operations)
                .sum();
        return all.stream()
                .filter(piece -> piece instanceof Work work && work.part().equals(part))
                .map(Work.class::cast)
                .mapToDouble(work -> forward
                        ? operations.applyAsDouble(work.forward())
                        : operations.applyAsDouble(work.backward()) + operations.applyAsDouble(work.weights()))
                .sum();
    }
}
