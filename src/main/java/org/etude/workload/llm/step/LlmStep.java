// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.etude.et.wire.EtSet;
import org.etude.report.Progress;
import org.etude.report.Report;
import org.etude.spec.CollectiveType;
import org.etude.spec.LlmOption;
import org.etude.unit.Bytes;
import org.etude.unit.Time;
import org.etude.workload.llm.AiobFile;
import org.etude.workload.llm.LlmModel;
import org.etude.workload.llm.LlmTraining;
import org.etude.workload.llm.Part;
import org.etude.workload.llm.ZeroStage;
import org.etude.workload.llm.cost.ModuleTypes;
import org.etude.workload.parallel.CollectiveTimes;
import org.etude.workload.parallel.Cost;
import org.etude.workload.parallel.Group;
import org.etude.workload.parallel.OpWriter;
import org.etude.workload.parallel.Pass;
import org.etude.workload.parallel.Pipeline;
import org.etude.workload.parallel.Place;
import org.etude.workload.parallel.StepModel;
import org.etude.workload.parallel.StepPlan;
import org.etude.workload.parallel.StepTimer;
import org.etude.workload.parallel.StepTimes;
import org.etude.workload.parallel.StepWriter;
import org.etude.workload.parallel.Traffic;
import org.etude.workload.parallel.Turn;

/**
 * A training step of a language model: the computation and communication of a rank of each stage. Ops carry operations
 * and bytes for a simulator's roofline, and a time if it was measured or the GPU type is known.
 */
public final class LlmStep implements StepModel {
    private static final int NORM_BYTES = 4;
    private static final int HALF = 2;
    /** Bytes of a parameter in Adam: gradient, master weight and two moments read and written, weight written. */
    private static final double ADAM_BYTES = 4 + 3 * 2 * 4 + 2;

    private static final double ADAM_OPERATIONS = 12;
    /** PyTorch's fused optimizer: 320 blocks of 65,536 parameters in a launch (ATen, cuda/MultiTensorApply.cuh). */
    private static final double ADAM_NUMBERS_A_LAUNCH = 320 * 65_536;

    private final LlmTraining training;
    private final StepPlan plan;
    private final StageLayers split;
    /** By the position in the expert group if loads differ, by whether layers are recomputed, and by view. */
    private final Map<List<Object>, LayerPieces> pieces = new ConcurrentHashMap<>();

    private final StepKernelTimes times;
    private final View usual;
    private final View half;
    private final View predicting;
    private final StageParameters parameters;
    private final RecomputedLayers recompute;
    private final HostOffload offload;
    private final boolean gathers;
    private final boolean tied;
    private final boolean keepsLast;
    private final boolean uneven;
    private final int predictions;
    private final Map<List<Object>, List<LayerPiece>> timed = new ConcurrentHashMap<>();
    private final boolean runsAhead;
    private final Map<Integer, LaunchPace> paces = new ConcurrentHashMap<>();
    private final Bytes boundary;

    private LlmStep(LlmTraining whole, Optional<AiobFile> measured) {
        training = ContextParallel.local(whole);
        plan = LlmPlan.of(training);
        split = StageLayers.of(training, plan.pipeline().parts());
        times = new StepKernelTimes(training, measured);
        usual = new View(0, training, times);
        half = view(1, ModuleTypes.half(training), measured);
        predicting = view(2, ModuleTypes.predictions(training), measured);
        parameters = new StageParameters(training, plan);
        recompute = RecomputedLayers.of(training);
        offload = HostOffload.of(training);
        gathers = ZeroStage.of(training) == 3;
        tied = LlmPlan.tied(training);
        keepsLast = training.flag(LlmOption.KEEP_LAST);
        uneven = !ExpertLoads.of(training).isEven();
        predictions = (int) training.number(LlmOption.MTP);
        runsAhead = training.torchtitan();
        boundary = new Bytes(training.activationBytes() / (training.sequenceParallel() ? training.tp() : 1));
        // Rejects inconsistent sizes immediately.
        pieces(0, usual);
    }

    /**
     * What describes a layer, a layer that stays in half precision, or a prediction module: the same where their element types do not
     * differ.
     */
    private record View(int index, LlmTraining training, StepKernelTimes times) {}

    private View view(int index, LlmTraining other, Optional<AiobFile> measured) {
        return other == training ? usual : new View(index, other, new StepKernelTimes(other, measured));
    }

    private View viewOf(int layer) {
        return training.keepsHalf(layer) ? half : usual;
    }

    @Override
    public Time launching(int stage) {
        return runsAhead
                ? StepKernelTimes.span(paces.computeIfAbsent(stage, this::pace).host())
                : new Time(0);
    }

