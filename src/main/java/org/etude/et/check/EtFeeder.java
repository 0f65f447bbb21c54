// SPDX-License-Identifier: Apache-2.0
package org.etude.et.check;

import it.unimi.dsi.fastutil.ints.IntHeapPriorityQueue;
import java.util.Arrays;
import org.etude.et.graph.EtGraph;

/**
 * Releases the nodes of a graph as Chakra's feeders do: the ready node with the lowest id first; a node becomes ready
 * when all its dependencies are finished. A dependency on a missing id holds a node indefinitely. Linear in nodes and
 * dependencies, apart from the heap.
 */
public final class EtFeeder {
    private final EtGraph graph;
    private final int[] waits;
    private final int[] nextStart;
    private final int[] next;
    private final IntHeapPriorityQueue free;
    private int finished;

    /** Which dependencies hold a node back. */
    public enum Gating {
        /** Data dependencies only: the first feeder. */
        DATA,
        /** Data and control dependencies: the third feeder, which ASTRA-sim uses. */
        ALL
    }

    /** A feeder at the start of its graph. */
    public EtFeeder(EtGraph graph, Gating gating) {
        this.graph = graph;
        int n = graph.size();
        this.waits = new int[n];
        int[] from = dependencies(gating);
        this.nextStart = new int[n + 1];
        for (int f : from) {
            if (f >= 0) {
                nextStart[f + 1]++;
            }
        }
        for (int i = 0; i < n; i++) {
            nextStart[i + 1] += nextStart[i];
        }
        this.next = new int[nextStart[n]];
        int[] fill = Arrays.copyOf(nextStart, n);
        int at = 0;
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < waits[i]; k++, at++) {
                if (from[at] >= 0) {
                    next[fill[from[at]]++] = i;
                }
            }
        }
        this.free = new IntHeapPriorityQueue((a, b) -> Long.compareUnsigned(graph.id(a), graph.id(b)));
        for (int i = 0; i < n; i++) {
            if (waits[i] == 0) {
                free.enqueue(i);
            }
        }
    }

    /**
     * The dependencies of all nodes in sequence; -1 for missing ones. Counts into {@link #waits}. Dependencies form a
     * set: one that is both data and control counts once.
     */
    private int[] dependencies(Gating gating) {
        int[] from = new int[64];
        int[] lastFollower = new int[graph.size()];
        Arrays.fill(lastFollower, -1);
        int count = 0;
        for (int i = 0; i < graph.size(); i++) {
            int begin = count;
            int first = gating == Gating.ALL ? 0 : graph.ctrlDeps(i).length;
            for (int k = first; k < graph.depCount(i); k++) {
                int dep = graph.indexOf(graph.dep(i, k));
                if (dep >= 0 && lastFollower[dep] == i) {
                    continue;
                }
                if (dep >= 0) {
                    lastFollower[dep] = i;
                }
                if (count == from.length) {
                    from = Arrays.copyOf(from, count * 2);
                }
                from[count++] = dep;
            }
            waits[i] = count - begin;
        }
        return Arrays.copyOf(from, count);
    }

    /** Whether a node is free now. */
    public boolean hasFree() {
        return !free.isEmpty();
    }

    /** How many nodes are free now. */
    public int freeCount() {
        return free.size();
    }

    /** Takes the free node with the lowest id; its index. */
    public int take() {
        return free.dequeueInt();
    }

    /** Marks a taken node as finished, which may free others. */
    public void finish(int node) {
        finished++;
        for (int k = nextStart[node]; k < nextStart[node + 1]; k++) {
            if (--waits[next[k]] == 0) {
                free.enqueue(next[k]);
            }
        }
    }

    /** How many nodes are finished. */
    public int finishedCount() {
        return finished;
    }

    /** Whether a node still waits for others. */
    public boolean isHeld(int node) {
        return waits[node] > 0;
    }

    /** Ids in the order of release when every node is finished at once; nodes that are never free are missing. */
    public static long[] releaseOrder(EtGraph graph, Gating gating) {
        EtFeeder feeder = new EtFeeder(graph, gating);
        long[] order = new long[graph.size()];
        while (feeder.hasFree()) {
            int node = feeder.take();
            order[feeder.finishedCount()] = graph.id(node);
            feeder.finish(node);
        }
        return Arrays.copyOf(order, feeder.finishedCount());
    }
}
