package org.etude.workload.llm.step;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.etude.et.wire.EtSet;
import org.etude.report.Progress;
import org.etude.report.Report;
import org.etude.spec.CollectiveType;
import org.etude.unit.Bytes;
import org.etude.unit.Time;
import org.etude.workload.llm.AiobFile;
import org.etude.workload.llm.LlmModel;
import org.etude.workload.llm.LlmOption;
import org.etude.workload.llm.LlmTraining;
import org.etude.workload.llm.Part;
import org.etude.workload.parallel.CollectiveTimes;
import org.etude.workload.parallel.Cost;
import org.etude.workload.parallel.Group;
import org.etude.workload.parallel.OpWriter;
import org.etude.workload.parallel.Pass;
import org.etude.workload.parallel.Place;
import org.etude.workload.parallel.StepModel;
import org.etude.workload.parallel.StepPlan;
import org.etude.workload.parallel.StepTimer;
import org.etude.workload.parallel.StepTimes;
import org.etude.workload.parallel.StepWriter;
import org.etude.workload.parallel.Traffic;
import org.etude.workload.parallel.Turn;

/**
 * A training step of a language model: what a rank of a stage computes and sends. Ops carry operations and bytes for a
 * simulator's roofline, and a time where one was measured or the GPU type is known.
 */
public final class LlmStep implements StepModel {
    private static final int GRADIENT_BYTES = 4;
    private static final int HALF = 2;
    /** Bytes of a parameter in Adam: gradient, master weight and two moments read and written, weight written. */
    private static final double ADAM_BYTES = 4 + 3 * 2 * 4 + 2;

    private static final double ADAM_OPERATIONS = 12;

    private final LlmTraining training;
    private final StepPlan plan;
    private final StageLayers split;
    private final LayerPieces pieces;
    /** Of layers that are computed again. */
    private final LayerPieces piecesAgain;

    private final StepKernelTimes times;
    private final StageParameters parameters;
    private final RecomputedLayers recompute;
    private final boolean gathers;
    private final boolean tied;
    private final boolean keepsLast;
    private final Map<Integer, List<LayerPiece>> layers = new ConcurrentHashMap<>();

    private LlmStep(LlmTraining whole, Optional<AiobFile> measured) {
        training = ContextParallel.local(whole);
        plan = LlmPlan.of(training);
        split = StageLayers.of(training, plan.pipeline().parts());
        pieces = new LayerPieces(training, false);
        piecesAgain = new LayerPieces(training, true);
        times = new StepKernelTimes(training, measured);
        parameters = new StageParameters(training, plan);
        recompute = RecomputedLayers.of(training);
        gathers = LlmPlan.zeroStage(training) == 3;
        tied = LlmPlan.tied(training);
        keepsLast = training.flag(LlmOption.KEEP_LAST);
    }

    /**
     * The step of a training.
     *
     * @param measured compute times, if they were measured
     * @throws org.etude.workload.llm.LlmException when sizes do not fit the parallelism
     */
    public static LlmStep of(LlmTraining training, Optional<AiobFile> measured) {
        return new LlmStep(training, measured);
    }

    /** How the step is spread. */
    public StepPlan plan() {
        return plan;
    }

    /** What each rank holds. */
    public MemoryPlan memory() {
        return new MemoryPlan(training, plan);
    }

    /** What a rank of each stage communicates. */
    public List<Traffic> traffic() {
        return StepWriter.traffic(plan, this);
    }

    /**
     * The time of the step and of its stages, without writing it: equal to simulating the traces with a stream per group.
     *
     * @param network what communication takes
     * @param slowdown how much longer a kernel takes while a collective runs, as a share of its time
     */
    public StepTimes times(CollectiveTimes network, double slowdown) {
        return StepTimer.of(plan, this, network, slowdown);
    }

    /** The execution traces of all ranks: a second for a thousand ranks; each stage is written once. */
    public EtSet write(Progress progress) {
        return StepWriter.write(plan, this, progress);
    }

