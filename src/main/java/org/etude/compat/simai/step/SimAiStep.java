// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.step;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.etude.compat.simai.text.SimAiHeader;
import org.etude.compat.simai.text.SimAiRow;
import org.etude.compat.simai.text.SimAiWorkload;
import org.etude.et.wire.EtSet;
import org.etude.report.Finding;
import org.etude.report.Finding.Level;
import org.etude.report.Progress;
import org.etude.report.Report;
import org.etude.spec.CollectiveType;
import org.etude.spec.LlmException;
import org.etude.spec.Parallelism;
import org.etude.spec.PipelineSchedule;
import org.etude.unit.Bytes;
import org.etude.unit.Time;
import org.etude.workload.llm.step.StageParameters;
import org.etude.workload.parallel.Cost;
import org.etude.workload.parallel.GradientExchange;
import org.etude.workload.parallel.Group;
import org.etude.workload.parallel.OpWriter;
import org.etude.workload.parallel.Pipeline;
import org.etude.workload.parallel.Place;
import org.etude.workload.parallel.StepModel;
import org.etude.workload.parallel.StepPlan;
import org.etude.workload.parallel.StepWriter;
import org.etude.workload.parallel.Turn;

/**
 * A step described by a SimAI workload text. As in SimAI, the forward pass runs the rows in order, the backward pass in
 * reverse: computation, then communication, for which the next row waits except in the gradients of weights. Stages,
 * which SimAI models by a formula, are simulated: each runs the rows of the text, micro batch by micro batch, and sends
 * the header's {@code pp_comm}.
 */
public final class SimAiStep implements StepModel {
    /** The longest {@link Time}, which counts picoseconds. */
    private static final long LONGEST_NS = Long.MAX_VALUE / 1_000;

    private final String name;
    private final SimAiHeader header;
    private final SimAiBody rows;
    private final Parallelism ranks;
    private final Pipeline pipeline;
    private final List<Finding> findings = new ArrayList<>();

    private SimAiStep(String name, SimAiWorkload text, PipelineSchedule schedule) {
        this.name = name;
        header = text.header();
        rows = SimAiBody.of(text.rows(), header.ga());
        ranks = ranks(name, header);
        if (ranks.pp() == 1 && header.ga() > 1) {
            // Without stages the order of micro batches is SimAI's: all forward passes, then all backward passes.
            pipeline = new Pipeline(PipelineSchedule.GPIPE, 1, 1, rows.micros());
        } else {
            pipeline = new Pipeline(schedule, ranks.pp(), 1, rows.micros());
        }
        findings();
    }

    /**
     * The step of a text.
     *
     * @param name the name of the job
     * @param text the text
     * @param schedule the order of micro batches where there are stages
     * @throws LlmException when its policy is not supported or its numbers contradict each other
     */
    public static SimAiStep of(String name, SimAiWorkload text, PipelineSchedule schedule) {
        return new SimAiStep(name, text, schedule);
    }

    private static Parallelism ranks(String name, SimAiHeader header) {
        String policy = header.policy();
        if (policy.contains("DLRM") || policy.equals("DISTRIBUTED_INFERENCE")) {
            throw new LlmException(
                    name + ": policy " + policy + " is not a training step of consecutive layers",
                    "Texts of transformers, DATA, MODEL, their hybrids and MICRO can be converted.");
        }
        int world = header.gpus();
        int tp =
                switch (policy) {
                    case "DATA" -> 1;
                    case "MODEL" -> world;
                    default -> header.tp();
                };
        if (tp < 1 || header.pp() < 1 || world % ((long) tp * header.pp()) != 0) {
            throw new LlmException(
                    name + ", line 1: all_gpus " + world + " is not a multiple of model_parallel_NPU_group " + tp
                            + " times pp " + header.pp(),
                    "Correct the header.");
        }
        return new Parallelism(tp, Math.max(1, header.ep()), world / (tp * header.pp()), header.pp());
    }

    private void findings() {
        if (rows.micros() < header.ga()) {
            add(
                    Level.WARNING,
                    "the rows do not repeat " + header.ga() + " times",
                    "the header promises as many micro batches (ga)",
                    "all rows are run as one micro batch");
        }
        for (String word : strangers()) {
            add(
                    Level.WARNING,
                    word + " is left out",
                    "groups are none (tensor, or data for gradients of weights), _EP and _DP_EP",
                    "SimAI runs none of it either");
        }
        if (ranks.pp() > 1) {
            add(
                    Level.INFO,
                    "each of " + ranks.pp() + " stages runs the same rows",
                    "the text has those of one stage",
                    "the first and the last stage may really differ");
        }
    }

