// SPDX-License-Identifier: Apache-2.0
package org.etude.repair;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNode;
import org.etude.et.graph.EtNodeType;
import org.etude.repair.graph.FeederOrder;

/** Repair may remove edges and nodes but keeps the order that they imposed. */
class OrderProperties {
    /** A graph without cycles: node i waits for some before it, by data and control, some of them twice. */
    private static List<EtNode> acyclic(Random random, int size, boolean unsupported) {
        List<EtNode> nodes = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            EtNodeType type = unsupported && random.nextInt(4) == 0 ? EtNodeType.INVALID : EtNodeType.COMP;
            nodes.add(EtNode.of(i, "n" + i, type)
                    .withDurationMicros(1)
                    .withDataDeps(before(random, i))
                    .withCtrlDeps(before(random, i)));
        }
        Collections.shuffle(nodes, random);
        return nodes;
    }

    private static long[] before(Random random, int node) {
        long[] deps = new long[node == 0 ? 0 : random.nextInt(4)];
        for (int k = 0; k < deps.length; k++) {
            deps[k] = random.nextInt(node);
        }
        return deps;
    }

    /** For each node's id the ids that must be done before it. */
    private static Map<Long, BitSet> ancestors(EtGraph graph) {
        Map<Long, BitSet> all = new HashMap<>();
        for (int node : FeederOrder.of(graph).nodes()) {
            BitSet mine = new BitSet();
            for (long[] deps : new long[][] {graph.dataDeps(node), graph.ctrlDeps(node)}) {
                for (long dep : deps) {
                    mine.set((int) dep);
                    mine.or(all.get(dep));
                }
            }
            all.put(graph.id(node), mine);
        }
        return all;
    }

    @Property(tries = 300)
    void transitiveOrderStays(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 60) int size, @ForAll boolean unsupported) {
        EtGraph before = Graphs.of(acyclic(new Random(seed), size, unsupported));
        EtGraph after = Repair.run(Graphs.set(before)).set().ranks().get(0);
        Map<Long, BitSet> wanted = ancestors(before);
        BitSet kept = new BitSet();
        Graphs.ids(after).forEach(id -> kept.set(id.intValue()));
        ancestors(after).forEach((id, found) -> {
            BitSet mustStay = (BitSet) wanted.get(id).clone();
            mustStay.and(kept);
            assertThat(found).as("before node %d", id).isEqualTo(mustStay);
        });
    }
}
