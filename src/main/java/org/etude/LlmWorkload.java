// SPDX-License-Identifier: Apache-2.0
package org.etude;

import java.util.List;
import java.util.Optional;
import org.etude.compat.simai.text.TrainingText;
import org.etude.report.Counted;
import org.etude.report.Internal;
import org.etude.report.Progress;
import org.etude.report.Report;
import org.etude.spec.LlmOption;
import org.etude.spec.LlmSettings;
import org.etude.table.FindingsTable;
import org.etude.table.TableText;
import org.etude.table.work.MemoryTable;
import org.etude.table.work.TrafficTable;
import org.etude.unit.Bytes;
import org.etude.workload.llm.AiobFile;
import org.etude.workload.llm.LlmTraining;
import org.etude.workload.llm.given.IgnoredOption;
import org.etude.workload.llm.given.IgnoredOptions;
import org.etude.workload.llm.step.LlmStep;
import org.etude.workload.parallel.StepPlan;
import tech.tablesaw.api.Table;

/** A generated training step of a language model: {@link Workloads#llm}. Immutable; the tables are made anew by each call. */
public final class LlmWorkload {
    private final LlmTraining training;
    private final Optional<AiobFile> measured;
    private final LlmStep step;
    private final List<IgnoredOption> ignored;

    private LlmWorkload(LlmTraining training, Optional<AiobFile> measured, List<IgnoredOption> ignored) {
        this.training = training;
        this.measured = measured;
        this.ignored = ignored;
        step = LlmStep.of(training, measured);
    }

    static LlmWorkload of(LlmSettings settings) {
        LlmTraining training = LlmTraining.of(settings);
        return new LlmWorkload(
                training,
                AiobFile.of(training),
                IgnoredOptions.of(training, settings.given(), IgnoredOptions.Purpose.TRACES));
    }

    /** Wraps a training configuration, with measured compute times if available. */
    static LlmWorkload of(LlmTraining training, Optional<AiobFile> measured) {
        return new LlmWorkload(training, measured, List.of());
    }

    /** All options and their values. */
    LlmTraining training() {
        return training;
    }

    /** How the step is divided among ranks. */
    @Internal
    public StepPlan plan() {
        return step.plan();
    }

    /** The execution traces, one per rank: real messages between stages, process groups, gradient buckets. */
    public Workload toEt() {
        return Workload.of(step.write(Progress.ambient()));
    }

    /** Memory per rank of each stage, by the published formulas: {@link MemoryTable#SCHEMA}. */
    public Table memory() {
        return MemoryTable.of(step.memory().stages());
    }

    /** Memory per rank of the stage that needs most. */
    public Bytes rankMemory() {
        return step.memory().most();
    }

    /** What a rank of each stage communicates in a step: {@link TrafficTable#SCHEMA}. */
    public Table communication() {
        return TrafficTable.of(step.traffic());
    }

    /** The step in SimAI's workload text format. */
    public String simai() {
        return TrainingText.of(training, measured).workload().text();
    }

    /**
     * Assumptions made, options without effect on this job, and stages that do not fit in the GPU's memory: {@link
     * FindingsTable#SCHEMA}.
     */
    public Table findings() {
        Report options = Report.of(ignored.stream().map(IgnoredOption::finding).toList());
        return FindingsTable.of(step.report().plus(options));
    }

    @Override
    public String toString() {
        StepPlan plan = step.plan();
        String model = training.text(LlmOption.MODEL_NAME);
        String chunks = plan.pipeline().chunks() > 1 ? ", " + plan.pipeline().chunks() + " chunks" : "";
        return "LlmWorkload " + (model == null ? "" : model + ": ")
                + Counted.grouped(plan.ranks().world(), "rank", "ranks") + ", " + plan.ranks() + ", "
                + training.text(LlmOption.SCHEDULE) + chunks + ", "
                + Counted.grouped(plan.pipeline().microBatches(), "micro batch", "micro batches") + " of "
                + training.number(LlmOption.MICRO_BATCH) + " x " + training.number(LlmOption.SEQUENCE) + " tokens"
                + System.lineSeparator() + TableText.of(memory(), Titles.ROWS);
    }
}