    /** Collectives on groups that the format does not define. */
    private Set<String> strangers() {
        Set<String> strangers = new TreeSet<>();
        Stream.of(rows.head(), rows.body(), rows.tail())
                .flatMap(List::stream)
                .flatMap(row -> Stream.of(row.forward(), row.inputGrad(), row.weightGrad()))
                .map(SimAiRow.Pass::comm)
                .filter(word -> word.contains("_") && group(word, Group.DATA).isEmpty())
                .forEach(strangers::add);
        return strangers;
    }

    private void add(Level level, String what, String why, String effect) {
        findings.add(new Finding(level, "workload", -1, name, what, why, effect));
    }

    /** The parallelisation of the step. */
    public StepPlan plan() {
        return new StepPlan(name, ranks, pipeline, GradientExchange.ddp(), 1);
    }

    /** The execution traces of all ranks. */
    public EtSet write(Progress progress) {
        return StepWriter.write(plan(), this, progress);
    }

    @Override
    public void forward(Place place, OpWriter out) {
        rows.body().forEach(row -> forward(row, out));
    }

    private void forward(SimAiRow row, OpWriter out) {
        compute(row.name(), row.forward(), out);
        communicate(row.name(), row.forward(), Group.TENSOR, true, out);
    }

    @Override
    public void backward(Place place, OpWriter out) {
        backward(rows.body(), out);
    }

    private void backward(List<SimAiRow> of, OpWriter out) {
        for (int i = of.size() - 1; i >= 0; i--) {
            SimAiRow row = of.get(i);
            compute(row.name() + " input grad", row.inputGrad(), out);
            communicate(row.name() + " input grad", row.inputGrad(), Group.TENSOR, true, out);
            compute(row.name() + " weight grad", row.weightGrad(), out);
            communicate(row.name() + " weight grad", row.weightGrad(), Group.DATA, false, out);
        }
    }

    /** Rows of the step itself: those after the micro batches, then those of the head's backward pass. */
    @Override
    public void update(int stage, OpWriter out) {
        rows.tail().forEach(row -> forward(row, out));
        backward(rows.tail(), out);
        rows.head().forEach(row -> forward(row, out));
        backward(rows.head(), out);
        out.waitForCollectives();
    }

    private void compute(String row, SimAiRow.Pass pass, OpWriter out) {
        if (pass.computeNs() > LONGEST_NS) {
            throw new LlmException(
                    name + ": " + row + " computes for " + pass.computeNs() + " ns, which is more than 106 days",
                    "Correct the compute time.");
        }
        if (pass.computeNs() > 0) {
            out.compute(row, Cost.of(Time.ns(pass.computeNs())));
        }
    }

    private void communicate(String name, SimAiRow.Pass pass, Group usual, boolean waited, OpWriter out) {
        String word = pass.comm().toUpperCase(Locale.ROOT);
        if (word.equals(SimAiRow.Pass.NONE) || pass.bytes() <= 0) {
            return;
        }
        String sort = word.contains("_") ? word.substring(0, word.indexOf('_')) : word;
        CollectiveType type = type(sort, name);
        group(word, usual).ifPresent(group -> {
            long size = type == CollectiveType.ALL_GATHER
                    ? StageParameters.share(pass.bytes(), out.ranksOf(group))
                    : pass.bytes();
            String called = name + " " + sort.toLowerCase(Locale.ROOT);
            if (waited) {
                out.collective(called, type, new Bytes(size), group);
            } else {
                out.overlap(called, type, new Bytes(size), group);
            }
        });
    }

    private CollectiveType type(String word, String row) {
        return switch (word) {
            case "ALLREDUCE" -> CollectiveType.ALL_REDUCE;
            case "ALLGATHER" -> CollectiveType.ALL_GATHER;
            case "REDUCESCATTER" -> CollectiveType.REDUCE_SCATTER;
            case "ALLTOALL" -> CollectiveType.ALL_TO_ALL;
            case "BROADCAST" -> CollectiveType.BROADCAST;
            default ->
                throw new LlmException(
                        name + ": row '" + row + "' has an unknown collective '" + word + "'",
                        "Write ALLREDUCE, ALLGATHER, REDUCESCATTER, ALLTOALL, BROADCAST or NONE.");
        };
    }

    /** The group of a collective as written; empty when there is no such group. */
    private static Optional<Group> group(String word, Group usual) {
        int cut = word.indexOf('_');
        return switch (cut < 0 ? "" : word.substring(cut).toUpperCase(Locale.ROOT)) {
            case "" -> Optional.of(usual);
            case "_EP" -> Optional.of(Group.EXPERT);
            case "_DP_EP" -> Optional.of(Group.EXPERT_DATA);
            default -> Optional.empty();
        };
    }

    @Override
    public Bytes boundary(int part) {
        return new Bytes(Math.max(1, Math.round(header.ppComm())));
    }

    @Override
    public String name(Turn turn, String op) {
        return (turn.forward() ? "F" : "B") + turn.microBatch() + " " + op;
    }

    @Override
    public Report report() {
        return Report.of(findings);
    }
}