    /** The work of a stage in a step, which the host of a rank launches. */
    private LaunchPace pace(int stage) {
        LaunchPace all = new LaunchPace();
        Pipeline pipeline = plan.pipeline();
        int passes = pipeline.microBatches() / (pipeline.schedule().isBidirectional() ? 2 : 1);
        for (int chunk = 0; chunk < pipeline.chunks(); chunk++) {
            int part = pipeline.part(stage, chunk);
            Place place = new Place(stage, chunk, part, pipeline.parts(), 0);
            for (Section section : sections(place, 0)) {
                all.add(section.pieces(), again(section, part), passes);
            }
        }
        all.add(optimizer(stage));
        return all;
    }

    /** What of a section is recomputed. */
    private List<LayerPiece> again(Section section, int part) {
        if (section.isLayer()) {
            int layer = section.layer();
            return isAgain(part, layer) ? again(section.pieces(), endsRun(part, layer)) : List.of();
        }
        return section.repeated() ? section.pieces() : List.of();
    }

    /**
     * The step of a training.
     *
     * @param measured compute times, if they were measured
     * @throws org.etude.spec.LlmException when sizes are inconsistent with the parallelism
     */
    public static LlmStep of(LlmTraining training, Optional<AiobFile> measured) {
        return new LlmStep(training, measured);
    }

    /** How the step is divided among ranks. */
    public StepPlan plan() {
        return plan;
    }

    /** The memory of each rank. */
    public MemoryPlan memory() {
        return new MemoryPlan(training, plan);
    }

    /** The communication of a rank of each stage. */
    public List<Traffic> traffic() {
        return StepWriter.traffic(plan, this);
    }

    /**
     * The time of the step and of its stages, computed without writing it: equal to simulating the traces with one
     * stream per group.
     *
     * @param network times of communication
     * @param slowdown relative slowdown of a kernel while a collective runs
     */
    public StepTimes times(CollectiveTimes network, double slowdown) {
        return StepTimer.of(plan, this, network, slowdown);
    }

    /** Ops of a layer's pass alone. */
    void layerAlone(int layer, Pass kind, OpWriter out) {
        alone(layer(uneven ? out.place(Group.EXPERT) : 0, layer), kind, out);
    }

    /** What of a layer is recomputed; what the backward pass does not need is left out at the end of a run only. */
    private List<LayerPiece> again(List<LayerPiece> layer, boolean endsRun) {
        return endsRun ? recompute.again(layer) : layer;
    }

    /** Ops of the recomputation of a layer alone, which may be the last of its run. */
    void layerAgain(int layer, boolean endsRun, OpWriter out) {
        int rank = uneven ? out.place(Group.EXPERT) : 0;
        new PassWriter(out, false, runsAhead).forward(again(layer(rank, layer), endsRun), true);
    }

    /** Ops of a pass over the token table alone, or over the output layer and the prediction modules. */
    void endAlone(boolean output, Pass kind, OpWriter out) {
        int rank = uneven ? out.place(Group.EXPERT) : 0;
        LayerPieces of = pieces(rank, usual);
        alone(times.of(output ? of.output(ownsOutput()) : of.embedding()), kind, out);
        for (Section section : output ? predictions(rank) : List.<Section>of()) {
            if (section.repeated() && kind == Pass.BACKWARD) {
                alone(section.pieces(), Pass.FORWARD, out);
            }
            alone(section.pieces(), kind, out);
        }
    }

    private void alone(List<LayerPiece> timed, Pass kind, OpWriter out) {
        PassWriter pass = new PassWriter(out, false, runsAhead);
        switch (kind) {
            case FORWARD -> pass.forward(timed, false);
            case BACKWARD -> pass.backward(timed);
            case INPUTS -> pass.backwardInputs(timed);
            default -> pass.backwardWeights(timed);
        }
    }

    /** Its options from the view of one rank. */
    LlmTraining local() {
        return training;
    }

    /** The layers of each pipeline part. */
    StageLayers split() {
        return split;
    }

    /** Whether only the input of a part's layer is kept; the last part may be exempt. */
    boolean isAgain(int part, int layer) {
        boolean spared = keepsLast && part > 0 && part == plan.pipeline().parts() - 1;
        return !spared && recompute.again(layer - split.from(part));
    }

    /** Whether a recomputed layer of a part is the last of those of which one input is kept. */
    boolean endsRun(int part, int layer) {
        int from = split.from(part);
        return recompute.runBefore(layer - from, split.to(part) - from) >= 0;
    }

