// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNode;
import org.etude.et.graph.EtNodeType;
import org.etude.sim.Simulator;
import org.etude.sim.result.OpColumns;
import org.etude.sim.spec.Cases;
import org.etude.sim.spec.Scenario;
import org.etude.spec.CollectiveType;
import org.etude.spec.Fidelity;
import org.etude.topology.graph.DimKind;
import org.etude.topology.graph.LogicalTopology;

/** A broadcast of gloo against its definition, on a network whose messages do not meet: each takes as long as one alone. */
class TreeBroadcastsProperties {
    private static final long BYTES = 65_536;

    private static EtNode broadcast(int root, String group) {
        List<EtAttribute> attributes = new ArrayList<>(List.of(
                EtAttribute.int64(EtNames.COMM_TYPE, CollectiveType.BROADCAST.number()),
                EtAttribute.int64(EtNames.COMM_SIZE, BYTES),
                EtAttribute.int64("comm_root", root),
                EtAttribute.string(EtNames.BACKEND, "gloo")));
        if (!group.isEmpty()) {
            attributes.add(EtAttribute.string("pg_name", group));
        }
        return EtNode.of(2, "broadcast", EtNodeType.COMM_COLL)
                .withAttributes(attributes)
                .withDataDeps(1);
    }

    /** When each rank's broadcast ends, in ns; ranks reach it after so many microseconds. */
    private static long[] ends(int root, List<Integer> members, List<Long> ready) {
        List<EtGraph> ranks = new ArrayList<>();
        List<Integer> sorted = members.stream().sorted().toList();
        boolean whole = members.equals(sorted) && members.size() == ready.size();
        for (int rank = 0; rank < ready.size(); rank++) {
            EtNode work = Cases.work(1, ready.get(rank));
            ranks.add(
                    members.contains(rank) ? Cases.graph(work, broadcast(root, whole ? "" : "1")) : Cases.graph(work));
        }
        LogicalTopology network = LogicalTopology.of(DimKind.SWITCH, ready.size());
        Scenario scenario =
                whole ? Cases.each(network, ranks) : Cases.each(network, ranks, Collections.singletonMap(1, members));
        OpColumns ops = Simulator.run(scenario.options(scenario.options().fidelity(Fidelity.ANALYTIC)))
                .ops()
                .orElseThrow();
        long[] ends = new long[ready.size()];
        for (int row = 0; row < ops.size(); row++) {
            ends[ops.rank(row)] = ops.node(row) == 2 ? ops.ended(row) : ends[ops.rank(row)];
        }
        return ends;
    }

    /** The definition: a place's parent is it without its highest bit, and sends when it has the data and was asked. */
    private static long[] expected(int root, List<Integer> members, List<Long> ready, long message) {
        int size = members.size();
        long[] has = new long[size];
        long[] end = new long[size];
        for (int place = 0; place < size; place++) {
            long own = 1000 * ready.get(members.get((place + root) % size));
            int parent = place - Integer.highestOneBit(place);
            has[place] = place == 0 ? own : Math.max(has[parent], own) + message;
            end[place] = has[place];
            if (place > 0) {
                end[parent] = Math.max(end[parent], has[place]);
            }
        }
        long[] byRank = new long[ready.size()];
        for (int place = 0; place < size; place++) {
            byRank[members.get((place + root) % size)] = end[place];
        }
        return byRank;
    }

    private static long message() {
        return ends(0, List.of(0, 1), List.of(1L, 1L))[1] - 1000;
    }

    @Property(tries = 200)
    void ofTheWholeJob(
            @ForAll @IntRange(min = 2, max = 11) int size,
            @ForAll @IntRange(max = 10) int root,
            @ForAll @Size(11) List<@LongRange(min = 1, max = 60) Long> ready) {
        List<Integer> members =
                java.util.stream.IntStream.range(0, size).boxed().toList();
        List<Long> first = ready.subList(0, size);
        assertThat(ends(root % size, members, first)).isEqualTo(expected(root % size, members, first, message()));
    }

    /** The root is a place in the group's own order. */
    @Property(tries = 100)
    void ofAGroupInItsOwnOrder(
            @ForAll @IntRange(min = 2, max = 6) int size,
            @ForAll @IntRange(max = 5) int root,
            @ForAll @Size(8) List<@LongRange(min = 1, max = 60) Long> ready,
            @ForAll long seed) {
        List<Integer> all = new ArrayList<>(List.of(0, 1, 2, 3, 4, 5, 6, 7));
        Collections.shuffle(all, new java.util.Random(seed));
        List<Integer> members = List.copyOf(all.subList(0, size));
        assertThat(ends(root % size, members, ready)).isEqualTo(expected(root % size, members, ready, message()));
    }
}
