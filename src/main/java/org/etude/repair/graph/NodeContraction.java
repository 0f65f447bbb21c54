// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.graph;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;

/**
 * Removes nodes from a graph without cycles and without dependencies on missing ids, while preserving the order of the
 * others: dependants of a removed node depend on its dependencies, by a data dependency when both edges were data,
 * otherwise by a control dependency. A node that
 * would join too many pairs (more than 64 times its edges) can be kept as a gate without work.
 */
public final class NodeContraction {
    private static final int GATE_FACTOR = 64;

    private final EditableGraph draft;
    private final IntOpenHashSet leaving;
    /** For each removed node, the dependencies that its dependants inherit, as 2 x node, plus 1 for control. */
    private final Int2ObjectOpenHashMap<int[]> inherited = new Int2ObjectOpenHashMap<>();

    private final int[] mark;
    private int stamp;
    private final IntArrayList ctrl = new IntArrayList();
    private final IntArrayList data = new IntArrayList();

    private NodeContraction(EditableGraph draft, IntOpenHashSet leaving) {
        this.draft = draft;
        this.leaving = leaving;
        mark = new int[draft.size()];
    }

    /** Removes the nodes; returns those kept as gates, none unless {@code gates}. */
    public static IntOpenHashSet over(EditableGraph draft, IntOpenHashSet leaving, boolean gates) {
        if (leaving.isEmpty()) {
            return new IntOpenHashSet();
        }
        NodeContraction contraction = new NodeContraction(draft, new IntOpenHashSet(leaving));
        IntOpenHashSet stayed = contraction.inherit(gates);
        contraction.rewrite();
        contraction.leaving.forEach((int node) -> draft.remove(node));
        return stayed;
    }

    private IntOpenHashSet inherit(boolean gates) {
        IntOpenHashSet stayed = new IntOpenHashSet();
        Dependants dependants = new Dependants(draft);
        for (int node : FeederOrder.of(draft).nodes()) {
            if (!leaving.contains(node)) {
                continue;
            }
            collect(node);
            long pairs = (long) (ctrl.size() + data.size()) * dependants.count(node);
            long edges = ctrl.size() + (long) data.size() + dependants.count(node);
            if (gates && pairs > GATE_FACTOR * edges) {
                stayed.add(node);
                leaving.remove(node);
                continue;
            }
            int[] list = new int[ctrl.size() + data.size()];
            for (int i = 0; i < data.size(); i++) {
                list[i] = 2 * data.getInt(i);
            }
            for (int i = 0; i < ctrl.size(); i++) {
                list[data.size() + i] = 2 * ctrl.getInt(i) + 1;
            }
            inherited.put(node, list);
        }
        return stayed;
    }

    /** Fills {@link #ctrl} and {@link #data} with the node's remaining and inherited dependencies. */
    private void collect(int node) {
        ctrl.clear();
        data.clear();
        stamp++;
        ownDeps(node, draft.from(node), draft.dataFrom(node), ctrl);
        ownDeps(node, draft.dataFrom(node), draft.to(node), data);
        int ownCtrl = ctrl.size();
        int ownData = data.size();
        inheritedDeps(node, true);
        inheritedDeps(node, false);
        sortTail(ctrl, ownCtrl);
        sortTail(data, ownData);
    }

    private void ownDeps(int node, int from, int to, IntArrayList list) {
        for (int edge = from; edge < to; edge++) {
            int dep = draft.dep(edge);
            if (dep != EditableGraph.REMOVED && !leaving.contains(dep)) {
                list.add(dep);
                mark[dep] = stamp;
            }
        }
    }

    private void inheritedDeps(int node, boolean byData) {
        for (int edge = draft.from(node); edge < draft.to(node); edge++) {
            int dep = draft.dep(edge);
            int[] list = dep < 0 ? null : inherited.get(dep);
            if (list == null) {
                continue;
            }
            for (int code : list) {
                boolean dataStep = (code & 1) == 0 && Edges.isData(draft, node, edge);
                if (dataStep == byData && mark[code >> 1] != stamp) {
                    mark[code >> 1] = stamp;
                    (dataStep ? data : ctrl).add(code >> 1);
                }
            }
        }
    }

    private void sortTail(IntArrayList list, int from) {
        IntArrays.quickSort(
                list.elements(), from, list.size(), (a, b) -> Long.compareUnsigned(draft.id(a), draft.id(b)));
    }

    private void rewrite() {
        int size = draft.size();
        int[] start = new int[2 * size + 1];
        IntArrayList deps = new IntArrayList(draft.edgeCount());
        for (int node = 0; node < size; node++) {
            if (!draft.isRemoved(node) && !leaving.contains(node)) {
                collect(node);
                deps.addAll(ctrl);
                start[2 * node + 1] = deps.size();
                deps.addAll(data);
            } else {
                start[2 * node + 1] = deps.size();
            }
            start[2 * node + 2] = deps.size();
        }
        draft.replaceEdges(start, deps.toIntArray());
    }
}
