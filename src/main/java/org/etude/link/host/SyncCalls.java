// SPDX-License-Identifier: Apache-2.0
package org.etude.link.host;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import org.etude.link.model.EdgeKind;
import org.etude.link.model.NodeKind;
import org.etude.report.Counted;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.EventKind;
import org.etude.trace.model.SyncArgs;

/** Edges from GPU work to the host calls that waited for it. */
public final class SyncCalls {
    private final RankContext rank;
    private final NodeTable nodes;
    private final EdgeList edges;
    private final LaunchOrder order;
    private final EventRecords records;
    private int inferred;

    /** Prepares the edges of host calls that wait for the GPU. */
    public SyncCalls(RankContext rank, NodeTable nodes, EdgeList edges, LaunchOrder order, EventRecords records) {
        this.rank = rank;
        this.nodes = nodes;
        this.edges = edges;
        this.order = order;
        this.records = records;
    }

    /**
     * Marks the calls that waited for GPU work: synchronisations, blocking copies, and other copies that returned
     * only when the copy was done (pageable memory).
     */
    static boolean[] waiting(DeviceTrace device, RuntimeCall[] calls, int[] launchOf) {
        boolean[] waits = new boolean[calls.length];
        for (int i = 0; i < calls.length; i++) {
            waits[i] = calls[i].blocks() && calls[i] != RuntimeCall.BLOCKING_COPY;
        }
        for (int work = 0; work < launchOf.length; work++) {
            int call = launchOf[work];
            if (call >= 0 && device.kind(work) == EventKind.MEMCPY) {
                boolean done = device.endNanos(work) <= device.endNanos(call);
                waits[call] |=
                        calls[call] == RuntimeCall.BLOCKING_COPY || calls[call] == RuntimeCall.ASYNC_COPY && done;
            }
        }
        return waits;
    }

    /** Adds the edges from GPU work to the calls that wait for it. */
    public void add() {
        for (int i = 0; i < nodes.size; i++) {
            if (nodes.kind(i) == NodeKind.SYNC_CALL) {
                add(i, nodes.event[i]);
            }
        }
        if (inferred > 0) {
            rank.log()
                    .info(
                            "",
                            Counted.of(
                                    inferred,
                                    "stream or event synchronisation does not state what it waits for",
                                    "stream or event synchronisations do not state what they wait for"),
                            "the profiler writes no handles",
                            "assumed to wait for the last work launched on their thread that had ended by then");
        }
    }

    private void add(int node, int call) {
        switch (rank.calls()[call]) {
            case BLOCKING_COPY, ASYNC_COPY -> waitFor(order.firstOf(call), node);
            case DEVICE_SYNC -> allStreams(node, call);
            case STREAM_SYNC -> streamSync(node, call);
            default -> eventSync(node, call);
        }
    }

    private void allStreams(int node, int call) {
        for (int lane = 0; lane < order.streams(); lane++) {
            waitFor(order.lastOnStream(lane, call), node);
        }
    }

    private void streamSync(int node, int call) {
        SyncArgs args = rank.device().sync(call);
        int record = records.syncRecord(call);
        if ((args == null || args.stream() < 0) && record >= 0) {
            args = rank.device().sync(record);
        }
        int lane = args == null || args.stream() < 0 ? -1 : order.laneOfStream(args.stream());
        if (lane >= 0) {
            waitFor(order.lastOnStream(lane, call), node);
        } else {
            infer(node, call);
        }
    }

    private void eventSync(int node, int call) {
        int record = records.waitedFor(call);
        if (record >= 0) {
            waitFor(records.workBefore(record), node);
        } else {
            infer(node, call);
        }
    }

    /** Assumes a wait for the latest work launched on this thread that had ended when the call returned. */
    private void infer(int node, int call) {
        inferred++;
        IntArrayList candidates = new IntArrayList();
        int lane = rank.device().lane(call);
        int work = order.lastOnThread(lane, call);
        if (work >= 0) {
            candidates.add(work);
        }
        for (int stream = 0; stream < order.streams() && work >= 0 && !done(work, node); stream++) {
            int last = order.lastOnStream(stream, call);
            if (last >= 0 && done(last, node)) {
                candidates.add(last);
            }
        }
        int best = -1;
        for (int candidate : candidates) {
            if (done(candidate, node) && (best < 0 || nodes.end(candidate) > nodes.end(best))) {
                best = candidate;
            }
        }
        boolean explains = best >= 0 && nodes.end(best) > nodes.start(node);
        if (!explains && rank.calls()[call] == RuntimeCall.EVENT_SYNC) {
            int awaited = endedIn(node, call);
            best = awaited >= 0 ? awaited : best;
        }
        waitFor(best, node);
    }

    /**
     * The last work of any stream that ended while a call waited, or -1: the event may have been recorded long before, with work
     * launched behind it, as where a program lets its GPU fall behind by a step and no more.
     */
    private int endedIn(int node, int call) {
        int best = -1;
        for (int stream = 0; stream < order.streams(); stream++) {
            int work = order.lastOnStream(stream, call);
            while (work >= 0 && !done(work, node) && rank.launchOf()[nodes.event[work]] >= 0) {
                work = order.lastOnStream(stream, rank.launchOf()[nodes.event[work]]);
            }
            boolean within = work >= 0 && done(work, node) && nodes.end(work) > nodes.start(node);
            best = within && (best < 0 || nodes.end(work) > nodes.end(best)) ? work : best;
        }
        return best;
    }

    private boolean done(int work, int node) {
        return nodes.end(work) <= nodes.end(node) + rank.options().clockToleranceNanos();
    }

    private void waitFor(int work, int node) {
        if (work >= 0 && done(work, node)) {
            edges.add(work, node, EdgeKind.SYNC);
        }
    }
}
