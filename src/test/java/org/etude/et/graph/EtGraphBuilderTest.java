// SPDX-License-Identifier: Apache-2.0
package org.etude.et.graph;

import static org.assertj.core.api.Assertions.assertThat;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Nodes described call by call are those described by values, whatever the initial capacity and however often a name occurs. */
class EtGraphBuilderTest {
    @Property(tries = 100)
    void agreesWithValues(
            @ForAll @Size(max = 80) List<@IntRange(min = 0, max = 600) Integer> names,
            @ForAll @IntRange(max = 90) int reserved) {
        EtGraphBuilder calls = new EtGraphBuilder("0.0.4", List.of()).reserve(reserved, 3 * reserved);
        EtGraphBuilder values = new EtGraphBuilder("0.0.4", List.of());
        LongArrayList ctrl = new LongArrayList();
        LongArrayList data = new LongArrayList();
        for (int i = 0; i < names.size(); i++) {
            int n = names.get(i);
            // A new object each time, and many that share a place among the recent ones.
            String name = new String("n" + n);
            ctrl.clear();
            data.clear();
            for (long id = 1; id <= i % 4; id++) {
                (id % 2 == 0 ? ctrl : data).add(id);
            }
            calls.begin(i + 1L, name, EtNodeType.COMP, n, i)
                    .dependencies(ctrl, data)
                    .int64("k" + n % 7, n)
                    .string("text", name)
                    .end();
            values.add(new EtNode(
                    i + 1L,
                    "n" + n,
                    EtNodeType.COMP,
                    ctrl.toLongArray(),
                    data.toLongArray(),
                    n,
                    i,
                    null,
                    null,
                    List.of(EtAttribute.int64("k" + n % 7, n), EtAttribute.string("text", "n" + n))));
        }
        assertThat(text(calls.build())).isEqualTo(text(values.build()));
    }

    private static List<String> text(EtGraph graph) {
        List<String> nodes = new ArrayList<>();
        for (int i = 0; i < graph.size(); i++) {
            nodes.add(graph.id(i) + " " + graph.name(i) + " " + graph.startMicros(i) + " " + graph.durationMicros(i)
                    + " "
                    + List.of(LongArrayList.wrap(graph.ctrlDeps(i)), LongArrayList.wrap(graph.dataDeps(i))) + " "
                    + graph.node(i).attributes());
        }
        return nodes;
    }
}
