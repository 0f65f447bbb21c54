// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import java.util.Optional;
import org.etude.spec.LlmException;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.LlmTraining;
import org.etude.workload.llm.cost.ClusterNetwork;
import org.etude.workload.llm.cost.GpuModel;
import org.etude.workload.llm.cost.MachineFit;
import org.etude.workload.llm.cost.MachineOptions;
import org.etude.workload.llm.cost.NodeModel;
import org.etude.workload.llm.step.LlmStep;
import org.etude.workload.parallel.StepTimes;

/**
 * An estimated step.
 *
 * @param training its options
 * @param times the time of the step and of its stages
 */
public record StepEstimate(LlmTraining training, StepTimes times) {
    /**
     * Relative slowdown of kernels while a collective runs: NCCL's channels occupy 16 to 24 of the 108 to 148
     * multiprocessors of a GPU (NCCL_MAX_CTAS; Wang et al. 2024, arXiv 2410.00273, measure 10 to 20 %). An estimate
     * within that range.
     */
    static final double SLOWDOWN = 0.15;

    private static final double NS_PER_S = 1e9;

    /**
     * Estimates a step.
     *
     * @param node how its GPUs are connected, if different from the default of their type
     * @throws LlmException when sizes are inconsistent, or no GPU is given
     */
    public static StepEstimate of(LlmTraining training, Optional<NodeModel> node) {
        LlmStep step = LlmStep.of(training, Optional.empty());
        return new StepEstimate(training, step.times(network(training, step, node), SLOWDOWN));
    }

    /** The network of a step's GPUs. */
    static ClusterNetwork network(LlmTraining training, LlmStep step, Optional<NodeModel> node) {
        GpuModel gpu = MachineOptions.gpu(training)
                .orElseThrow(
                        () -> new LlmException("no GPU is given", "Give --gpu_type, or --peak-tflops and others."));
        MachineFit fit = MachineOptions.fit(training);
        boolean interleaved =
                step.plan().pipeline().parts() > step.plan().pipeline().stages();
        boolean everyExpert = "alltoall".equals(training.text(LlmOption.TOKEN_DISPATCHER));
        int choices = everyExpert ? 1 : (int) Math.max(1, training.number(LlmOption.TOP_K));
        return new ClusterNetwork(node.orElse(gpu.node()), step.plan().ranks(), fit, choices, !interleaved);
    }

    /** Kernel time of the stage that determines the pace, in s. */
    public double compute() {
        return times.slowest().compute() / NS_PER_S;
    }

    /** Exposed communication on that stage, in s. */
    public double exposed() {
        return times.slowest().exposed() / NS_PER_S;
    }

    /** Waiting for other stages (pipeline bubble) on that stage, in s. */
    public double bubble() {
        return times.slowest().bubble() / NS_PER_S;
    }

    /** The step time in s. */
    public double seconds() {
        return times.step() / NS_PER_S;
    }
}
