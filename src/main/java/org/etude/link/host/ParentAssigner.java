// SPDX-License-Identifier: Apache-2.0
package org.etude.link.host;

import org.etude.link.model.NodeKind;
import org.etude.trace.comm.CommNames;
import org.etude.trace.model.DeviceTrace;

/** Assigns each node its caller or launcher as parent. */
public final class ParentAssigner {
    private ParentAssigner() {}

    /** Assigns the parent of every node and breaks cycles of callers. */
    public static void fill(RankContext rank, NodeTable nodes) {
        for (int i = 0; i < nodes.size; i++) {
            nodes.parent[i] = nodes.kind(i).isGpu() ? launcher(rank, nodes, i) : caller(rank, nodes, i);
        }
        breakCycles(rank, nodes);
    }

    private static int caller(RankContext rank, NodeTable nodes, int i) {
        if (nodes.host[i] >= 0) {
            int parent = rank.tree().parent(nodes.host[i]);
            if (parent >= 0 && !outside(rank, nodes, nodes.nodeOfHost[parent], i)) {
                return nodes.nodeOfHost[parent];
            }
        }
        if (nodes.kind(i) == NodeKind.ROOT) {
            return -1;
        }
        int enclosing = enclosing(rank, nodes, i);
        return enclosing >= 0 || nodes.host[i] < 0 ? enclosing : rank.tree().root(nodes, nodes.host[i]);
    }

    /**
     * The innermost host event around node {@code i}, or -1. A message of a backend stays open on the thread that
     * called it while the backend carries it; that thread has continued, so its next calls belong to the caller's
     * caller.
     */
    private static int enclosing(RankContext rank, NodeTable nodes, int i) {
        int open = nodes.enclosingNode(i, rank.enclosing());
        while (open >= 0 && (isHostMessage(rank, nodes, open) || nodes.end(open) < nodes.start(i))) {
            open = nodes.enclosingNode(open, rank.enclosing());
        }
        return open;
    }

    /** Names of events are examined once each, because every node asks this of its caller. */
    private static boolean isHostMessage(RankContext rank, NodeTable nodes, int i) {
        boolean named = nodes.host[i] >= 0 || rank.names().isHostBackend(nodes.event[i]);
        return named && CommNames.isHostMessage(name(rank, nodes, i));
    }

    /**
     * Whether time shows that the execution trace names the wrong caller: the observer keeps one stack where a backend's worker
     * threads have several, so a callee may hang on an operator that was over, or on a backend's transfer that another thread carried.
     */
    private static boolean outside(RankContext rank, NodeTable nodes, int caller, int i) {
        if (!nodes.timed(caller) || !nodes.timed(i)) {
            return false;
        }
        boolean sameThread =
                rank.device().lane(nodes.event[caller]) == rank.device().lane(nodes.event[i]);
        boolean during = nodes.start(caller) <= nodes.start(i) && nodes.start(i) <= nodes.end(caller);
        if (sameThread) {
            return !during || isHostMessage(rank, nodes, caller);
        }
        return nodes.start(caller) > nodes.start(i) || CommNames.isHostBackend(name(rank, nodes, caller));
    }

    /** The operator open at the launch, else the launch itself, else the operator that the External id names. */
    private static int launcher(RankContext rank, NodeTable nodes, int i) {
        int event = nodes.event[i];
        int call = rank.launchOf()[event];
        if (call < 0) {
            int operator = rank.externals().operator(event);
            return operator < 0 ? -1 : nodes.nodeOfEvent[operator];
        }
        int op = rank.enclosing()[call];
        return op >= 0 ? nodes.nodeOfEvent[op] : nodes.nodeOfEvent[call];
    }

    /**
     * In faulty files, callers by the execution trace and by timestamps can contradict each other; those by timestamps
     * are then dropped.
     */
    private static void breakCycles(RankContext rank, NodeTable nodes) {
        int[] walk = new int[nodes.size];
        for (int i = 0; i < nodes.size; i++) {
            int node = i;
            while (node >= 0 && walk[node] == 0) {
                walk[node] = i + 1;
                node = nodes.parent[node];
            }
            if (node >= 0 && walk[node] == i + 1) {
                int latest = node;
                for (int at = nodes.parent[node]; at != node; at = nodes.parent[at]) {
                    latest = nodes.host[at] < 0 ? at : latest;
                }
                nodes.parent[latest] = -1;
                rank.log()
                        .warn(
                                "node " + name(rank, nodes, latest),
                                "a caller is called by its own callee",
                                "host and device trace contradict each other",
                                "the caller was dropped");
            }
        }
    }

    public static String name(RankContext rank, NodeTable nodes, int i) {
        DeviceTrace device = rank.device();
        return nodes.host[i] >= 0 ? rank.host().name(nodes.host[i]) : device.name(nodes.event[i]);
    }
}
