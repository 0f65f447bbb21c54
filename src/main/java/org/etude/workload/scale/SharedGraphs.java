// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.scale;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.report.Progress;

/** Edits graphs shared by ranks: each is edited once and stays shared. */
final class SharedGraphs {
    private SharedGraphs() {}

    static List<EtGraph> edit(List<EtGraph> graphs, UnaryOperator<EtGraph> edit) {
        Map<EtGraph, EtGraph> done = new IdentityHashMap<>();
        List<EtGraph> edited = new ArrayList<>(graphs.size());
        for (EtGraph graph : graphs) {
            Progress.checkInterrupted();
            EtGraph after = done.get(graph);
            if (after == null) {
                after = edit.apply(graph);
                done.put(graph, after);
            }
            edited.add(after);
        }
        return edited;
    }

    /** The name of a node's group; empty for the whole job. */
    static String group(EtGraph graph, int node) {
        String name = graph.string(node, EtNames.PG_NAME, "");
        return name.equals("0") ? "" : name;
    }

    static boolean hasMessages(List<EtGraph> graphs) {
        return graphs.stream().anyMatch(graph -> graph.template().hasMessages());
    }
}
