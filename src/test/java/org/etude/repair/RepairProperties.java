// SPDX-License-Identifier: Apache-2.0
package org.etude.repair;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNode;
import org.etude.et.wire.EtSet;
import org.etude.repair.graph.Change;
import org.etude.repair.graph.FeederOrder;
import org.etude.report.Progress;
import org.etude.spec.RepairOptions;

/** What repair promises, on random broken graphs of up to 2,000 nodes. */
class RepairProperties {
    @Property(tries = 200, shrinking = ShrinkingMode.OFF)
    void everyPromiseHolds(@ForAll long seed, @ForAll @IntRange(min = 1, max = 2000) int size) {
        check(seed, size);
    }

    @Property(tries = 20_000, shrinking = ShrinkingMode.OFF)
    @Tag("campaign")
    void everyPromiseHoldsManyTimes(@ForAll long seed, @ForAll @IntRange(min = 1, max = 2000) int size) {
        check(seed, size);
    }

    @Example
    void theRandomGraphsHaveEveryFault() {
        Map<String, Integer> changes = new TreeMap<>();
        for (int seed = 0; seed < 40; seed++) {
            EtSet set = Graphs.set(Graphs.of(RandomGraphs.nodes(seed, 500)));
            Repair.run(set).changes().forEach(change -> changes.merge(change.pass(), 1, Integer::sum));
        }
        assertThat(changes).containsOnlyKeys("cycles", "dangling", "duplicate-ids", "redundant", "unsupported");
        assertThat(changes.values()).allMatch(count -> count > 300);
    }

    private static void check(long seed, int size) {
        List<EtNode> nodes = RandomGraphs.nodes(seed, size);
        RepairOptions options = seed % 2 == 0 ? RepairOptions.defaults() : RepairOptions.forAstraSim();
        EtGraph before = Graphs.of(nodes);
        Repaired repaired = Repair.run(Graphs.set(before), options, Progress.NONE);
        EtGraph after = repaired.set().ranks().get(0);

        assertThat(FeederOrder.of(after).isComplete())
                .as("acyclic, nothing dangling")
                .isTrue();
        assertThat(new HashSet<>(Graphs.ids(after))).as("unique ids").hasSize(after.size());
        assertThat(communication(after.nodes()))
                .as("every communication node")
                .isEqualTo(communication(distinct(nodes)));
        assertRemovalsAreReported(before, after, repaired.changes());

        Repaired again = Repair.run(repaired.set(), options, Progress.NONE);
        assertThat(again.changes()).as("idempotent").isEmpty();
        assertThat(again.set().ranks().get(0)).isSameAs(after);

        Collections.shuffle(nodes, new Random(seed + 1));
        Repaired shuffled = Repair.run(Graphs.set(Graphs.of(nodes)), options, Progress.NONE);
        assertThat(Graphs.content(shuffled.set().ranks().get(0)))
                .as("independent of the order of nodes")
                .isEqualTo(Graphs.content(after));
        assertThat(new HashSet<>(shuffled.changes())).isEqualTo(new HashSet<>(repaired.changes()));
    }

    private static List<EtNode> distinct(List<EtNode> nodes) {
        Map<Long, Integer> times = new HashMap<>();
        nodes.forEach(node -> times.merge(node.id(), 1, Integer::sum));
        Set<String> seen = new HashSet<>();
        List<EtNode> distinct = new ArrayList<>();
        for (EtNode node : nodes) {
            if (times.get(node.id()) == 1
                    || seen.add(Graphs.content(Graphs.of(node)).toString() + node.id())) {
                distinct.add(node);
            }
        }
        return distinct;
    }

    private static List<String> communication(List<EtNode> nodes) {
        return nodes.stream()
                .filter(node -> node.type().isComm())
                .map(node -> node.name() + node.attributes() + node.durationMicros())
                .sorted()
                .toList();
    }

    /** An edge between two nodes that are still there is still there, or a row says that it was removed or redirected. */
    private static void assertRemovalsAreReported(EtGraph before, EtGraph after, List<Change> changes) {
        Set<String> rows = new HashSet<>();
        Set<Long> touched = new HashSet<>();
        for (Change change : changes) {
            rows.add(Long.toUnsignedString(change.node()) + " " + change.action());
            if (change.pass().equals("duplicate-ids") || change.pass().equals("unsupported")) {
                touched.add(change.node());
            }
        }
        Set<String> kept = new HashSet<>(Graphs.edges(after));
        for (EtNode node : before.nodes()) {
            for (long dep : node.dataDeps()) {
                assertKept(node.id(), dep, "<-", "data", kept, rows, touched);
            }
            for (long dep : node.ctrlDeps()) {
                assertKept(node.id(), dep, "<~", "control", kept, rows, touched);
            }
        }
    }

    private static void assertKept(
            long node, long dep, String arrow, String kind, Set<String> kept, Set<String> rows, Set<Long> touched) {
        if (!kept.contains(node + arrow + dep)
                && !touched.contains(node)
                && !rows.contains(node + " remove " + kind + " dependency on " + dep)) {
            assertThat(touched)
                    .as(node + arrow + dep + " is gone without a row")
                    .contains(dep);
        }
    }
}
