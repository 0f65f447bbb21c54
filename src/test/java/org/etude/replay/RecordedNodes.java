// SPDX-License-Identifier: Apache-2.0
package org.etude.replay;

import java.util.List;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;

/** Graphs of recorded nodes, written down node by node; times in ns. */
final class RecordedNodes {
    private RecordedNodes() {}

    static EtGraphBuilder graph(EtAttribute... metadata) {
        return new EtGraphBuilder("test", List.of(metadata));
    }

    static EtAttribute steps(Long... numbersStartsAndEnds) {
        return new EtAttribute(EtNames.STEP_WINDOWS, "", EtAttribute.Kind.INT64_LIST, List.of(numbersStartsAndEnds));
    }

    static EtGraphBuilder add(EtGraphBuilder graph, long id, boolean cpu, long start, long nanos, long... deps) {
        return open(graph, id, cpu, start, nanos, deps).end();
    }

    /** The same for more attributes, ended by the caller. */
    static EtGraphBuilder open(EtGraphBuilder graph, long id, boolean cpu, long start, long nanos, long... deps) {
        return graph.begin(id, "n" + id, EtNodeType.COMP, start / 1000, nanos / 1000)
                .dependencies(new long[0], deps)
                .bool(EtNames.IS_CPU_OP, cpu)
                .int64(EtNames.START_NS, start)
                .int64(EtNames.DURATION_NS, nanos);
    }
}
