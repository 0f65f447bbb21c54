// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.graph;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.Arrays;

/**
 * An acyclic graph that grows edge by edge and rejects edges that would close a cycle. It maintains a topological order
 * of its nodes after D. Pearce and P. Kelly, "A dynamic topological sort algorithm for directed acyclic graphs" (ACM
 * JEA 11, 2006): a forward edge costs nothing, a backward one a search among the nodes between its ends. After such
 * searches have visited {@code budget} nodes, backward edges are rejected without a search.
 */
public final class GrowingOrder {
    private final int[] place;
    private final int[] firstOut;
    private final int[] firstIn;
    private final IntArrayList nextOut = new IntArrayList();
    private final IntArrayList nextIn = new IntArrayList();
    private final IntArrayList heads = new IntArrayList();
    private final IntArrayList tails = new IntArrayList();
    private final int[] mark;
    private int stamp;
    private long budget;

    private final IntArrayList after = new IntArrayList();
    private final IntArrayList before = new IntArrayList();

    /** Nodes 0 to size - 1, initially in this order. */
    public GrowingOrder(int size, long budget) {
        this.budget = budget;
        place = new int[size];
        Arrays.setAll(place, i -> i);
        firstOut = new int[size];
        firstIn = new int[size];
        mark = new int[size];
        Arrays.fill(firstOut, -1);
        Arrays.fill(firstIn, -1);
    }

    /** Adds the edge unless it closes a cycle; returns whether it did. */
    public boolean add(int from, int to) {
        if (place[from] >= place[to]) {
            if (budget <= 0 || reaches(to, from)) {
                return false;
            }
            collectBefore(from, place[to]);
            reorder();
        }
        int edge = heads.size();
        heads.add(to);
        tails.add(from);
        nextOut.add(firstOut[from]);
        nextIn.add(firstIn[to]);
        firstOut[from] = edge;
        firstIn[to] = edge;
        return true;
    }

    /** Collects the nodes reachable from a node up to the position of the goal; true when the goal is reachable. */
    private boolean reaches(int start, int goal) {
        int limit = place[goal];
        begin(after, start);
        for (int i = 0; i < after.size(); i++) {
            for (int edge = firstOut[after.getInt(i)]; edge >= 0; edge = nextOut.getInt(edge)) {
                int next = heads.getInt(edge);
                if (next == goal) {
                    return true;
                }
                if (place[next] < limit) {
                    visit(after, next);
                }
            }
        }
        return start == goal;
    }

    private void collectBefore(int start, int limit) {
        begin(before, start);
        for (int i = 0; i < before.size(); i++) {
            for (int edge = firstIn[before.getInt(i)]; edge >= 0; edge = nextIn.getInt(edge)) {
                int next = tails.getInt(edge);
                if (place[next] > limit) {
                    visit(before, next);
                }
            }
        }
    }

    private void begin(IntArrayList list, int start) {
        stamp++;
        list.clear();
        visit(list, start);
    }

    private void visit(IntArrayList list, int node) {
        if (mark[node] != stamp) {
            mark[node] = stamp;
            list.add(node);
            budget--;
        }
    }

    /** Moves all of {@code before} in front of all of {@code after}, within their combined positions. */
    private void reorder() {
        int[] nodes = new int[before.size() + after.size()];
        byPlace(before);
        byPlace(after);
        before.getElements(0, nodes, 0, before.size());
        after.getElements(0, nodes, before.size(), after.size());
        int[] places = new int[nodes.length];
        for (int i = 0; i < nodes.length; i++) {
            places[i] = place[nodes[i]];
        }
        IntArrays.quickSort(places);
        for (int i = 0; i < nodes.length; i++) {
            place[nodes[i]] = places[i];
        }
    }

    private void byPlace(IntArrayList list) {
        IntArrays.quickSort(list.elements(), 0, list.size(), (a, b) -> Integer.compare(place[a], place[b]));
    }
}
