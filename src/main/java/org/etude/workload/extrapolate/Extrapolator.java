// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.extrapolate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.etude.et.convert.EtConverter;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNodeType;
import org.etude.et.wire.EtSet;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.LinkedSet;
import org.etude.report.Progress;
import org.etude.spec.ConvertOptions;
import org.etude.spec.LinkOptions;
import org.etude.spec.Parallelism;
import org.etude.spec.ParallelizeOptions;
import org.etude.spec.WorkloadException;
import org.etude.workload.parallel.GradientExchange;
import org.etude.workload.parallel.Pipeline;
import org.etude.workload.parallel.StepPlan;
import org.etude.workload.parallel.StepWriter;
import org.etude.workload.parallel.Turn;

/** Extrapolates a recorded step to other degrees of parallelism and another batch. */
public final class Extrapolator {
    private static final long MAX_NODES = 1L << 24;

    private final LinkedSet set;
    private final EtSet recorded;
    private final ParallelizeOptions spread;
    private final RecordedStep step;
    private final NodeTimes times;
    private final ExtrapolationFindings findings;

    private Extrapolator(
            LinkedSet set,
            LinkedSet second,
            ParallelizeOptions spread,
            ExtrapolationFindings findings,
            Progress progress) {
        this.set = set;
        this.spread = spread;
        this.findings = findings;
        recorded = EtConverter.convert(set, ConvertOptions.defaults(), progress);
        List<RecordedStep> steps = new ArrayList<>();
        for (int i = 0; i < set.ranks().size(); i++) {
            Progress.checkInterrupted();
            int rank = set.ranks().get(i).trace().rank();
            RecordedParallelism.requireCopies(rank, recorded.ranks().get(i));
            RecordedStep read =
                    StepReader.read(set.ranks().get(i), recorded.ranks().get(i), spread.recordedBatch());
            RecordedParallelism.requireWholeLayers(rank, read);
            steps.add(read);
        }
        requireEqual(steps);
        step = steps.get(0);
        times = new NodeTimes(step, second == null ? null : other(second, progress), spread.machine());
    }

    /** The same step of the second recording's first rank. */
    private RecordedStep other(LinkedSet second, Progress progress) {
        EtSet converted = EtConverter.convert(second, ConvertOptions.defaults(), progress);
        RecordedStep other =
                StepReader.read(second.ranks().get(0), converted.ranks().get(0), 0);
        if (other.batch() == step.batch() || !other.program().equals(step.program())) {
            throw new WorkloadException(
                    second.traces().source() + " with batch " + other.batch() + " adds nothing to "
                            + set.traces().source() + " with batch " + step.batch() + ": "
                            + (other.batch() == step.batch() ? "the batch is the same" : "the operators differ"),
                    "Give two recordings of one program that differ only in their batch.");
        }
        findings.second(second.traces().source(), other.batch());
        return other;
    }

    /**
     * Extrapolates a recorded step. With ranks and batch as recorded the step is unchanged; of several recorded steps
     * the one of median length is used. Linear in nodes times micro batches, and quadratic in layers.
     *
     * @param set the recording
     * @param options how it was linked, for cutting it to one step
     * @param second the same model recorded with another batch, from which the scaling of times is determined, or null
     * @param spread the requested parallelism
     * @throws WorkloadException when the recording cannot be parallelized in this way: no backward pass, no shapes,
     *     several micro batches recorded, ranks of different work, communication that is not data-parallel, more stages
     *     than layers
     */
    public static Extrapolated run(
            LinkedSet set, LinkOptions options, LinkedSet second, ParallelizeOptions spread, Progress progress) {
        if (set.ranks().isEmpty()) {
            throw new WorkloadException("no rank to extrapolate from", "Load the traces of at least one rank.");
        }
        ExtrapolationFindings findings = new ExtrapolationFindings();
        findings.step(set, StepChoice.middle(set.ranks().get(0).trace()));
        boolean two = second != null && !second.ranks().isEmpty();
        Extrapolated written = new Extrapolator(
                        StepChoice.one(set, options, progress),
                        two ? StepChoice.one(second, options, progress) : null,
                        spread,
                        findings,
                        progress)
                .spread(progress);
        return spread.costs() == null ? written : written.on(spread.costs());
    }

    private void requireEqual(List<RecordedStep> steps) {
        for (int i = 1; i < steps.size(); i++) {
            if (!steps.get(i).signature().equals(steps.get(0).signature())) {
                throw new WorkloadException(
                        "ranks " + set.ranks().get(0).trace().rank() + " and "
                                + set.ranks().get(i).trace().rank()
                                + " do different work: their layers are not the same",
                        "Only a recording of data parallelism (or of one rank) can be spread; give the traces of one rank"
                                + " that ran the whole model.");
            }
        }
    }

    /** Each micro batch has its own nodes on every stage. */
    private void requireFewNodes(int microBatches) {
        long nodes = (long) step.graph().size() * microBatches;
        if (nodes > MAX_NODES) {
            throw new WorkloadException(
                    microBatches + " micro batches of a step of " + step.graph().size() + " nodes make " + nodes
                            + " nodes per copy of the model",
                    "Give fewer micro batches: at most "
                            + MAX_NODES / step.graph().size() + " of this step.");
        }
    }