    /** Whether only the inputs of prediction modules are kept. */
    boolean predictsAgain() {
        boolean spared = keepsLast && plan.pipeline().parts() > 1;
        return predictions > 0 && !spared && recompute.predictions();
    }

    /** Writes the execution traces of all ranks: one second per thousand ranks; each stage is written once. */
    public EtSet write(Progress progress) {
        return StepWriter.write(plan, this, progress);
    }

    /**
     * Consecutive pieces of a part of the model: a layer, the work on tables before and after the layers, or a prediction
     * module, which may be recomputed.
     */
    private record Section(String label, int layer, List<LayerPiece> pieces, List<Part> tables, boolean repeated) {
        Section(String label, int layer, List<LayerPiece> pieces, List<Part> tables) {
            this(label, layer, pieces, tables, false);
        }

        boolean isLayer() {
            return layer >= 0;
        }
    }

    /** The sections of a pipeline part, in the order of the forward pass. */
    private List<Section> sections(Place place, OpWriter out) {
        return sections(place, uneven ? out.place(Group.EXPERT) : 0);
    }

    private List<Section> sections(Place place, int rank) {
        List<Section> all = new ArrayList<>();
        if (place.first()) {
            List<LayerPiece> table = timed(rank, usual, "embedding", LayerPieces::embedding);
            all.add(new Section("embedding", -1, table, List.of(LlmModel.embedding(training))));
        }
        for (int layer = split.from(place.part()); layer < split.to(place.part()); layer++) {
            all.add(new Section("layer " + layer + " ", layer, layer(rank, layer), List.of()));
        }
        if (place.last()) {
            List<LayerPiece> output = timed(rank, usual, "output", of -> of.output(ownsOutput()));
            all.add(new Section("output", -1, output, List.of(LlmModel.output(training))));
            all.addAll(predictions(rank));
        }
        return all;
    }

    /** Of each prediction module its look-up, itself and its output, in the order of the forward pass. */
    private List<Section> predictions(int rank) {
        List<Section> all = new ArrayList<>();
        for (int next = 0; next < predictions; next++) {
            String label = "prediction " + next + " ";
            boolean owned = next < training.ownPredictions();
            boolean own = ownsTable(next);
            boolean again = predictsAgain();
            List<LayerPiece> table = timed(rank, usual, "prediction table " + own, of -> of.predictionTable(own));
            all.add(new Section(label, -1, table, List.of(LlmModel.embedding(training))));
            List<LayerPiece> module = timed(rank, predicting, "prediction " + owned, of -> of.prediction(owned));
            all.add(new Section(label, -1, module, predictionTables(), again));
            List<LayerPiece> output = timed(rank, usual, "prediction output", LayerPieces::predictionOutput);
            all.add(new Section(label, -1, output, List.of()));
        }
        return all;
    }

    private List<Part> predictionTables() {
        List<Part> tables = new ArrayList<>(List.of(LlmModel.prediction(training)));
        for (int layer : training.predictionLayers()) {
            tables.add(LlmModel.layer(training, layer));
        }
        return tables;
    }

    private PassWriter writer(Place place, OpWriter out) {
        return new PassWriter(out, LlmPlan.everyKernel(training), runsAhead);
    }

    private PassWriter at(PassWriter pass, Section section) {
        boolean named = section.isLayer() || section.label().startsWith("prediction");
        return pass.at(named ? section.label() : "");
    }

    @Override
    public void forward(Place place, OpWriter out) {
        PassWriter pass = writer(place, out);
        List<Section> all = sections(place, out);
        HostOffload.Copies copies = offload.copies(out);
        long gathered = -1;
        for (int i = 0; i < all.size(); i++) {
            gathered = gather(pass, out, gathered, all, i, 1);
            copies.beforeForward(all.get(i).layer());
            at(pass, all.get(i)).forward(all.get(i).pieces(), false);
            copies.afterForward(all.get(i).layer());
        }
        pass.flush();
    }

    @Override
    public void backward(Place place, OpWriter out) {
        PassWriter pass = writer(place, out);
        List<Section> all = sections(place, out);
        int from = split.from(place.part());
        int layers = split.to(place.part()) - from;
        HostOffload.Copies copies = offload.copies(out);
        long gathered = -1;
        for (int i = all.size() - 1; i >= 0; i--) {
            Section section = all.get(i);
            gathered = gather(pass, out, gathered, all, i, -1);
            copies.beforeBackward(section.layer());
            if (section.isLayer() && !keeps(place)) {
                int first = recompute.runBefore(section.layer() - from, layers) + from;
                again(pass, all, first, from, section.layer());
            } else if (section.repeated()) {
                at(pass, section).forward(section.pieces(), true);
            }
            at(pass, section).backward(section.pieces());
        }
        pass.flush();
    }

