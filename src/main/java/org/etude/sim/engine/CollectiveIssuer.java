// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.etude.collective.Algorithms;
import org.etude.collective.PhaseAlgorithm;
import org.etude.collective.PhasePlanner;
import org.etude.collective.PlannedPhase;
import org.etude.collective.RingPosition;
import org.etude.collective.UnevenDirectAlgorithm;
import org.etude.sim.collective.ChunkSplitter;
import org.etude.sim.collective.LogicalDims;
import org.etude.sim.collective.RingDirections;
import org.etude.sim.collective.StreamNumbers;
import org.etude.sim.collective.StreamPhase;
import org.etude.sim.event.EventTag;
import org.etude.sim.event.Transport;
import org.etude.sim.program.Groups;
import org.etude.sim.program.RankGroup;
import org.etude.sim.program.RankWorkload;
import org.etude.spec.AlgorithmSpec;
import org.etude.spec.CollectiveType;
import org.etude.spec.Fidelity;
import org.etude.spec.SimOptions;
import org.etude.spec.SimulationException;
import org.etude.spec.SystemSpec;

/** Splits a collective node into chunks with phases and passes them to the rank's queues. */
final class CollectiveIssuer {
    private final Engine engine;
    private final SystemSpec system;
    private final SimOptions options;
    private final int ranks;
    private final Groups groups;
    private final Algorithms algorithms = new Algorithms();
    private final CustomTable custom;
    private final ChunkSplitter splitter;
    private final Map<CollectiveType, LogicalDims> dims = new EnumMap<>(CollectiveType.class);
    private final StreamNumbers numbers;
    private final GroupStreams inGroups;
    /** Null when results must equal ASTRA-sim's, or the network models ports. */
    private final CollectiveFloors floors;

    private final RingDirections directions;
    private final long[] priority;
    /** Number of trees used so far, by rank, collective and dimension; the two trees alternate. */
    private final int[] trees;

    private final int treeStride;

    CollectiveIssuer(Engine engine) {
        this.engine = engine;
        system = engine.scenario.system();
        options = engine.scenario.options();
        ranks = engine.scenario.ranks().size();
        groups = new Groups(engine.scenario.groups(), ranks, engine.findings);
        custom = new CustomTable(engine);
        for (CollectiveType kind : CollectiveType.scheduled()) {
            dims.put(kind, LogicalDims.of(engine.scenario.topology(), system, kind, engine.findings));
        }
        splitter = new ChunkSplitter(engine.scenario, ranks, engine.queue::now);
        numbers = new StreamNumbers(ranks, options.compat());
        directions = new RingDirections(options.compat() || options.queuesPerDim() == 1);
        inGroups = new GroupStreams(engine, algorithms, directions);
        boolean bare = options.fidelity() == Fidelity.ANALYTIC && !options.compat();
        floors = bare ? new CollectiveFloors(engine.scenario) : null;
        priority = new long[ranks];
        treeStride = CollectiveType.values().length * engine.scenario.topology().size();
        boolean anyTree = system.algorithms().values().stream()
                .flatMap(List::stream)
                .anyMatch(a -> a.kind() == AlgorithmSpec.Kind.DOUBLE_BINARY_TREE);
        trees = new int[anyTree ? ranks * treeStride : 0];
    }

    Groups groups() {
        return groups;
    }

    CustomCollective custom(int number) {
        return custom.get(number);
    }

    void forgetCustom(int number) {
        custom.forget(number);
    }

    /** Starts a collective that takes its measured time; a rank alone in its group finishes at once. */
    void timed(RankWorkload rank, int node, CollectiveType type, long bytes) {
        RankGroup group = groups.of(rank, node);
        int size = group == RankGroup.WORLD ? ranks : group.members().length;
        if (size < 2) {
            engine.events.plan(rank.rank, 0, EventTag.of(EventTag.NODE, rank.rank, node), 0);
            return;
        }
        int id = group.id();
        String name = type.name().toLowerCase(Locale.ROOT);
        UnevenAllToAlls.Parts parts = engine.parts(rank, node);
        long alike = parts == null ? bytes : engine.uneven.alike(parts, rank.rank);
        engine.timed.collective(id, size, name, alike, rank.program.backend(node), rank.rank, node);
    }

