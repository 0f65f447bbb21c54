// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.across;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.etude.et.graph.EtGraph;
import org.etude.report.Progress;

/**
 * The graphs of all ranks while they are worked on. Ranks that share a graph go on sharing it: it is worked on once and
 * rows name the lowest of these ranks. Graphs with messages depend on the rank and are worked on for each.
 */
public final class Ranks {
    private final List<EtGraph> graphs;
    private final Progress progress;
    private final boolean byTemplate;

    /**
     * The traces to work on.
     *
     * @param byTemplate whether ranks whose traces share their columns are looked at once where that tells as much; without,
     *     each by itself, in more time
     */
    public Ranks(List<EtGraph> graphs, Progress progress, boolean byTemplate) {
        this.graphs = new ArrayList<>(graphs);
        this.progress = progress;
        this.byTemplate = byTemplate;
    }

    boolean byTemplate() {
        return byTemplate;
    }

    /** Work on one graph. */
    public interface Edit {
        EtGraph apply(EtGraph graph, int rank);
    }

    int count() {
        return graphs.size();
    }

    EtGraph graph(int rank) {
        return graphs.get(rank);
    }

    void set(int rank, EtGraph graph) {
        graphs.set(rank, graph);
    }

    public List<EtGraph> graphs() {
        return List.copyOf(graphs);
    }

    /** Edits every graph, shared ones once unless they hold messages. */
    public void edit(Edit edit) {
        Map<EtGraph, EtGraph> done = new IdentityHashMap<>();
        for (int rank = 0; rank < graphs.size(); rank++) {
            Progress.checkInterrupted();
            progress.at("repair", rank, graphs.size());
            EtGraph before = graphs.get(rank);
            EtGraph after = done.get(before);
            if (after == null) {
                after = edit.apply(before, rank);
                if (!before.template().hasMessages()) {
                    done.put(before, after);
                }
            }
            graphs.set(rank, after);
        }
    }

    /** Shows every distinct graph with the ranks that use it, in the order of the lowest. */
    void forEachGraph(BiConsumer<EtGraph, List<Integer>> look) {
        Map<EtGraph, Integer> first = new IdentityHashMap<>();
        TreeMap<Integer, List<Integer>> users = new TreeMap<>();
        for (int rank = 0; rank < graphs.size(); rank++) {
            Integer lowest = first.putIfAbsent(graphs.get(rank), rank);
            users.computeIfAbsent(lowest == null ? rank : lowest, key -> new ArrayList<>())
                    .add(rank);
        }
        users.forEach((lowest, all) -> look.accept(graphs.get(lowest), all));
    }
}
