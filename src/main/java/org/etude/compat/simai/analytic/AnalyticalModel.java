// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.analytic;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.etude.compat.simai.model.CommWord;
import org.etude.compat.simai.model.Diagnosis;
import org.etude.compat.simai.model.Parallel;
import org.etude.compat.simai.model.ParallelGrid;
import org.etude.compat.simai.model.SimAiException;
import org.etude.compat.simai.model.SinglePrecision;
import org.etude.compat.simai.text.SimAiRow;
import org.etude.compat.simai.text.SimAiWorkload;
import org.etude.report.Progress;
import org.etude.spec.CollectiveType;

/**
 * SimAI's analytical model: a step is the sum of all rows' computation and exposed communication, the pipeline bubble
 * and the messages between stages. A few operations per row.
 */
public final class AnalyticalModel {
    private static final long LEAST_FORWARD_BYTES = 4096;
    private static final double NS_PER_US = 1000;
    private static final String TOKENS = "embedding_layer";

    private final SimAiWorkload workload;
    private final AnalyticalOptions options;
    private final ParallelGrid grid;
    private final Diagnosis diagnosis = new Diagnosis();
    private final CommCost cost;
    private double dp;
    private double dpEp;
    private double tp;
    private double ep;
    private double compute;
    private double piped;

    private AnalyticalModel(
            SimAiWorkload workload, AnalyticalOptions options, Ratios ratios, Optional<BusBandwidths> given) {
        this.workload = workload;
        this.options = options;
        grid = ParallelGrid.of(workload.header(), options.gpus(), options.gpusPerServer());
        cost = given.<CommCost>map(
                        rates -> new GivenCost(rates, grid, options.overlap().pp(), diagnosis))
                .orElseGet(() -> new FormulaCost(options, grid, ratios, diagnosis));
    }

    /**
     * Runs a workload by SimAI's formulas.
     *
     * @param ratios tables of bandwidth efficiency by size
     * @throws SimAiException when the workload has no micro batch
     */
    public static AnalyticalResult run(SimAiWorkload workload, AnalyticalOptions options, Ratios ratios) {
        return new AnalyticalModel(workload, options, ratios, Optional.empty()).run();
    }

    /**
     * Runs a workload with given bus bandwidths.
     *
     * @throws SimAiException when the workload has no micro batch
     */
    public static AnalyticalResult run(SimAiWorkload workload, AnalyticalOptions options, BusBandwidths given) {
        return new AnalyticalModel(workload, options, Ratios.NONE, Optional.of(given)).run();
    }

    private AnalyticalResult run() {
        if (workload.header().ga() < 1 || workload.header().vpp() < 1) {
            throw new SimAiException(
                    "the workload has ga: " + workload.header().ga() + " and vpp: "
                            + workload.header().vpp()
                            + ": without micro batches there is no bubble (SimAI: NaN or Inf)",
                    "Raise the global batch of the workload.");
        }
        List<RowTimes> rows = new ArrayList<>();
        for (SimAiRow row : workload.rows()) {
            Progress.checkInterrupted();
            rows.add(row(row));
        }
        double slots = (double) workload.header().ga() * workload.header().vpp();
        double bubble = piped * (grid.pp() - 1) / slots;
        double stages =
                cost.stageMicros(2 * slots * Math.floor(workload.header().ppComm()));
        AnalyticalResult.Sums sums = new AnalyticalResult.Sums(
                dp / NS_PER_US,
                dpEp / NS_PER_US,
                tp / NS_PER_US,
                ep / NS_PER_US,
                stages,
                bubble / NS_PER_US,
                compute / NS_PER_US);
        return new AnalyticalResult(rows, sums, diagnosis.report());
    }

    private RowTimes row(SimAiRow row) {
        AnalyticalOptions.Overlap overlap = options.overlap();
        Optional<Parallel> group = Parallel.of(row.forward().comm(), Parallel.TP);
        boolean experts = group.equals(Optional.of(Parallel.EP));
        double hidden = experts ? overlap.ep() : overlap.tp();
        long bytes = row.forward().bytes();
        boolean raised = bytes > 0 && bytes < LEAST_FORWARD_BYTES;
        SimAiRow.Pass first = new SimAiRow.Pass(
                row.forward().computeNs(), row.forward().comm(), raised ? LEAST_FORWARD_BYTES : bytes);
        RowTimes.Pass forward = pass(row.name(), first, Parallel.TP, hidden);
        RowTimes.Pass inputGrad = pass(row.name(), row.inputGrad(), Parallel.TP, hidden);
        RowTimes.Pass weightGrad = pass(row.name(), row.weightGrad(), Parallel.DP, overlap.dp());
        add(row, experts, forward, inputGrad, weightGrad);
        return new RowTimes(row.name(), forward, weightGrad, inputGrad);
    }

    private void add(
            SimAiRow row, boolean experts, RowTimes.Pass forward, RowTimes.Pass inputGrad, RowTimes.Pass weightGrad) {
        double exposed = (double) forward.exposedNs() + inputGrad.exposedNs();
        if (experts) {
            ep += exposed;
        } else {
            tp += exposed;
        }
        if (Parallel.of(row.weightGrad().comm(), Parallel.DP).equals(Optional.of(Parallel.DP_EP))) {
            dpEp += weightGrad.exposedNs();
        } else {
            dp += weightGrad.exposedNs();
        }
        double computed = (double) forward.computeNs() + inputGrad.computeNs() + weightGrad.computeNs();
        compute += computed;
        if (Math.max(forward.computeNs(), Math.max(inputGrad.computeNs(), weightGrad.computeNs()))
                > Integer.MAX_VALUE) {
            diagnosis.warn(
                    row.name(),
                    "a computation of more than 2^31 ns",
                    "SimAI counts it tick by tick with 32 bits and never ends",
                    "it is counted whole here");
        }
        if (!row.name().equals(TOKENS)) {
            piped += (double) forward.commNs() + inputGrad.commNs() + computed;
        }
    }

    private RowTimes.Pass pass(String name, SimAiRow.Pass pass, Parallel usual, double hidden) {
        Optional<CollectiveType> collective = CommWord.type(pass.comm());
        Optional<Parallel> kind = Parallel.of(pass.comm(), usual);
        int ranks = grid.ranks(kind.orElse(usual), usual == Parallel.DP);
        long nanos = collective.isPresent() ? nanos(name, collective.get(), kind, ranks, pass) : 0;
        diagnosis.checkCollective(name, pass);
        long exposed = options.corrected() ? (long) (nanos * (1 - hidden)) : SinglePrecision.part(nanos, hidden);
        return new RowTimes.Pass(pass.computeNs(), nanos, exposed, pass.bytes(), collective, Math.max(1, ranks));
    }

    private long nanos(String name, CollectiveType collective, Optional<Parallel> kind, int ranks, SimAiRow.Pass pass) {
        if (kind.isPresent()) {
            return cost.nanos(name, collective, kind.get(), ranks, pass.bytes());
        }
        long nanos = cost.nanosWithoutGroup(name, collective, ranks, pass.bytes());
        String time = nanos == 0 ? "no" : "a small message's";
        diagnosis.unknownGroup(name, pass, "it takes " + time + " time, as in SimAI");
        return nanos;
    }
}