    /** Starts a collective; returns false when there is nothing to send. */
    boolean issue(RankWorkload rank, int node, CollectiveType kind, long bytes) {
        RankGroup group = groups.of(rank, node);
        Dataset dataset = new Dataset(engine.queues(rank, node), rank.rank, node);
        long urgent = priority(rank, node);
        String prefix = system.customByNode()
                .getOrDefault(rank.program.id[node], system.custom().get(kind));
        if (prefix != null) {
            customStream(dataset, group, prefix, kind, bytes, urgent);
            return true;
        }
        UnevenAllToAlls.Parts parts = engine.parts(rank, node);
        if (parts != null && sentDirectly(kind)) {
            unevenStream(dataset, group, parts, bytes, urgent);
            return true;
        }
        if (!group.whole()) {
            groupStreams(rank, dataset, group, kind, bytes, urgent);
            return true;
        }
        LogicalDims logical = dims.get(kind).require(rank, node, kind);
        boolean[] involved = new boolean[logical.size().length];
        boolean[] asked = group == RankGroup.WORLD ? rank.program.involved[node] : null;
        for (int d = 0; d < involved.length; d++) {
            // Without the attribute all dimensions are used; ASTRA-sim's default covers four.
            involved[d] = asked == null || d < asked.length && asked[d];
        }
        if (floored(kind)) {
            notBefore(dataset, bytes * floors.nsPerByte(rank.rank, involved, kind));
        }
        long participants = logical.participants(rank.rank, involved);
        List<ChunkStream> streams = new ArrayList<>();
        splitter.split(rank.rank, kind, bytes, logical, involved, (order, chunk) -> {
            List<PlannedPhase> plan = PhasePlanner.plan(
                    kind, chunk, logical.size(), logical.algorithm(), involved, order, splitter.style());
            if (!plan.isEmpty()) {
                int tag = number(rank.rank, group, participants);
                streams.add(stream(dataset, tag, streams.size(), phases(dataset, plan, logical, kind), urgent));
            }
            return !plan.isEmpty();
        });
        launch(dataset, streams);
        return !streams.isEmpty();
    }

    /**
     * Whether the lower bound applies to a kind of collective: not when results must equal ASTRA-sim's, which has no
     * direct default.
     */
    private boolean floored(CollectiveType kind) {
        return floors != null && (options.hierarchical() || system.isDirectByDefault(kind));
    }

    private boolean sentDirectly(CollectiveType kind) {
        return system.algorithms(kind, 1).stream().allMatch(a -> a.kind() == AlgorithmSpec.Kind.DIRECT);
    }

    /** All messages of an all-to-all with unequal parts at once, over all dimensions. */
    private void unevenStream(Dataset dataset, RankGroup group, UnevenAllToAlls.Parts parts, long bytes, long urgent) {
        int[] members = parts.members();
        int own = parts.place(dataset.rank);
        long[] received = Arrays.stream(parts.sent()).mapToLong(row -> row[own]).toArray();
        PhaseAlgorithm algorithm =
                new UnevenDirectAlgorithm(RingPosition.listed(members, own), parts.sent()[own], received);
        if (floored(CollectiveType.ALL_TO_ALL)) {
            notBefore(
                    dataset,
                    engine.uneven.alike(parts, dataset.rank) * floors.nsPerByte(members, CollectiveType.ALL_TO_ALL));
        }
        StreamPhase phase = new StreamPhase(0, -1, CollectiveType.ALL_TO_ALL, bytes, bytes, !group.whole(), algorithm);
        int number = number(dataset.rank, group, members.length);
        launch(dataset, List.of(stream(dataset, number, 0, new StreamPhase[] {phase}, urgent)));
    }

    private void notBefore(Dataset dataset, double ns) {
        dataset.notBefore = engine.queue.now() + (long) Math.ceil(ns);
    }

    private void launch(Dataset dataset, List<ChunkStream> streams) {
        dataset.expected = streams.size();
        dataset.queues.expect(streams);
        for (ChunkStream stream : streams) {
            dataset.queues.enter(stream);
        }
    }

    private ChunkStream stream(Dataset dataset, int number, int chunk, StreamPhase[] phases, long urgent) {
        int tag = Transport.TAG_RANGE + number % Transport.TAG_RANGE;
        ChunkStream stream = new ChunkStream(engine, dataset, tag, engine.table.reserve(), chunk, phases, urgent);
        engine.table.put(stream);
        return stream;
    }