    @Override
    public void forward(Place place, OpWriter out) {
        PassWriter pass = new PassWriter(out, LlmPlan.everyKernel(training));
        if (place.first()) {
            gatherTable("embedding", LlmModel.embedding(training), out);
            pass.at("").forward(times.of(pieces.embedding()), false);
        }
        int from = split.from(place.part());
        int to = split.to(place.part());
        long gathered = gather(from, out);
        for (int layer = from; layer < to; layer++) {
            gathered = fetch(pass, out, gathered, layer + 1 < to ? layer + 1 : -1);
            pass.at("layer " + layer + " ").forward(layer(layer), false);
        }
        if (place.last()) {
            pass.flush();
            gatherTable("output", LlmModel.output(training), out);
            pass.at("").forward(times.of(pieces.output(ownsOutput())), false);
        }
        pass.flush();
    }

    @Override
    public void backward(Place place, OpWriter out) {
        PassWriter pass = new PassWriter(out, LlmPlan.everyKernel(training));
        if (place.last()) {
            gatherTable("output", LlmModel.output(training), out);
            pass.at("").backward(times.of(pieces.output(ownsOutput())));
        }
        int from = split.from(place.part());
        int to = split.to(place.part());
        long gathered = gather(to - 1, out);
        for (int layer = to - 1; layer >= from; layer--) {
            gathered = fetch(pass, out, gathered, layer > from ? layer - 1 : -1);
            if (!keeps(place)) {
                again(pass, recompute.runBefore(layer - from, to - from) + from, from, layer);
            }
            pass.at("layer " + layer + " ").backward(layer(layer));
        }
        if (place.first()) {
            pass.flush();
            gatherTable("embedding", LlmModel.embedding(training), out);
            pass.at("").backward(times.of(pieces.embedding()));
        }
        pass.flush();
    }

    /** Makes anew what a run of layers did not keep, its last layer being the one whose backward pass comes. */
    private void again(PassWriter pass, int first, int from, int last) {
        for (int layer = first; first >= from && layer <= last; layer++) {
            pass.at("layer " + layer + " ").forward(layer(layer), true);
        }
    }

    @Override
    public void backwardInputs(Place place, OpWriter out) {
        PassWriter pass = new PassWriter(out, LlmPlan.everyKernel(training));
        if (place.last()) {
            pass.at("").backwardInputs(times.of(pieces.output(ownsOutput())));
        }
        for (int layer = split.to(place.part()) - 1; layer >= split.from(place.part()); layer--) {
            pass.at("layer " + layer + " ").backwardInputs(layer(layer));
        }
        if (place.first()) {
            pass.at("").backwardInputs(times.of(pieces.embedding()));
        }
        pass.flush();
    }

    @Override
    public void backwardWeights(Place place, OpWriter out) {
        PassWriter pass = new PassWriter(out, LlmPlan.everyKernel(training));
        if (place.last()) {
            pass.at("").backwardWeights(times.of(pieces.output(ownsOutput())));
        }
        for (int layer = split.to(place.part()) - 1; layer >= split.from(place.part()); layer--) {
            pass.at("layer " + layer + " ").backwardWeights(layer(layer));
        }
        if (place.first()) {
            pass.at("").backwardWeights(times.of(pieces.embedding()));
        }
        pass.flush();
    }

    /** Where ranks keep shares of parameters: waits for a layer's, and fetches the next one's beside its work. */
    private long fetch(PassWriter pass, OpWriter out, long gathered, int next) {
        if (!gathers) {
            return gathered;
        }
        pass.flush();
        long ahead = next < 0 ? -1 : gather(next, out);
        out.alsoAfter(gathered);
        return ahead;
    }

