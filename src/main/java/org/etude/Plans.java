// SPDX-License-Identifier: Apache-2.0
package org.etude;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.etude.plan.Plan;
import org.etude.plan.PlanException;
import org.etude.plan.PlanRequest;
import org.etude.plan.PlanResult;
import org.etude.plan.PlanSearch;
import org.etude.plot.chart.PlansChart;
import org.etude.plot.figure.Figure;
import org.etude.report.Given;
import org.etude.report.Internal;
import org.etude.report.Progress;
import org.etude.spec.LlmOption;
import org.etude.spec.LlmSettings;
import org.etude.table.TableText;
import org.etude.table.run.CandidatesTable;
import org.etude.table.run.PlansTable;
import org.etude.topology.text.NamedNetwork;
import org.etude.topology.text.NodeRates;
import org.etude.workload.llm.NamedModels;
import tech.tablesaw.api.Table;

/**
 * The fastest ways to split a training over GPUs: {@code Plans.search("llama_70B", p ->
 * p.world(1024).gpu("H100").globalBatch(1024).sequence(4096))}. Immutable.
 */
public final class Plans {
    /** The default fraction of a GPU's memory left free for the framework, its buffers and fragmentation. */
    @Internal
    public static final double RESERVE = PlanRequest.RESERVE;

    private final PlanResult result;

    private Plans(PlanResult result) {
        this.result = result;
    }

    /**
     * Searches for the ten fastest plans that fit in the GPUs' memory. It varies tensor, pipeline, context and expert
     * parallelism, pipeline schedule and chunks per stage, micro-batch size, optimizer sharding, communication overlap
     * and recomputation. An option that is given is not varied; one with several values, such as {@code
     * set(LlmOption.DTYPE, "bfloat16,fp8")}, is searched among these. Less than a millisecond per candidate.
     *
     * @param model a known model, or null when the options describe it
     * @param options GPUs, batch and everything else that all candidates share
     * @throws org.etude.report.EtudeException when nothing fits
     */
    public static Plans search(String model, Consumer<LlmSettings> options) {
        LlmSettings settings = NamedModels.settings(Given.value(model, "the model"));
        Given.change(options, settings);
        return search(PlanRequest.of(settings.given()));
    }

    /**
     * The same with options as text: parallelization options are restricted to their comma-separated values; those not
     * given are searched.
     *
     * @param options the model, GPUs, batch and everything else that all candidates share
     * @param reserve fraction of the GPU's memory left free, in [0, 1)
     * @param keep number of fastest plans to return, at least 1
     * @throws org.etude.report.EtudeException when no plan fits, or a number is out of range
     */
    @Internal
    public static Plans search(Map<LlmOption, String> options, double reserve, int keep) {
        return search(PlanRequest.of(options, reserve, keep));
    }

    /**
     * Options for the nodes, links and NICs of a network, unless the options give others.
     *
     * @param network a name of {@code configs/networks} whose nodes are joined by switches, such as {@code dgx-h100}
     * @throws org.etude.report.EtudeException when there is none of that name
     */
    @Internal
    public static Map<LlmOption, String> on(String network, Map<LlmOption, String> options) {
        NodeRates nodes = NamedNetwork.of(Given.value(network, "the network"))
                .flatMap(NamedNetwork::nodes)
                .orElseThrow(() -> new PlanException(
                        "--network " + network + " has no nodes joined by switches",
                        "Give one of " + String.join(", ", NamedNetwork.withNodes())
                                + "; or describe the nodes with --domain, --link and --nic."));
        Map<LlmOption, String> all = new EnumMap<>(LlmOption.class);
        all.put(LlmOption.DOMAIN, Integer.toString(nodes.gpus()));
        all.put(LlmOption.LINK, nodes.link().toGbps() + "Gbps");
        all.put(LlmOption.NIC, nodes.nic().toGbps() + "Gbps");
        all.putAll(Given.value(options, "the options"));
        return all;
    }

    private static Plans search(PlanRequest request) {
        return new Plans(PlanSearch.run(request, Progress.ambient()));
    }

    /** The fastest plans: {@link PlansTable#SCHEMA}. */
    public Table table() {
        return PlansTable.of(result.fastest());
    }

    /** The Pareto front of step time and memory, the fastest first: {@link PlansTable#SCHEMA}. */
    public Table front() {
        return PlansTable.of(result.front()).setName("front");
    }

    /** Every split that a job can have, and its outcome: {@link CandidatesTable#SCHEMA}. */
    public Table candidates() {
        return CandidatesTable.of(result.candidates());
    }

    /** Step time against memory per GPU. */
    public Figure figure() {
        return PlansChart.of("Step against memory", table(), front());
    }

    /** The fastest plan as a workload that can be saved and simulated. */
    public LlmWorkload best() {
        Plan plan = result.fastest().get(0);
        return LlmWorkload.of(plan.estimate().training(), Optional.empty());
    }

    /** The model, the network, the candidates by outcome, and the combinations of options that cannot run, one line each. */
    public String summary() {
        return result.summary();
    }

    @Override
    public String toString() {
        return "Plans: " + summary() + System.lineSeparator() + TableText.of(table(), Titles.ROWS);
    }
}
