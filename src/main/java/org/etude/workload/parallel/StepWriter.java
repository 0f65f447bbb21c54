package org.etude.workload.parallel;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.graph.EtGraphEdit;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.et.wire.EtSet;
import org.etude.report.Progress;
import org.etude.unit.Bytes;

/**
 * Writes the execution traces of a spread training step, one a rank. Each stage is written once; its other ranks share the
 * columns and differ in group names and peers only: about 4 bytes a node and rank.
 */
public final class StepWriter {
    /** Attribute: the micro batch that a node works on. */
    public static final String MICRO_BATCH = "micro_batch";

    private final StepPlan plan;
    private final StepModel model;
    private final Pipeline pipeline;
    private final Parallelism ranks;
    private final ProcessGroups groups;

    private StepWriter(StepPlan plan, StepModel model) {
        this.plan = plan;
        this.model = model;
        pipeline = plan.pipeline();
        ranks = plan.ranks();
        groups = new ProcessGroups(ranks);
    }

    /**
     * Writes the traces.
     *
     * @throws org.etude.workload.scale.WorkloadException when the model asks for what a stage does not have
     */
    public static EtSet write(StepPlan plan, StepModel model, Progress progress) {
        return new StepWriter(plan, model).write(progress);
    }

    /** What a rank of each stage communicates, by kind of group and collective. */
    public static List<Traffic> traffic(StepPlan plan, StepModel model) {
        StepWriter writer = new StepWriter(plan, model);
        List<Traffic> all = new ArrayList<>();
        for (int stage = 0; stage < plan.ranks().pp(); stage++) {
            Progress.checkInterrupted();
            all.addAll(writer.stage(stage, plan.ranks().rank(0, 0, stage)).traffic(stage));
        }
        return all;
    }

    private EtSet write(Progress progress) {
        List<EtGraph> all = new ArrayList<>(ranks.world());
        for (int stage = 0; stage < ranks.pp(); stage++) {
            Progress.checkInterrupted();
            progress.at("write stage", stage, ranks.pp());
            int first = ranks.rank(0, 0, stage);
            EtGraph base = named(stage(stage, first).build(), stage);
            for (int rank = first; rank < first + ranks.tp() * ranks.dp(); rank++) {
                all.add(rank == first ? base : moved(base, first, rank));
            }
        }
        return new EtSet(plan.name(), all, groups.all(), model.report());
    }

    /** The trace of a stage's first rank. */
    private OpWriter stage(int stage, int rank) {
        List<EtAttribute> metadata =
                plan.steps() > 1 ? List.of(EtAttribute.int64(EtNames.STEPS, plan.steps())) : List.of();
        OpWriter out = new OpWriter(new EtGraphBuilder("0.0.4", metadata), groups, rank);
        List<Turn> turns = pipeline.turns(stage);
        Map<Integer, Turn> last = new HashMap<>();
        turns.stream().filter(Turn::ends).forEach(turn -> last.put(turn.chunk(), turn));
        for (int step = 0; step < plan.steps(); step++) {
            GradientBuckets buckets = new GradientBuckets(plan.gradients());
            for (Turn turn : turns) {
                Progress.checkInterrupted();
                boolean isFinal = turn.equals(last.get(turn.chunk()));
                boolean every = turn.ends() && plan.gradients().everyMicroBatch();
                buckets.begin(isFinal);
                pass(new At(stage, rank, turn), isFinal || every ? buckets : null, out);
            }
            out.turn(-1, UnaryOperator.identity(), null);
            buckets.join(out);
            model.update(stage, out);
            buckets.gather(out);
        }
        return out;
    }

    /** A pass of a rank. */
    private record At(int stage, int rank, Turn turn) {}

    private void pass(At pass, GradientBuckets buckets, OpWriter out) {
        Turn turn = pass.turn;
        int part = pipeline.part(pass.stage, turn.chunk());
        Place place = new Place(pass.stage, turn.chunk(), part, pipeline.parts(), turn.microBatch());
        out.turn(turn.microBatch(), op -> model.name(turn, op), buckets);
        boolean receives = turn.crosses() && (turn.forward() ? !place.first() : !place.last());
        boolean sends = turn.crosses() && (turn.forward() ? !place.last() : !place.first());
        int ahead = turn.forward() ? 1 : -1;
        if (receives) {
            Bytes size = boundary(turn.forward() ? part - 1 : part);
            out.receive("receive", peer(pass.rank, -ahead), size, tag(turn, turn.forward() ? part - 1 : part));
        }
        switch (turn.pass()) {
            case FORWARD -> model.forward(place, out);
            case BACKWARD -> model.backward(place, out);
            case INPUTS -> model.backwardInputs(place, out);
            default -> model.backwardWeights(place, out);
        }
        if (sends) {
            int across = turn.forward() ? part : part - 1;
            out.send("send", peer(pass.rank, ahead), boundary(across), tag(turn, across));
        }
        if (buckets != null) {
            buckets.flush(out);
        }
    }

    private Bytes boundary(int part) {
        return new Bytes(Math.max(1, model.boundary(part).value()));
    }

    /** The rank of the same place so many stages on, around the end where chunks follow each other. */
    private int peer(int rank, int stages) {
        int stage = Math.floorMod(ranks.stage(rank) + stages, ranks.pp());
        return ranks.rank(ranks.tensor(rank), ranks.data(rank), stage);
    }

    /** Tells messages of a step apart: micro batch, boundary, direction. */
    private int tag(Turn turn, int boundary) {
        return 2 * (turn.microBatch() * pipeline.parts() + boundary) + (turn.forward() ? 0 : 1);
    }

    /** Gives the dictionary all group names of the stage, so that its ranks share it. */
    private EtGraph named(EtGraph graph, int stage) {
        Set<String> names = new LinkedHashSet<>();
        int first = ranks.rank(0, 0, stage);
        for (int rank = first; rank < first + ranks.tp() * ranks.dp(); rank++) {
            names.addAll(names(rank).values());
        }
        return EtGraphEdit.of(graph).dictionary(names).build();
    }

    private Map<Group, String> names(int rank) {
        Map<Group, String> names = new EnumMap<>(Group.class);
        for (Group kind : Group.values()) {
            if (groups.size(kind) > 1 && groups.has(kind, rank)) {
                names.put(kind, groups.name(kind, rank));
            }
        }
        return names;
    }

    private EtGraph moved(EtGraph base, int from, int to) {
        Map<String, String> names = new HashMap<>();
        Map<Group, String> target = names(to);
        names(from).forEach((kind, name) -> names.put(name, target.get(kind)));
        EtGraphEdit edit = EtGraphEdit.of(base).texts(EtNames.PG_NAME, (node, name) -> names.get(name));
        if (ranks.pp() > 1) {
            edit.numbers(EtNames.COMM_SRC, (node, rank) -> isMessage(base, node) ? rank + to - from : rank);
            edit.numbers(EtNames.COMM_DST, (node, rank) -> isMessage(base, node) ? rank + to - from : rank);
        }
        return edit.build();
    }

    private static boolean isMessage(EtGraph graph, int node) {
        EtNodeType type = graph.type(node);
        return type == EtNodeType.COMM_SEND || type == EtNodeType.COMM_RECV;
    }
}
