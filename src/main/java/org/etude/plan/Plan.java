// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.LlmTraining;
import org.etude.workload.llm.cost.ElementType;
import org.etude.workload.llm.cost.GpuModel;
import org.etude.workload.llm.cost.MachineOptions;

/**
 * One way to split a training over GPUs, with its estimated time and memory.
 *
 * @param estimate the estimated step
 * @param memory memory in bytes of a rank of the stage that needs most
 * @param utilisation model FLOPs utilisation: model operations, without recomputation, over the peak of the element
 *     type in use
 */
public record Plan(StepEstimate estimate, double memory, double utilisation) {
    private static final List<LlmOption> OF_KERNELS = List.of(
            LlmOption.RECOMPUTE_GRANULARITY,
            LlmOption.RECOMPUTE_LAYERS,
            LlmOption.MICRO_BATCH,
            LlmOption.DTYPE,
            LlmOption.TP_OVERLAP,
            LlmOption.EP_OVERLAP);

    private static final List<LlmOption> OF_COMMUNICATION = List.of(
            LlmOption.TENSOR_PARALLEL,
            LlmOption.CONTEXT_PARALLEL,
            LlmOption.CONTEXT_EXCHANGE,
            LlmOption.EXPERT_PARALLEL,
            LlmOption.EXPERT_TENSOR,
            LlmOption.TP_OVERLAP,
            LlmOption.EP_OVERLAP,
            LlmOption.SHARDING,
            LlmOption.INSTANCES);

    private static final List<LlmOption> OF_BUBBLES =
            List.of(LlmOption.PIPELINE_PARALLEL, LlmOption.SCHEDULE, LlmOption.VIRTUAL_STAGES, LlmOption.MICRO_BATCH);

    /**
     * The stated relative uncertainty of an estimate: the error that docs/accuracy.md finds for its kind, rounded. It
     * is halved for rates fitted to the machine, except for steps with sharded parameters, where no such improvement
     * was found.
     */
    public double doubt() {
        LlmTraining training = estimate.training();
        boolean exact = ElementType.named(training.text(LlmOption.DTYPE)).bytes() >= 2;
        boolean experts = training.flag(LlmOption.MOE) || training.deepSeek();
        boolean sharded = "optim_grads_params".equals(training.text(LlmOption.SHARDING));
        double blind = experts ? 0.3 : sharded ? 0.25 : exact ? 0.12 : 0.15;
        return training.text(LlmOption.MACHINE) == null || sharded ? blind : blind / 2;
    }

    static Plan of(StepEstimate estimate, double memory, double operations) {
        LlmTraining training = estimate.training();
        GpuModel gpu = MachineOptions.gpu(training).orElseThrow();
        double peak = gpu.peakPerNano(ElementType.named(training.text(LlmOption.DTYPE)));
        return new Plan(
                estimate,
                memory,
                operations / (training.world() * peak * estimate.times().step()));
    }

    /** The value of a parallelization option as a number. */
    public long number(LlmOption option) {
        return estimate.training().number(option);
    }

    /** The value of a parallelization option. */
    public String text(LlmOption option) {
        return estimate.training().text(option);
    }

    /** Describes what is recomputed. */
    public String recompute() {
        return SplitText.recompute(values());
    }

    /** Describes the other choices. */
    public String others() {
        return SplitText.others(values());
    }

    /** Why this plan is slower than a faster one: the part of the step that grew most, and what changed. */
    public String slowerThan(Plan best) {
        double compute = estimate.compute() - best.estimate.compute();
        double exposed = estimate.exposed() - best.estimate.exposed();
        double bubble = estimate.bubble() - best.estimate.bubble();
        double most = Math.max(compute, Math.max(exposed, bubble));
        String part = most == compute ? "kernels" : most == exposed ? "exposed communication" : "bubble";
        return String.format(Locale.ROOT, "%s %+.3f s", part, most)
                + because(best, most == compute ? OF_KERNELS : most == exposed ? OF_COMMUNICATION : OF_BUBBLES);
    }

    private String because(Plan best, List<LlmOption> options) {
        List<String> changes = options.stream()
                .map(option -> SplitText.change(option, best.values(), values()))
                .filter(change -> !change.isEmpty())
                .distinct()
                .toList();
        return changes.isEmpty() ? "" : ": " + String.join(", ", changes);
    }

    private Map<LlmOption, String> values() {
        return estimate.training().values();
    }
}
