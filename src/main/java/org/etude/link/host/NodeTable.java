// SPDX-License-Identifier: Apache-2.0
package org.etude.link.host;

import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.NodeKind;
import org.etude.trace.model.DeviceTrace;

/**
 * The nodes of a rank's graph in columns and in their final order: by effective start time; nodes without a time follow
 * the node that precedes them on their thread, or on any thread if their own was not recorded.
 */
public final class NodeTable {
    private static final NodeKind[] KINDS = NodeKind.values();

    public final int size;
    final byte[] kind;
    public final int[] host;
    public final int[] event;
    public final int[] parent;
    public final int[] lane;
    public final int[] nodeOfHost;
    final int[] nodeOfEvent;
    private final DeviceTrace device;
    private final UnrecordedThreads unrecorded;
    /** By node that further events continue, when the last of them ended. */
    private final Int2LongOpenHashMap extended = new Int2LongOpenHashMap();

    /** Sorts the nodes by time and numbers them. */
    public NodeTable(RankContext rank, NodeList list) {
        device = rank.device();
        unrecorded = UnrecordedThreads.of(rank);
        int[] order = sorted(rank, list);
        size = order.length;
        kind = new byte[size];
        host = new int[size];
        event = new int[size];
        parent = new int[size];
        lane = new int[size];
        nodeOfHost = new int[rank.hostSize()];
        nodeOfEvent = new int[rank.eventSize()];
        Arrays.fill(nodeOfHost, -1);
        Arrays.fill(nodeOfEvent, -1);
        for (int i = 0; i < size; i++) {
            kind[i] = list.kind(order[i]);
            host[i] = list.host(order[i]);
            event[i] = list.event(order[i]);
            parent[i] = -1;
            if (host[i] >= 0) {
                nodeOfHost[host[i]] = i;
            }
            if (event[i] >= 0) {
                nodeOfEvent[event[i]] = i;
            }
        }
    }

    public NodeKind kind(int i) {
        return KINDS[kind[i]];
    }

    public void kind(int i, NodeKind value) {
        kind[i] = (byte) value.ordinal();
    }

    public boolean timed(int i) {
        return event[i] >= 0;
    }

    public long start(int i) {
        return event[i] < 0 ? LinkedRank.UNTIMED : device.startNanos(event[i]);
    }

    public long end(int i) {
        return event[i] < 0 ? LinkedRank.UNTIMED : device.endNanos(event[i]);
    }

    /** Notes that other events continue a node until a time in ns. */
    public void extend(int i, long end) {
        extended.put(i, Math.max(end, extended.getOrDefault(i, end(i))));
    }

    /** The duration of a node in ns, until the last event that continues it has ended; 0 without a time. */
    public long duration(int i) {
        if (event[i] < 0) {
            return 0;
        }
        boolean longer = !extended.isEmpty() && extended.containsKey(i);
        return longer ? extended.get(i) - start(i) : device.durationNanos(event[i]);
    }

    /** The start of a node in ns; on a thread that was not recorded an estimate from the nodes before and after it. */
    public long estimatedStart(int i) {
        return event[i] < 0 && host[i] >= 0 ? unrecorded.start(host[i]) : start(i);
    }

    /** The node of the innermost enclosing host event, or -1. */
    public int enclosingNode(int i, int[] enclosing) {
        return event[i] < 0 || enclosing[event[i]] < 0 ? -1 : nodeOfEvent[enclosing[event[i]]];
    }

    private int[] sorted(RankContext rank, NodeList list) {
        int[] anchor = anchors(rank, list);
        int[] order = new int[list.size()];
        boolean ascending = true;
        for (int i = 0; i < order.length; i++) {
            order[i] = i;
            ascending &= i == 0 || anchor[i - 1] < anchor[i];
        }
        if (ascending) {
            return order;
        }
        IntArrays.mergeSort(order, (a, b) -> {
            int byAnchor = Integer.compare(anchor[a], anchor[b]);
            if (byAnchor != 0) {
                return byAnchor;
            }
            boolean timedA = list.event(a) >= 0;
            boolean timedB = list.event(b) >= 0;
            return timedA == timedB ? Integer.compare(a, b) : timedA ? -1 : 1;
        });
        return order;
    }

    /**
     * The event that determines a node's position: its own, or that of the last timed host node before it on the same
     * thread, or on any thread if its own was not recorded. Events are sorted.
     */
    private int[] anchors(RankContext rank, NodeList list) {
        int[] anchor = new int[list.size()];
        Long2IntOpenHashMap last = new Long2IntOpenHashMap();
        for (int i = 0; i < anchor.length; i++) {
            anchor[i] = list.event(i);
            if (list.host(i) >= 0) {
                long tid = rank.host().tid(list.host(i));
                if (anchor[i] < 0) {
                    anchor[i] = last.getOrDefault(tid, unrecorded.anchor(list.host(i)));
                } else {
                    last.put(tid, Math.max(anchor[i], last.getOrDefault(tid, -1)));
                }
            }
        }
        return anchor;
    }
}
