// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.graph;

import it.unimi.dsi.fastutil.ints.Int2LongMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.ArrayList;
import java.util.List;
import org.etude.digraph.Digraph;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.graph.EtNode;
import org.etude.et.graph.EtNodeType;

/**
 * A graph being edited by passes: dependencies as node numbers in one array, everything else as in the original graph
 * unless replaced. Numbers cover the nodes of the graph, then added ones. About 25 bytes per node and 4 per dependency
 * on top of the graph.
 */
public final class EditableGraph implements Digraph {
    /** A removed dependency. Smaller values are dependencies on missing ids. */
    public static final int REMOVED = -1;

    private static final long[] NO_DEPS = {};

    private final EtGraph graph;
    private final int rank;
    private final long[] ids;
    private final boolean[] gone;
    private final boolean uniqueIds;
    /** For node n: control dependencies from [2n], data ones from [2n+1], both until [2n+2]. */
    private int[] start;

    private int[] deps;
    private final LongArrayList danglingIds = new LongArrayList();
    private final Int2ObjectOpenHashMap<EtNode> replaced = new Int2ObjectOpenHashMap<>();
    private final List<EtNode> added = new ArrayList<>();
    private boolean changed;

    /** An unchanged editable copy of a rank's graph. */
    public EditableGraph(EtGraph graph, int rank) {
        this.graph = graph;
        this.rank = rank;
        int size = graph.size();
        IdIndex index = new IdIndex(graph);
        uniqueIds = index.isUnique();
        ids = new long[size];
        gone = new boolean[size];
        start = new int[2 * size + 1];
        int count = 0;
        for (int i = 0; i < size; i++) {
            ids[i] = graph.id(i);
            start[2 * i + 1] = count + graph.ctrlDepCount(i);
            count += graph.depCount(i);
            start[2 * i + 2] = count;
        }
        deps = new int[count];
        for (int i = 0; i < size; i++) {
            for (int k = 0; k < graph.depCount(i); k++) {
                int target = index.of(graph.dep(i, k));
                deps[start[2 * i] + k] = target >= 0 ? target : dangling(graph.dep(i, k));
            }
        }
    }

    private int dangling(long id) {
        danglingIds.add(id);
        return REMOVED - danglingIds.size();
    }

