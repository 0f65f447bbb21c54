package org.etude.workload.llm.step;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.etude.workload.llm.AiobFile;
import org.etude.workload.llm.AiobTimes;
import org.etude.workload.llm.GpuRoofline;
import org.etude.workload.llm.LlmOption;
import org.etude.workload.llm.LlmTraining;
import org.etude.workload.llm.step.Piece.Work;

/**
 * How long kernels take: measured by AIOB, or by the roofline of the GPU type, or not known. AIOB measured whole parts; a
 * kernel gets its share by operations.
 */
final class KernelTimes {
    private final Optional<AiobTimes> measured;
    private final Optional<GpuRoofline> gpu;
    private final double efficiency;

    KernelTimes(LlmTraining training, Optional<AiobFile> file) {
        measured = file.map(f -> new AiobTimes(f, false, false));
        gpu = GpuRoofline.named(training.text(LlmOption.GPU_TYPE));
        efficiency = training.efficiency();
    }

    boolean isMeasured() {
        return measured.isPresent();
    }

    boolean isEstimated() {
        return measured.isEmpty() && gpu.isPresent();
    }

    /** The pieces with the times of their kernels. */
    List<Piece> of(List<Piece> pieces) {
        List<Piece> timed = new ArrayList<>();
        for (Piece piece : pieces) {
            timed.add(piece instanceof Work work ? timed(work, pieces) : piece);
        }
        return timed;
    }

    private Work timed(Work work, List<Piece> all) {
        return new Work(
                work.part(),
                timed(work.forward(), work.part(), all, true),
                timed(work.backward(), work.part(), all, false),
                timed(work.weights(), work.part(), all, false),
                work.parameters(),
                work.copies());
    }

    private List<Kernel> timed(List<Kernel> kernels, String part, List<Piece> all, boolean forward) {
        if (measured.isEmpty()) {
            return kernels.stream().map(this::timed).toList();
        }
        double whole = part(measured.get(), part, forward);
        double operations = sum(all, part, forward);
        return kernels.stream()
                .map(kernel -> kernel.taking(whole * kernel.operations() / operations))
                .toList();
    }

    /** A kernel's time when nothing was measured, 0 when it is not known. */
    Kernel timed(Kernel kernel) {
        return gpu.map(type -> kernel.taking(type.nanos(kernel.operations(), kernel.bytes(), efficiency)))
                .orElse(kernel);
    }

    /** The optimizer's time. */
    Kernel optimizer(Kernel kernel) {
        return measured.map(times ->
                        kernel.taking((double) times.stage("forward", "grad") + times.stage("backward", "grad")))
                .orElseGet(() -> timed(kernel));
    }

    /** A measured part; backward the gradients of inputs and of weights take its time each. */
    private static double part(AiobTimes times, String part, boolean forward) {
        if (part.equals("output")) {
            return times.exact("logit_time").orElse(0) * (forward ? 1 : 2);
        }
        long ns = times.stage(forward ? "forward" : "backward", part);
        return forward || part.equals("embedding") ? ns : 2.0 * ns;
    }

    private static double sum(List<Piece> all, String part, boolean forward) {
        // What is computed again comes on top of what was measured.
        ToDoubleFunction<List<Kernel>> operations = kernels -> kernels.stream()
                .filter(kernel -> !kernel.name().endsWith(" again"))
                .mapToDouble(Kernel::operations)
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
