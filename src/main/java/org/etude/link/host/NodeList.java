// SPDX-License-Identifier: Apache-2.0
package org.etude.link.host;

import it.unimi.dsi.fastutil.bytes.ByteArrayList;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import org.etude.link.model.NodeKind;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.EventKind;

/** Gathers the nodes of a rank's graph: host nodes in start order, then events without a host node. */
public final class NodeList {
    private final ByteArrayList kinds = new ByteArrayList();
    private final IntArrayList hosts = new IntArrayList();
    private final IntArrayList events = new IntArrayList();

    /** Lists the nodes of a rank's graph: host nodes, synchronising or launching calls, GPU work. */
    public NodeList(RankContext rank) {
        if (rank.host() != null) {
            for (int node : rank.tree().order()) {
                NodeKind kind = HostTree.isRoot(rank.host(), node) ? NodeKind.ROOT : NodeKind.HOST_OP;
                add(kind, node, rank.match().eventOf[node]);
            }
        }
        if (rank.device() != null) {
            addEvents(rank);
        }
    }

    private void addEvents(RankContext rank) {
        DeviceTrace device = rank.device();
        boolean[] launchedOutside = launchedOutside(rank);
        for (int i = 0; i < device.size(); i++) {
            EventKind kind = device.kind(i);
            if (kind.isHostOp() && rank.match().hostOf[i] < 0) {
                add(NodeKind.HOST_OP, -1, i);
            } else if (kind == EventKind.RUNTIME) {
                if (rank.waits()[i]) {
                    add(NodeKind.SYNC_CALL, -1, i);
                } else if (launchedOutside[i]) {
                    add(NodeKind.HOST_OP, -1, i);
                }
            } else if (kind.isGpuWork()) {
                add(gpuKind(rank, i), -1, i);
            }
        }
    }

    /** Launches that no operator encloses; the call itself becomes the parent of its work. */
    private static boolean[] launchedOutside(RankContext rank) {
        boolean[] outside = new boolean[rank.eventSize()];
        for (int call : rank.launchOf()) {
            if (call >= 0) {
                outside[call] = rank.enclosing()[call] < 0;
            }
        }
        return outside;
    }

    private static NodeKind gpuKind(RankContext rank, int i) {
        return switch (rank.device().kind(i)) {
            case MEMCPY -> NodeKind.MEMCPY;
            case MEMSET -> NodeKind.MEMSET;
            default -> rank.names().isKernel(i) ? NodeKind.COMM_KERNEL : NodeKind.KERNEL;
        };
    }

    private void add(NodeKind kind, int host, int event) {
        kinds.add((byte) kind.ordinal());
        hosts.add(host);
        events.add(event);
    }

    int size() {
        return kinds.size();
    }

    byte kind(int i) {
        return kinds.getByte(i);
    }

    int host(int i) {
        return hosts.getInt(i);
    }

    int event(int i) {
        return events.getInt(i);
    }
}