    public EtGraph graph() {
        return graph;
    }

    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return ids.length;
    }

    public boolean hasUniqueIds() {
        return uniqueIds;
    }

    public long id(int node) {
        return ids[node];
    }

    public void renumber(int node, long id) {
        ids[node] = id;
        changed = true;
    }

    @Override
    public boolean isRemoved(int node) {
        return gone[node];
    }

    /** Removes a node. Its dependants must have been updated before. */
    public void remove(int node) {
        gone[node] = true;
        changed = true;
    }

    /** Where the node's dependencies begin: control ones first. */
    @Override
    public int from(int node) {
        return start[2 * node];
    }

    /** Where its data dependencies begin. */
    public int dataFrom(int node) {
        return start[2 * node + 1];
    }

    /** Where its dependencies end. */
    @Override
    public int to(int node) {
        return start[2 * node + 2];
    }

    int edgeCount() {
        return deps.length;
    }

    /** The node that the edge points to, {@link #REMOVED}, or a smaller value when there is no such node. */
    @Override
    public int dep(int edge) {
        return deps[edge];
    }

    /** Whether some dependency names an id that no node has. */
    public boolean hasDangling() {
        return !danglingIds.isEmpty();
    }

    /** Whether the edge names an id that no node has. */
    public boolean isDangling(int edge) {
        return deps[edge] < REMOVED;
    }

    /** The id that the edge names. */
    public long depId(int edge) {
        int dep = deps[edge];
        return dep >= 0 ? ids[dep] : danglingIds.getLong(REMOVED - 1 - dep);
    }

    public void redirect(int edge, int node) {
        deps[edge] = node;
        changed = true;
    }

    public void removeEdge(int edge) {
        deps[edge] = REMOVED;
        changed = true;
    }

    /** Replaces all dependencies; laid out as for {@link #from}, {@link #dataFrom}, {@link #to}. */
    void replaceEdges(int[] newStart, int[] newDeps) {
        start = newStart;
        deps = newDeps;
        changed = true;
    }

    /** Adds a control dependency on an id to each of these nodes. */
    public void addControl(Int2LongMap idByNode) {
        int[] newStart = new int[start.length];
        int[] newDeps = new int[deps.length + idByNode.size()];
        int at = 0;
        for (int node = 0; node < ids.length; node++) {
            System.arraycopy(deps, from(node), newDeps, at, dataFrom(node) - from(node));
            at += dataFrom(node) - from(node);
            if (idByNode.containsKey(node)) {
                newDeps[at++] = dangling(idByNode.get(node));
            }
            newStart[2 * node + 1] = at;
            System.arraycopy(deps, dataFrom(node), newDeps, at, to(node) - dataFrom(node));
            at += to(node) - dataFrom(node);
            newStart[2 * node + 2] = at;
        }
        replaceEdges(newStart, newDeps);
    }

    public boolean isReplaced(int node) {
        return replaced.containsKey(node);
    }

    /** Replaces the content of a node; id and dependencies are kept. */
    public void replace(int node, EtNode content) {
        replaced.put(node, content);
        changed = true;
    }

    /** Whether the node's type number is unknown to the schema. */
    public boolean isOfUnknownType(int node) {
        return type(node) == EtNodeType.INVALID && graph.typeNumber(node) != EtNodeType.INVALID.ordinal();
    }

    /** The content of a node; id and dependencies as in the file. */
    public EtNode content(int node) {
        EtNode other = replaced.get(node);
        return other == null ? graph.node(node) : other;
    }

    public EtNodeType type(int node) {
        EtNode other = replaced.isEmpty() ? null : replaced.get(node);
        return other == null ? graph.type(node) : other.type();
    }

    /** Adds a node that names its dependencies by id. */
    public void add(EtNode node) {
        added.add(node);
        changed = true;
    }

    /** A source of unused ids. */
    public FreshIds freshIds() {
        LongOpenHashSet used = new LongOpenHashSet(ids);
        added.forEach(node -> used.add(node.id()));
        return new FreshIds(used);
    }

    /** Builds the edited graph; the original object when nothing was changed. */
    public EtGraph build() {
        if (!changed) {
            return graph;
        }
        EtGraphBuilder builder = new EtGraphBuilder(graph.version(), graph.metadata());
        for (int i = 0; i < ids.length; i++) {
            if (!gone[i]) {
                build(builder, i);
            }
        }
        added.forEach(builder::add);
        return builder.build();
    }

    private void build(EtGraphBuilder builder, int node) {
        long[] ctrl = depIds(from(node), dataFrom(node));
        long[] data = depIds(dataFrom(node), to(node));
        EtNode other = replaced.get(node);
        if (other == null && ids[node] == graph.id(node)) {
            builder.add(graph, node, ctrl, data);
            return;
        }
        EtNode content = other == null ? graph.node(node) : other;
        EtNode changed = new EtNode(
                ids[node],
                content.name(),
                content.type(),
                ctrl,
                data,
                content.startMicros(),
                content.durationMicros(),
                content.inputs(),
                content.outputs(),
                content.attributes());
        builder.add(changed, graph, node);
    }

    private long[] depIds(int from, int to) {
        int count = 0;
        for (int edge = from; edge < to; edge++) {
            count += deps[edge] == REMOVED ? 0 : 1;
        }
        if (count == 0) {
            return NO_DEPS;
        }
        long[] result = new long[count];
        int at = 0;
        for (int edge = from; edge < to; edge++) {
            if (deps[edge] != REMOVED) {
                result[at++] = depId(edge);
            }
        }
        return result;
    }
}