    /** Recomputes what a run of layers did not keep, before the backward pass of its last layer. */
    private void again(PassWriter pass, List<Section> all, int first, int from, int last) {
        for (Section section : all) {
            if (first >= from && section.layer() >= first && section.layer() <= last) {
                at(pass, section).forward(again(section.pieces(), section.layer() == last), true);
            }
        }
    }

    @Override
    public void backwardInputs(Place place, OpWriter out) {
        PassWriter pass = writer(place, out);
        List<Section> all = sections(place, out);
        for (int i = all.size() - 1; i >= 0; i--) {
            at(pass, all.get(i)).backwardInputs(all.get(i).pieces());
        }
        pass.flush();
    }

    @Override
    public void backwardWeights(Place place, OpWriter out) {
        PassWriter pass = writer(place, out);
        List<Section> all = sections(place, out);
        for (int i = all.size() - 1; i >= 0; i--) {
            at(pass, all.get(i)).backwardWeights(all.get(i).pieces());
        }
        pass.flush();
    }

    /**
     * With sharded parameters: gathers tables before their use, waits for a layer's parameters and prefetches those of
     * the next one during its work.
     */
    private long gather(PassWriter pass, OpWriter out, long gathered, List<Section> all, int at, int ahead) {
        Section section = all.get(at);
        if (!gathers) {
            return -1;
        }
        if (!section.isLayer()) {
            pass.flush();
            section.tables().forEach(table -> gatherTable(section.label().strip(), table, out));
            return -1;
        }
        boolean follows =
                at >= ahead && at - ahead < all.size() && all.get(at - ahead).isLayer();
        long own = follows ? gathered : gather(section.layer(), out);
        boolean more = at + ahead >= 0
                && at + ahead < all.size()
                && all.get(at + ahead).isLayer();
        return fetch(pass, out, own, more ? all.get(at + ahead).layer() : -1);
    }

    /**
     * With sharded parameters: waits for a layer's parameters, and prefetches those of the next one during its work.
     */
    private long fetch(PassWriter pass, OpWriter out, long gathered, int next) {
        pass.flush();
        long ahead = next < 0 ? -1 : gather(next, out);
        out.alsoAfter(gathered);
        return ahead;
    }

    /** Gathers experts from the copies that hold the same ones, everything else from all copies. */
    private long gather(int layer, OpWriter out) {
        Part.Block block = LlmModel.layer(training, layer);
        long experts = StageParameters.experts(block);
        String name = "layer " + layer;
        Group copies = sharedAmong(Group.DATA);
        long dense = out.overlap(
                name + " parameters", CollectiveType.ALL_GATHER, share(block.count() - experts, copies, out), copies);
        Group same = sharedAmong(Group.EXPERT_DATA);
        long own = out.overlap(name + " experts", CollectiveType.ALL_GATHER, share(experts, same, out), same);
        // Collectives run in the order written, so waiting for the last is enough.
        return own < 0 ? dense : own;
    }

    private Group sharedAmong(Group copies) {
        return copies.sharedAmong(plan.gradients().instances());
    }

    /** The token table or the output layer, with nothing to overlap with. */
    private void gatherTable(String name, Part table, OpWriter out) {
        long experts = StageParameters.experts(table);
        Group copies = sharedAmong(Group.DATA);
        Bytes share = share(table.count() - experts, copies, out);
        out.collective(name + " parameters", CollectiveType.ALL_GATHER, share, copies);
        Group same = sharedAmong(Group.EXPERT_DATA);
        out.collective(name + " experts", CollectiveType.ALL_GATHER, share(experts, same, out), same);
    }

    private static Bytes share(long elements, Group group, OpWriter out) {
        return new Bytes(HALF * StageParameters.share(elements, out.ranksOf(group)));
    }

    /**
     * Whether a pipeline's last part starts its backward pass immediately, so that its activations need not be
     * recomputed.
     */
    private boolean keeps(Place place) {
        return keepsLast && place.last() && place.parts() > 1;
    }