    private Extrapolated spread(Progress progress) {
        Parallelism ranks = spread.ranks();
        int count = spread.microBatchCount();
        long batch = spread.batch() > 0 ? spread.batch() : step.batch();
        TensorSplit.require(step.layers(), ranks.tp());
        int parts = (int) Math.min(Integer.MAX_VALUE, (long) ranks.pp() * spread.chunks());
        double ratio = (double) batch / count / step.batch();
        double[][] passes = times.passesByLayer(ratio, ranks.tp());
        double[] cost = new double[passes[0].length];
        Arrays.setAll(cost, layer -> Math.max(passes[0][layer], passes[1][layer]));
        StageCut cut = StageCut.balanced(cost, times.cuts(ranks.tp()), parts);
        requireFewNodes(count);
        boolean same = ranks.tp() == 1 && ranks.pp() == 1 && count == 1 && batch == step.batch();
        List<StageFigures> figures = figures(cut, passes, ratio, count);
        boolean keeps = parts == 1 && hasCollectives() && spread.bucket() == null;
        Pipeline pipeline = new Pipeline(spread.schedule(), ranks.pp(), spread.chunks(), count);
        StepShape shape = new StepShape(step.batch(), batch, count, lastPass(pipeline), ranks.tp(), keeps, shares(cut));
        List<StageMemory> memory = new ExtrapolatedMemory(step, shape, cut, pipeline, ranks).stages();
        findings.memory(step.tensors());
        EtSet written;
        if (same && ranks.dp() == set.ranks().size()) {
            written = new EtSet(
                    recorded.prefix(),
                    recorded.ranks(),
                    recorded.groups(),
                    recorded.report().plus(findings.unchanged()));
        } else {
            if (batch % count != 0) {
                throw new WorkloadException(
                        "a batch of " + batch + " in " + count + " micro batches",
                        "Choose batch(...) and microBatches(...) so that one divides the other.");
            }
            findings.assumed(step, spread, shape, set.ranks().size(), times.scaling());
            findings.products(step, spread, times.modelledProducts());
            findings.bound(step, spread, passes);
            StepPlan plan = new StepPlan(recorded.prefix(), ranks, pipeline, exchange(), 1);
            ExtrapolatedStep model = new ExtrapolatedStep(
                    step, times, cut, shape, recorded.report().plus(findings.report()));
            written = StepWriter.write(plan, model, progress);
        }
        return new Extrapolated(
                written,
                spread,
                set.traces().source(),
                set.ranks().size(),
                step.batch(),
                batch,
                hostNanos(set.ranks().get(0)) / 1e6,
                figures,
                memory,
                List.of());
    }

    /** The micro batch whose backward pass is the first stage's last. */
    private static int lastPass(Pipeline pipeline) {
        List<Turn> turns = pipeline.turns(0);
        return turns.get(turns.size() - 1).microBatch();
    }

    private boolean hasCollectives() {
        EtGraph graph = step.graph();
        for (int node = 0; node < graph.size(); node++) {
            if (graph.type(node) == EtNodeType.COMM_COLL) {
                return true;
            }
        }
        return false;
    }

    private GradientExchange exchange() {
        GradientExchange ddp = spread.bucket() == null
                ? GradientExchange.ddp()
                : GradientExchange.ddp().withBuckets(spread.bucket());
        long elements = step.gradientElements();
        int bytes = elements == 0 ? 4 : (int) Math.max(1, Math.round((double) step.gradientBytes() / elements));
        return ddp.withNumbers(bytes, bytes);
    }

    /**
     * The fraction of all gradients on each stage, by bytes; of the layers' parameters when gradients are not recorded.
     */
    private double[] shares(StageCut cut) {
        long[] bytes = parameterBytes(cut);
        double all = Math.max(1, Arrays.stream(bytes).sum());
        double[] shares = new double[spread.ranks().pp()];
        for (int part = 0; part < bytes.length; part++) {
            shares[part % shares.length] += bytes[part] / all;
        }
        return shares.length == 1 ? new double[] {1} : shares;
    }

    private long[] parameterBytes(StageCut cut) {
        long[] bytes = new long[cut.parts()];
        if (step.gradientBytes() > 0) {
            step.ops().forEach(op -> bytes[cut.part(op.layer())] += op.gradientBytes());
        } else {
            for (int layer = 0; layer < step.layers().size(); layer++) {
                bytes[cut.part(layer)] += step.layers().get(layer).weightBytes();
            }
        }
        return bytes;
    }

    private List<StageFigures> figures(StageCut cut, double[][] passes, double ratio, int count) {
        double[] doubt = times.doubtByLayer(ratio, spread.ranks().tp());
        long[] parameters = parameterBytes(cut);
        List<StageFigures> figures = new ArrayList<>();
        for (int part = 0; part < cut.parts(); part++) {
            int first = cut.first()[part];
            int end = cut.end(part);
            boolean last = end == cut.layers();
            double gpu = Arrays.stream(passes[0], first, end).sum();
            double host = Arrays.stream(passes[1], first, end).sum();
            figures.add(new StageFigures(
                    part,
                    part % spread.ranks().pp(),
                    first,
                    end - 1,
                    parameters[part] / spread.ranks().tp(),
                    Math.max(gpu, host) * count / 1e6,
                    Arrays.stream(doubt, first, end).sum() * count / 1e6,
                    last ? 0 : Math.round(step.layers().get(end).inputBytes() * ratio)));
        }
        return figures;
    }

    /** From the first timed host operator to the end of the last. */
    private static long hostNanos(LinkedRank rank) {
        long from = Long.MAX_VALUE;
        long to = Long.MIN_VALUE;
        for (int node = 0; node < rank.size(); node++) {
            if (rank.startNanos(node) != LinkedRank.UNTIMED) {
                from = Math.min(from, rank.startNanos(node));
                to = Math.max(to, rank.startNanos(node) + rank.durationNanos(node));
            }
        }
        return Math.max(0, to - from);
    }
}
