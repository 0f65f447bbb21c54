// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.engine;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.Map;
import org.etude.collective.Algorithms;
import org.etude.collective.PhasePlanner;
import org.etude.collective.PlannedPhase;
import org.etude.collective.RingPosition;
import org.etude.sim.collective.RingDirections;
import org.etude.sim.collective.StreamPhase;
import org.etude.sim.program.RankGroup;
import org.etude.spec.AlgorithmSpec;
import org.etude.spec.CollectiveType;
import org.etude.spec.Fidelity;
import org.etude.spec.SimOptions;

/** Creates the phases of collectives of groups smaller than the job. */
final class GroupStreams {
    private final Engine engine;
    private final GroupLayouts plans;
    private final Algorithms algorithms;
    private final RingDirections directions;
    private final Map<RankGroup, Map<CollectiveType, GroupLayout>> known = new IdentityHashMap<>();

    GroupStreams(Engine engine, Algorithms algorithms, RingDirections directions) {
        this.engine = engine;
        this.algorithms = algorithms;
        this.directions = directions;
        plans = new GroupLayouts(engine.scenario, this::byRing);
    }

    GroupLayout plan(RankGroup group, CollectiveType kind) {
        return known.computeIfAbsent(group, g -> reported(g)).computeIfAbsent(kind, k -> plans.of(group.members(), k));
    }

    private Map<CollectiveType, GroupLayout> reported(RankGroup group) {
        SimOptions options = engine.scenario.options();
        if (!options.hierarchical() && plans.crosses(group.members())) {
            engine.findings.warn(
                    -1,
                    engine.scenario.topology().toString(),
                    "process groups cross dimensions of the network",
                    "as in ASTRA-sim such a group runs one collective among all its ranks"
                            + (options.fidelity() == Fidelity.ANALYTIC
                                    ? ", whose messages pay for the first dimension that they cross"
                                    : " in list order"),
                    "its time may differ widely from what the ports of its nodes can carry; hierarchical groups exchange"
                            + " dimension by dimension");
        }
        return new EnumMap<>(CollectiveType.class);
    }

    private void byRing(CollectiveType kind, AlgorithmSpec listed, int dim, int ranks, String why) {
        engine.findings.warn(
                -1,
                kind.hyphenated() + "-implementation",
                listed.wireName() + " cannot run in process groups with " + ranks + " ranks along dimension " + dim,
                why,
                "such groups use a ring there");
    }

    /** The phases of a chunk on the rank at a position of the layout. */
    StreamPhase[] phases(
            Dataset dataset,
            RankGroup group,
            GroupLayout how,
            CollectiveType kind,
            long bytes,
            PhasePlanner.Style style,
            boolean leftTree) {
        int levels = how.levels();
        boolean[] involved = new boolean[levels];
        Arrays.fill(involved, true);
        int[] order = new int[levels];
        Arrays.setAll(order, l -> kind == CollectiveType.ALL_GATHER ? levels - 1 - l : l);
        int place = how.place(dataset.rank);
        return PhasePlanner.plan(kind, bytes, how.size(), how.algorithm(), involved, order, style).stream()
                .map(p -> phase(dataset, group, how, p, how.ring(place, p.dim()), leftTree))
                .toArray(StreamPhase[]::new);
    }

    private StreamPhase phase(
            Dataset dataset, RankGroup group, GroupLayout how, PlannedPhase p, RingPosition ring, boolean leftTree) {
        int dim = how.dim()[p.dim()];
        AlgorithmSpec spec = how.algorithm()[p.dim()];
        int queue = dataset.queues.take(Math.max(0, dim), p.level());
        int own = queue % 2 == 0 ? 1 : -1;
        int direction = directions.inGroup(spec, ring, dataset.rank, group.id(), dim, own);
        return new StreamPhase(
                queue / 2,
                dim,
                p.kind(),
                p.bytes(),
                p.kind().finalBytes(p.bytes(), ring.size()),
                true,
                algorithms.create(spec, p.kind(), ring, p.bytes(), direction, leftTree));
    }
}
