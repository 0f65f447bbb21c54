// SPDX-License-Identifier: Apache-2.0
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
import org.etude.et.wire.EtSet;
import org.etude.report.Progress;
import org.etude.spec.Parallelism;
import org.etude.unit.Bytes;
import org.etude.unit.Time;

/**
 * Writes the execution traces of a parallel training step, one per rank. Each stage is written once (or once per expert
 * rank if their work differs); its other ranks share all columns and differ only in group names and peers: about a
 * kilobyte per rank, independent of its nodes.
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
        groups = plan.groups();
    }

    /**
     * Writes the traces.
     *
     * @throws org.etude.report.EtudeException when the model requires something that a stage lacks
     */
    public static EtSet write(StepPlan plan, StepModel model, Progress progress) {
        return new StepWriter(plan, model).write(progress);
    }

    /** The communication of a rank of each stage, by kind of group and collective. */
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
            Map<Integer, Integer> bases = new HashMap<>();
            Map<Integer, EtGraph> graphs = new HashMap<>();
            for (int rank = first; rank < first + ranks.tp() * ranks.dp(); rank++) {
                int place = model.isUneven() ? groups.place(Group.EXPERT, rank) : 0;
                int base = bases.getOrDefault(place, rank);
                if (base == rank) {
                    bases.put(place, rank);
                    graphs.put(place, named(stage(stage, rank).build(), stage));
                }
                EtGraph graph = graphs.get(place);
                all.add(base == rank ? graph : moved(graph, base, rank));
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
            Time launching = model.launching(stage);
            if (launching.picoseconds() > 0) {
                out.beside("launches", launching);
            }
            for (int next = 0; next < turns.size(); next++) {
                Progress.checkInterrupted();
                Turn turn = turns.get(next);
                Turn ended = turn.merged() ? turns.get(++next) : turn;
                boolean isFinal = ended.equals(last.get(ended.chunk()));
                boolean every = ended.ends() && plan.gradients().everyMicroBatch();
                buckets.begin(isFinal);
                GradientBuckets open = isFinal || every ? buckets : null;
                if (turn.merged()) {
                    merged(new At(stage, rank, turn), new At(stage, rank, ended), open, out);
                } else {
                    pass(new At(stage, rank, turn), open, out);
                }
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
        out.turn(pass.turn.microBatch(), op -> model.name(pass.turn, op), buckets);
        receive(pass, out);
        work(pass, out);
        send(pass, out);
        if (buckets != null) {
            buckets.flush(out);
        }
    }

    /** A forward pass interleaved with the following backward pass. */
    private void merged(At forward, At backward, GradientBuckets buckets, OpWriter out) {
        out.turn(forward.turn.microBatch(), op -> model.name(forward.turn, op), null);
        receive(forward, out);
        out.turn(backward.turn.microBatch(), op -> model.name(backward.turn, op), null);
        receive(backward, out);
        List<OpScript.Lane> lanes = List.of(lane(forward, null), lane(backward, buckets));
        OpScript.merge(lanes.get(0), lanes.get(1), out);
        out.turn(forward.turn.microBatch(), op -> model.name(forward.turn, op), null);
        lanes.get(0).join(out);
        send(forward, out);
        out.turn(backward.turn.microBatch(), op -> model.name(backward.turn, op), buckets);
        lanes.get(1).join(out);
        send(backward, out);
        lanes.forEach(lane -> lane.fence(out));
        if (buckets != null) {
            buckets.flush(out);
        }
    }

    private OpScript.Lane lane(At pass, GradientBuckets buckets) {
        OpScript script = new OpScript(groups, pass.rank);
        work(pass, script);
        return new OpScript.Lane(script, pass.turn.microBatch(), op -> model.name(pass.turn, op), buckets);
    }

    private Place place(At pass) {
        int part = pipeline.part(pass.stage, pass.turn.chunk());
        return new Place(pass.stage, pass.turn.chunk(), part, pipeline.parts(), pass.turn.microBatch());
    }

    private void work(At pass, OpWriter out) {
        Place place = place(pass);
        switch (pass.turn.pass()) {
            case FORWARD -> model.forward(place, out);
            case BACKWARD -> model.backward(place, out);
            case INPUTS -> model.backwardInputs(place, out);
            default -> model.backwardWeights(place, out);
        }
    }

    private void receive(At pass, OpWriter out) {
        Place place = place(pass);
        Turn turn = pass.turn;
        boolean receives = turn.crosses() && (turn.forward() ? !place.first() : !place.last());
        int from =
                turn.forward() ? pipeline.previous(pass.stage, turn.chunk()) : pipeline.next(pass.stage, turn.chunk());
        if (receives && from != pass.stage) {
            int across = turn.forward() ? place.part() - 1 : place.part();
            out.receive("receive", peer(pass.rank, from), boundary(across), tag(turn, across));
        }
    }

    private void send(At pass, OpWriter out) {
        Place place = place(pass);
        Turn turn = pass.turn;
        boolean sends = turn.crosses() && (turn.forward() ? !place.last() : !place.first());
        int to = turn.forward() ? pipeline.next(pass.stage, turn.chunk()) : pipeline.previous(pass.stage, turn.chunk());
        if (sends && to != pass.stage) {
            int across = turn.forward() ? place.part() : place.part() - 1;
            out.send("send", peer(pass.rank, to), boundary(across), tag(turn, across));
        }
    }

    private Bytes boundary(int part) {
        return new Bytes(Math.max(1, model.boundary(part).value()));
    }

    /** The rank at the same position in another stage. */
    private int peer(int rank, int stage) {
        return ranks.rank(ranks.tensor(rank), ranks.data(rank), stage);
    }

    /** The tag that distinguishes messages of a step: micro batch, boundary, direction. */
    private int tag(Turn turn, int boundary) {
        return 2 * (turn.microBatch() * pipeline.parts() + boundary) + (turn.forward() ? 0 : 1);
    }

    /** Adds all group names of the stage to the dictionary, so that its ranks share it. */
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
        EtGraphEdit edit = EtGraphEdit.of(base).groups(names::get);
        if (ranks.pp() > 1 || model.isUneven()) {
            edit.peers(rank -> rank + to - from);
        }
        return edit.build();
    }
}