    private StreamPhase[] phases(Dataset dataset, List<PlannedPhase> plan, LogicalDims logical, CollectiveType asked) {
        int rank = dataset.rank;
        StreamPhase[] phases = new StreamPhase[plan.size()];
        for (int i = 0; i < phases.length; i++) {
            PlannedPhase p = plan.get(i);
            AlgorithmSpec spec = logical.algorithm()[p.dim()];
            RingPosition ring = RingPosition.strided(rank, logical.stride()[p.dim()], logical.size()[p.dim()]);
            int queue = dataset.queues.take(p.dim(), p.level());
            int direction = directions.along(spec, ring, rank, p.dim(), queue % 2 == 0 ? 1 : -1);
            boolean leftTree = spec.kind() == AlgorithmSpec.Kind.DOUBLE_BINARY_TREE
                    && trees[
                                            rank * treeStride
                                                    + asked.ordinal()
                                                            * engine.scenario
                                                                    .topology()
                                                                    .size()
                                                    + p.dim()]++
                                    % 2
                            == 0;
            phases[i] = new StreamPhase(
                    queue / 2,
                    p.dim(),
                    p.kind(),
                    p.bytes(),
                    p.kind().finalBytes(p.bytes(), ring.size()),
                    false,
                    algorithms.create(
                            checked(spec, p.kind(), ring.size()), p.kind(), ring, p.bytes(), direction, leftTree));
        }
        return phases;
    }

    private AlgorithmSpec checked(AlgorithmSpec spec, CollectiveType kind, int nodes) {
        String obstacle = Algorithms.obstacle(spec, kind, nodes);
        // ASTRA-sim runs such a halving-doubling until it hangs; compat mode reproduces this.
        boolean runs = options.compat()
                && spec.kind() == AlgorithmSpec.Kind.HALVING_DOUBLING
                && kind != CollectiveType.ALL_TO_ALL;
        if (obstacle != null && !runs) {
            throw new SimulationException(
                    "collective " + kind.hyphenated() + " over " + nodes + " nodes cannot be run: " + obstacle,
                    "Use ring or direct for that dimension.");
        }
        return spec;
    }

    private void groupStreams(
            RankWorkload rank, Dataset dataset, RankGroup group, CollectiveType kind, long bytes, long urgent) {
        GroupLayout how = inGroups.plan(group, kind);
        if (floored(kind)) {
            notBefore(dataset, bytes * floors.nsPerByte(how.members(), kind));
        }
        for (int level = 0; level < how.levels(); level++) {
            checked(how.algorithm()[level], kind, how.size()[level]);
        }
        List<ChunkStream> streams = new ArrayList<>();
        splitter.splitForGroup(kind, bytes, how.dim(), how.size(), how.algorithm(), chunk -> {
            StreamPhase[] phases =
                    inGroups.phases(dataset, group, how, kind, chunk, splitter.style(), streams.size() % 2 == 0);
            if (phases.length > 0) {
                streams.add(stream(dataset, numbers.group(rank.rank, group.id()), streams.size(), phases, urgent));
            }
        });
        if (streams.isEmpty()) {
            engine.events.plan(rank.rank, 0, EventTag.of(EventTag.NODE, rank.rank, dataset.node), 0);
        } else {
            launch(dataset, streams);
        }
    }

    private void customStream(
            Dataset dataset, RankGroup group, String prefix, CollectiveType kind, long bytes, long urgent) {
        boolean world = group == RankGroup.WORLD;
        int place = world ? dataset.rank : Arrays.binarySearch(group.sorted(), dataset.rank);
        CustomCollective algorithm = custom.create(prefix, place, dataset.rank, world ? null : group.members());
        StreamPhase phase = new StreamPhase(0, -1, kind, bytes, bytes, false, algorithm);
        int number = number(dataset.rank, group, 0);
        ChunkStream stream = stream(dataset, number, 0, new StreamPhase[] {phase}, urgent);
        launch(dataset, List.of(stream));
        int chunks = splitter.count(kind, bytes);
        if (chunks != 1) {
            if (options.compat()) {
                dataset.expected = chunks;
            }
            engine.findings.warn(
                    -1,
                    prefix,
                    "a custom collective with preferred-dataset-splits other than 1",
                    "ASTRA-sim waits for " + chunks + " chunks although there is one",
                    options.compat() ? "it stalls" : "it runs once");
        }
    }

    private int number(int rank, RankGroup group, long participants) {
        return group == RankGroup.WORLD ? numbers.world(rank, participants) : numbers.group(rank, group.id());
    }

    private long priority(RankWorkload rank, int node) {
        return switch (system.policy()) {
            case LIFO -> priority[rank.rank]++;
            case FIFO -> priority[rank.rank]--;
            case EXPLICIT -> rank.program.priority[node];
        };
    }
}