    /** Experts are gathered from the copies that hold the same ones, all else from all copies. */
    private long gather(int layer, OpWriter out) {
        if (!gathers) {
            return -1;
        }
        Part.Block block = LlmModel.layer(training, layer);
        long experts = StageParameters.experts(block);
        String name = "layer " + layer;
        long dense = out.overlap(
                name + " parameters",
                CollectiveType.ALL_GATHER,
                share(block.count() - experts, Group.DATA, out),
                Group.DATA);
        Bytes ofExperts = share(experts, Group.EXPERT_DATA, out);
        long own = out.overlap(name + " experts", CollectiveType.ALL_GATHER, ofExperts, Group.EXPERT_DATA);
        // Collectives run in the order in which they are written, so the last is enough.
        return own < 0 ? dense : own;
    }

    /** The token table or the output layer, with no work beside. */
    private void gatherTable(String name, Part table, OpWriter out) {
        if (gathers) {
            Bytes share = share(table.count(), Group.DATA, out);
            out.collective(name + " parameters", CollectiveType.ALL_GATHER, share, Group.DATA);
        }
    }

    private static Bytes share(long elements, Group group, OpWriter out) {
        return new Bytes(HALF * StageParameters.share(elements, out.ranksOf(group)));
    }

    /** Where a pipeline's last part goes backward at once, so that its activations need not be made again. */
    private boolean keeps(Place place) {
        return keepsLast && place.last() && place.parts() > 1;
    }

    /**
     * Passes differ by the kinds of their layers and by the tables at both ends. Which layers are computed again follows from how
     * many layers a part has, as each part counts its own.
     */
    @Override
    public Object kind(Place place) {
        long dense = training.deepSeek() ? training.number(LlmOption.DENSE_LAYERS) : 0;
        int from = split.from(place.part());
        int to = split.to(place.part());
        long denseHere = Math.max(0, Math.min(to, dense) - from);
        return List.of(place.first(), place.last(), to - from, denseHere);
    }

    private List<LayerPiece> layer(int layer) {
        return layers.computeIfAbsent(
                layer, index -> times.of((recompute.again(split.before(index)) ? piecesAgain : pieces).layer(index)));
    }

    /** Whether the output layer has a matrix that is not the token table of the same rank. */
    private boolean ownsOutput() {
        return !tied || plan.ranks().pp() > 1;
    }

    @Override
    public void update(int stage, OpWriter out) {
        boolean ends = stage == 0 || stage == plan.ranks().pp() - 1;
        if (training.sequenceParallel()) {
            sum(out, "norm gradients", HALF * parameters.norms(stage), Group.TENSOR);
        }
        if (tied && ends && plan.ranks().pp() > 1) {
            Part.Embedding table = (Part.Embedding) LlmModel.embedding(training);
            sum(out, "token table gradients", GRADIENT_BYTES * table.tokens() * table.hidden(), Group.EMBEDDING);
        }
        sum(out, "gradient norm", GRADIENT_BYTES, Group.MODEL);
        if (LlmPlan.sharded(training)) {
            sum(out, "gradient norm", GRADIENT_BYTES, Group.DATA);
        }
        double updated = parameters.updated(stage);
        StepKernel adam = times.optimizer(new StepKernel("optimizer", ADAM_OPERATIONS * updated, ADAM_BYTES * updated));
        out.compute("optimizer", Cost.of(adam.operations(), adam.bytes()).taking(Time.ns(Math.rint(adam.nanos()))));
    }

    private static void sum(OpWriter out, String name, long bytes, Group group) {
        out.collective(name, CollectiveType.ALL_REDUCE, new Bytes(bytes), group);
    }

    @Override
    public Bytes boundary(int part) {
        long bytes = training.activationBytes();
        return new Bytes(training.sequenceParallel() ? bytes / training.tp() : bytes);
    }

    @Override
    public String name(Turn turn, String op) {
        String pass = turn.forward() ? "F" : turn.pass() == Pass.WEIGHTS ? "W" : "B";
        return pass + turn.microBatch() + " " + op;
    }

    @Override
    public Report report() {
        return new LlmFindings(training, times, memory()).report();
    }
}
