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
 * The graphs of all ranks while they are edited. Ranks that share a graph keep sharing it: it is edited once, and
 * changes name the lowest of these ranks. Graphs with messages depend on the rank and are edited individually.
 */
public final class Ranks {
    private final List<EtGraph> graphs;
    private final Progress progress;
    private final boolean byTemplate;

    /**
     * Wraps the traces to edit.
     *
     * @param byTemplate whether ranks whose traces share columns are examined once if that is equivalent; otherwise
     *     each is examined, which takes longer
     */
    public Ranks(List<EtGraph> graphs, Progress progress, boolean byTemplate) {
        this.graphs = new ArrayList<>(graphs);
        this.progress = progress;
        this.byTemplate = byTemplate;
    }

    boolean byTemplate() {
        return byTemplate;
    }

    /** An edit of one graph. */
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
                if (!before.template().hasMessages() && !after.template().hasMessages()) {
                    done.put(before, after);
                }
            }
            graphs.set(rank, after);
        }
    }

    /** Passes every distinct graph with the ranks that use it, ordered by the lowest rank. */
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
