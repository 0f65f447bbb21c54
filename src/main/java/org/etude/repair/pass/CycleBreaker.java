// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.pass;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.Arrays;
import org.etude.digraph.StrongComponents;
import org.etude.repair.graph.ChangeLog;
import org.etude.repair.graph.Edges;
import org.etude.repair.graph.EditableGraph;
import org.etude.repair.graph.GrowingOrder;
import org.etude.repair.pass.Cycles.Removal;
import org.etude.report.Progress;

/** Breaks the cycles of one strongly connected component; see {@link Cycles} for the choice. */
final class CycleBreaker {
    private static final int WITH_TIME = 0;
    private static final int NEUTRAL = 1;
    private static final int AGAINST_TIME = 2;

    private final EditableGraph draft;
    private final int[] nodes;
    private final long[] start;
    private final boolean[] timed;
    private final long budget;

    private final IntArrayList edgeOf = new IntArrayList();
    private final IntArrayList headOf = new IntArrayList();
    private final IntArrayList tailOf = new IntArrayList();
    private final IntArrayList rankOf = new IntArrayList();

    CycleBreaker(EditableGraph draft, StrongComponents components, int[] members, int from, int to, long searchFactor) {
        this.draft = draft;
        nodes = Arrays.copyOfRange(members, from, to);
        start = new long[nodes.length];
        timed = new boolean[nodes.length];
        sortByTime();
        int[] byNumber = nodes.clone();
        int[] positionOf = new int[nodes.length];
        Arrays.setAll(positionOf, i -> i);
        IntArrays.quickSort(positionOf, (a, b) -> Integer.compare(nodes[a], nodes[b]));
        Arrays.sort(byNumber);
        int component = components.of(nodes[0]);
        for (int at = 0; at < nodes.length; at++) {
            for (int edge = draft.from(nodes[at]); edge < draft.to(nodes[at]); edge++) {
                int dep = draft.dep(edge);
                if (dep >= 0 && dep != nodes[at] && components.of(dep) == component) {
                    collect(edge, positionOf[Arrays.binarySearch(byNumber, dep)], at);
                }
            }
        }
        budget = searchFactor * (nodes.length + (long) edgeOf.size()) + 1000;
    }

    /** Sorts by start time, with untimed nodes after the timed one that precedes them by id, then by id. */
    private void sortByTime() {
        IntArrays.quickSort(nodes, this::byId);
        long[] effective = new long[nodes.length];
        long[] own = new long[nodes.length];
        long last = Long.MIN_VALUE;
        for (int i = 0; i < nodes.length; i++) {
            own[i] = draft.graph().startNanos(nodes[i]);
            last = own[i] == 0 ? last : own[i];
            effective[i] = last;
        }
        int[] order = new int[nodes.length];
        Arrays.setAll(order, i -> i);
        IntArrays.mergeSort(order, (a, b) -> Long.compare(effective[a], effective[b]));
        int[] byId = nodes.clone();
        for (int i = 0; i < order.length; i++) {
            nodes[i] = byId[order[i]];
            start[i] = own[order[i]];
            timed[i] = own[order[i]] != 0;
        }
    }

    private int byId(int a, int b) {
        int order = Long.compareUnsigned(draft.id(a), draft.id(b));
        return order != 0 ? order : Integer.compare(a, b);
    }

    private void collect(int edge, int head, int tail) {
        edgeOf.add(edge);
        headOf.add(head);
        tailOf.add(tail);
        rankOf.add(2 * agreement(head, tail) + (Edges.isData(draft, nodes[tail], edge) ? 0 : 1));
    }

    private int agreement(int dep, int node) {
        if (!timed[dep] || !timed[node] || start[dep] == start[node]) {
            return NEUTRAL;
        }
        return start[dep] < start[node] ? WITH_TIME : AGAINST_TIME;
    }

    void run(Removal removal, ChangeLog log) {
        Progress.checkInterrupted();
        int[] order = new int[edgeOf.size()];
        Arrays.setAll(order, i -> i);
        IntArrays.quickSort(order, this::keepFirst);
        GrowingOrder kept = new GrowingOrder(nodes.length, budget);
        IntArrayList out = new IntArrayList();
        for (int i : order) {
            if (!kept.add(headOf.getInt(i), tailOf.getInt(i))) {
                out.add(i);
            }
        }
        out.sort(this::byPlace);
        for (int k = 0; k < out.size(); k++) {
            int i = out.getInt(k);
            removal.remove(draft, nodes[tailOf.getInt(i)], edgeOf.getInt(i), reason(i), log);
        }
    }

    private int keepFirst(int a, int b) {
        int order = Integer.compare(rankOf.getInt(a), rankOf.getInt(b));
        order = order != 0 ? order : Long.compare(contradiction(a), contradiction(b));
        return order != 0 ? order : byPlace(a, b);
    }

    private int byPlace(int a, int b) {
        int order = Integer.compare(tailOf.getInt(a), tailOf.getInt(b));
        order = order != 0 ? order : Integer.compare(headOf.getInt(a), headOf.getInt(b));
        return order != 0 ? order : Integer.compare(edgeOf.getInt(a), edgeOf.getInt(b));
    }

    /** How much an edge contradicts: ns against time, or positions against the order without times. */
    private long contradiction(int i) {
        int head = headOf.getInt(i);
        int tail = tailOf.getInt(i);
        return rankOf.getInt(i) / 2 == AGAINST_TIME ? start[head] - start[tail] : Math.max(0, head - tail);
    }

    private String reason(int i) {
        return switch (rankOf.getInt(i) / 2) {
            case AGAINST_TIME -> "it closes a cycle and points against time";
            case NEUTRAL -> "it closes a cycle; the times of its ends are inconclusive";
            default -> "it closes a cycle that the times do not resolve";
        };
    }
}
