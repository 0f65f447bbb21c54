// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.etude.report.Finding;
import org.etude.report.Finding.Level;
import org.etude.report.Report;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.LlmTraining;

/** Reports the assumptions of a generated step. */
final class LlmFindings {
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double GIGA = 1e9;

    private final LlmTraining training;
    private final StepKernelTimes times;
    private final MemoryPlan memory;
    private final Optional<LaunchPace> pace;
    private final List<Finding> findings = new ArrayList<>();

    LlmFindings(LlmTraining training, StepKernelTimes times, MemoryPlan memory, Optional<LaunchPace> pace) {
        this.pace = pace;
        this.training = training;
        this.times = times;
        this.memory = memory;
    }

    Report report() {
        computeTimes();
        pace.filter(slowest -> slowest.host() > slowest.gpu()).ifPresent(this::hostPace);
        sizes();
        memory.stages().stream().filter(stage -> !stage.fits()).forEach(this::tooLarge);
        return Report.of(findings);
    }

    private void computeTimes() {
        if (times.isEstimated()) {
            add(
                    Level.WARNING,
                    "compute times are estimated",
                    "no measured times are given; " + training.rates() + " is used",
                    "give a file of AIOB for measured ones");
        } else if (!times.isMeasured()) {
            add(
                    Level.WARNING,
                    "compute times are unknown",
                    "neither measured times nor a GPU type is given",
                    "simulate with a roofline, or give a GPU type");
        }
        if (training.flag(LlmOption.MOE) && ExpertLoads.of(training).isEven()) {
            add(
                    Level.INFO,
                    "every expert gets the same number of tokens",
                    "the router's choice is not simulated",
                    "uneven loads would take longer");
        }
    }

    private void hostPace(LaunchPace slowest) {
        add(
                Level.WARNING,
                "the host sets the pace",
                String.format(
                        Locale.ROOT,
                        "it needs %.1f ms to launch the kernels of a step, and the GPU %.1f ms to run them",
                        slowest.host() / NANOS_PER_MILLI,
                        slowest.gpu() / NANOS_PER_MILLI),
                "the step depends on the host, which --host_us describes; larger micro batches, --compile or"
                        + " --cuda_graphs give the GPU more to do at a time");
    }

    private void sizes() {
        long each = LlmPlan.batchMultiple(training);
        long over = training.number(LlmOption.GLOBAL_BATCH) % each;
        if (over > 0) {
            add(
                    Level.WARNING,
                    over + " of " + training.number(LlmOption.GLOBAL_BATCH) + " sequences are left out",
                    "the global batch is not a multiple of micro batch times data parallelism, " + each,
                    "the step has " + LlmPlan.micros(training) + " whole micro batches");
        }
        long layers = training.number(LlmOption.LAYERS);
        long parts = (long) training.pp() * training.number(LlmOption.VIRTUAL_STAGES);
        if (layers % parts != 0) {
            add(
                    Level.INFO,
                    "pipeline stages differ by one layer",
                    layers + " layers in " + parts + " stages",
                    "the pipeline waits for the largest stage");
        }
    }

    private void tooLarge(MemoryPlan.Stage stage) {
        double gpu = stage.capacity().orElseThrow().value() / GIGA;
        add(
                Level.WARNING,
                String.format(
                        Locale.ROOT,
                        "stage %d needs %.1f GB of memory, a GPU has %.1f GB",
                        stage.stage(),
                        stage.total().value() / GIGA,
                        gpu),
                String.format(
                        Locale.ROOT,
                        "weights %.1f, gathered %.1f, gradients %.1f, optimizer %.1f, activations %.1f, temporary %.1f GB",
                        stage.weights().value() / GIGA,
                        stage.gathered().value() / GIGA,
                        stage.gradients().value() / GIGA,
                        stage.optimizer().value() / GIGA,
                        stage.activations().value() / GIGA,
                        stage.temporary().value() / GIGA),
                "the real job would fail; use more ranks, a distributed optimizer or recomputation");
    }

    private void add(Level level, String what, String why, String effect) {
        findings.add(new Finding(level, "workload", -1, "", what, why, effect));
    }
}
