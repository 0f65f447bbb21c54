// SPDX-License-Identifier: Apache-2.0
package org.etude;

import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.etude.plan.Plan;
import org.etude.plan.PlanRequest;
import org.etude.plan.PlanResult;
import org.etude.plan.PlanSearch;
import org.etude.plot.chart.PlansChart;
import org.etude.plot.figure.Figure;
import org.etude.report.Progress;
import org.etude.spec.LlmOption;
import org.etude.spec.LlmSettings;
import org.etude.table.TableText;
import org.etude.table.run.CandidatesTable;
import org.etude.table.run.PlansTable;
import org.etude.workload.llm.NamedModels;
import tech.tablesaw.api.Table;

/**
 * The fastest ways to split a training over GPUs: {@code Plans.search("llama_70B", p ->
 * p.world(1024).gpu("H100").globalBatch(1024).sequence(4096))}. Immutable.
 */
public final class Plans {
    /** The share of a GPU's memory that is left free unless said otherwise, for the framework, its buffers and fragmentation. */
    public static final double RESERVE = PlanRequest.RESERVE;

    private final PlanResult result;

    private Plans(PlanResult result) {
        this.result = result;
    }

    /**
     * Searches tensor, pipeline, context and expert parallelism, schedules and chunks of a stage, micro batch, shares of
     * data-parallel copies, exchanges alongside computation and recomputation for the ten fastest plans that fit the GPUs' memory.
     * Options of the split that are given are not searched; one with several values, such as {@code set(LlmOption.DTYPE,
     * "bfloat16,fp8")}, is searched among these. Below a millisecond per candidate.
     *
     * @param model a known model, or null when options describe it
     * @param options GPUs, batch and all that is the same for every candidate
     * @throws org.etude.spec.WorkloadException when nothing fits
     */
    public static Plans search(String model, Consumer<LlmSettings> options) {
        LlmSettings settings = NamedModels.settings(model);
        options.accept(settings);
        return search(PlanRequest.of(settings.given()));
    }

    /**
     * The same by options as they were given: those of the split are fixed to their values, which commas separate, and the others
     * are searched.
     *
     * @param options the model, the GPUs, the batch, and whatever is the same for every candidate
     * @param reserve share of the GPU's memory that is left free, 0 to below 1
     * @param keep how many of the fastest plans are kept, 1 or more
     * @throws org.etude.spec.WorkloadException when nothing fits, or a number makes no sense
     */
    public static Plans search(Map<LlmOption, String> options, double reserve, int keep) {
        return search(PlanRequest.of(options, reserve, keep));
    }

    private static Plans search(PlanRequest request) {
        return new Plans(PlanSearch.run(request, Progress.ambient()));
    }

    /** The fastest plans: {@link PlansTable#SCHEMA}. */
    public Table table() {
        return PlansTable.of(result.fastest());
    }

    /** Plans than which none is both faster and smaller, by memory: {@link PlansTable#SCHEMA}. */
    public Table front() {
        return PlansTable.of(result.front()).setName("front");
    }

    /** Every split that was looked at, and what became of it: {@link CandidatesTable#SCHEMA}. */
    public Table candidates() {
        return CandidatesTable.of(result.candidates());
    }

    /** The step against the memory of a GPU. */
    public Figure figure() {
        return PlansChart.of("Step against memory", table(), front());
    }

    /** The fastest plan as a step, to be written and simulated. */
    public LlmWorkload best() {
        Plan plan = result.fastest().get(0);
        return LlmWorkload.of(plan.estimate().training(), Optional.empty());
    }

    /** Whose step it is, and what was looked at and left out: one line each. */
    public String summary() {
        return result.summary();
    }

    @Override
    public String toString() {
        return "Plans: " + summary() + System.lineSeparator() + TableText.of(table(), Titles.ROWS);
    }
}
