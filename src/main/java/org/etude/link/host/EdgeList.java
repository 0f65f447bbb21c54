// SPDX-License-Identifier: Apache-2.0
package org.etude.link.host;

import it.unimi.dsi.fastutil.bytes.ByteArrayList;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import org.etude.link.model.EdgeKind;
import org.etude.link.model.NodeKind;

/**
 * Gathers dependencies. Edges must lead forward in time, from the start of a node or, for a blocking call, from its end
 * (because what it waits for starts after the call). Other edges are rejected, so the result has no cycle.
 */
public final class EdgeList {
    /** Initial capacity; few nodes have more edges. */
    private static final int EDGES_PER_NODE = 2;

    private final long[] keys;
    private final IntArrayList from;
    private final IntArrayList to;
    private final ByteArrayList kinds;
    private final int[] refused = new int[EdgeKind.values().length];

    /** An empty list of edges between these nodes. Edges backwards in time are rejected and counted. */
    public EdgeList(NodeTable nodes) {
        keys = new long[nodes.size];
        int room = Math.min(nodes.size, Integer.MAX_VALUE / (2 * EDGES_PER_NODE)) * EDGES_PER_NODE;
        from = new IntArrayList(room);
        to = new IntArrayList(room);
        kinds = new ByteArrayList(room);
        long last = Long.MIN_VALUE;
        for (int i = 0; i < keys.length; i++) {
            last = nodes.timed(i) ? nodes.start(i) : last;
            keys[i] = nodes.kind(i) == NodeKind.SYNC_CALL ? nodes.end(i) : last;
        }
    }

    /** Adds an edge if it leads forward in time; returns whether it did. */
    public boolean add(int source, int target, EdgeKind kind) {
        if (source < 0 || source == target) {
            return false;
        }
        if (!forward(source, target)) {
            refused[kind.ordinal()]++;
            return false;
        }
        force(source, target, kind);
        return true;
    }

    /** Adds an edge without comparing times. */
    public void force(int source, int target, EdgeKind kind) {
        from.add(source);
        to.add(target);
        kinds.add((byte) kind.ordinal());
    }

    boolean forward(int source, int target) {
        return keys[source] < keys[target] || keys[source] == keys[target] && source < target;
    }

    public int refused(EdgeKind kind) {
        return refused[kind.ordinal()];
    }

    public int size() {
        return from.size();
    }

    public int source(int edge) {
        return from.getInt(edge);
    }

    public int target(int edge) {
        return to.getInt(edge);
    }

    public byte kind(int edge) {
        return kinds.getByte(edge);
    }
}