    /**
     * Passes differ by the kinds of their layers, and by the tables at both ends. Which layers are recomputed follows from the number of
     * layers of a part, because each part counts its own.
     */
    @Override
    public Object kind(Place place) {
        long dense = training.deepSeek() ? training.number(LlmOption.DENSE_LAYERS) : 0;
        int from = split.from(place.part());
        int to = split.to(place.part());
        long denseHere = Math.max(0, Math.min(to, dense) - from);
        String kinds = training.text(LlmOption.HYBRID);
        long front = Math.max(0, Math.min(to, training.number(LlmOption.START_IN_HALF)) - from);
        long back = Math.max(
                0, to - Math.max(from, training.number(LlmOption.LAYERS) - training.number(LlmOption.END_IN_HALF)));
        return List.of(
                place.first(),
                place.last(),
                to - from,
                denseHere,
                front,
                back,
                kinds == null ? "" : kinds.substring(from, to));
    }

    @Override
    public boolean isUneven() {
        return uneven;
    }

    private List<LayerPiece> layer(int rank, int layer) {
        int alike = LlmModel.alike(training, layer);
        return timed.computeIfAbsent(
                List.of(rank, alike),
                key -> viewOf(alike).times().of(pieces(rank, viewOf(alike)).layer(alike)));
    }

    private List<LayerPiece> timed(int rank, View view, String what, Function<LayerPieces, List<LayerPiece>> maker) {
        return timed.computeIfAbsent(List.of(rank, what), key -> view.times().of(maker.apply(pieces(rank, view))));
    }

    private LayerPieces pieces(int rank, View view) {
        return pieces.computeIfAbsent(List.of(rank, view.index()), key -> new LayerPieces(view.training(), rank));
    }

    /** Whether the output layer has a matrix that is not the token table of the same rank. */
    private boolean ownsOutput() {
        return !tied || !plan.pipeline().endsTogether();
    }

    /** Whether a prediction module looks tokens up in a table that its stage has for that alone: Megatron-Core's gpt_model.py. */
    private boolean ownsTable(int prediction) {
        return prediction == 0 && !plan.pipeline().endsTogether();
    }

    /** Whether the first and the last stage both hold the token table and sum its gradients. */
    private boolean sharesTable() {
        boolean trained = !Adapters.of(training).on();
        return trained && (tied || predictions > 0) && !plan.pipeline().endsTogether();
    }

    @Override
    public void update(int stage, OpWriter out) {
        boolean ends = stage == 0 || stage == plan.ranks().pp() - 1;
        if (training.sequenceParallel() && !Adapters.of(training).on()) {
            sum(out, "replicated gradients", HALF * parameters.replicated(stage), Group.TENSOR);
        }
        sum(out, "adapter gradients", HALF * parameters.partialAdapters(stage), Group.TENSOR);
        if (sharesTable() && ends) {
            Part.Embedding table = (Part.Embedding) LlmModel.embedding(training);
            long bytes = LlmPlan.gradientBytes(training) * table.tokens() * table.hidden();
            sum(out, "token table gradients", bytes, Group.EMBEDDING);
        }
        sum(out, "gradient norm", NORM_BYTES, Group.MODEL);
        if (LlmPlan.sharded(training)) {
            sum(out, "gradient norm", NORM_BYTES, sharedAmong(Group.DATA));
        }
        offload.update(parameters.updated(stage), out, () -> {
            StepKernel adam = optimizer(stage);
            Cost cost = Cost.of(adam.operations(), adam.bytes());
            out.compute("optimizer", cost.taking(StepKernelTimes.span(adam.nanos())));
        });
    }

    /** That of the stage whose host is furthest behind its GPU; empty where the host does not run ahead. */
    private Optional<LaunchPace> slowestHost() {
        int stages = runsAhead ? plan.pipeline().stages() : 0;
        return IntStream.range(0, stages)
                .mapToObj(this::pace)
                .max(Comparator.comparingDouble(pace -> pace.host() - pace.gpu()));
    }

    private StepKernel optimizer(int stage) {
        double updated = (1 - offload.fraction()) * parameters.updated(stage);
        int launches = (int) Math.ceil(updated / ADAM_NUMBERS_A_LAUNCH);
        return times.optimizer(new StepKernel("optimizer", ADAM_OPERATIONS * updated, ADAM_BYTES * updated)
                .launched(Math.max(1, launches)));
    }

    private static void sum(OpWriter out, String name, long bytes, Group group) {
        out.collective(name, CollectiveType.ALL_REDUCE, new Bytes(bytes), group);
    }

    @Override
    public Bytes boundary(int part) {
        return boundary;
    }

    @Override
    public String name(Turn turn, String op) {
        String pass = turn.forward() ? "F" : turn.pass() == Pass.WEIGHTS ? "W" : "B";
        return pass + turn.microBatch() + " " + op;
    }

    @Override
    public Report report() {
        return new LlmFindings(training, times, memory(), slowestHost()).report();
    }
}
