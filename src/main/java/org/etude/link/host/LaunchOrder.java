// SPDX-License-Identifier: Apache-2.0
package org.etude.link.host;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import org.etude.number.BinarySearch;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.EventOrder;

/**
 * The GPU work of a rank in launch order: overall, by thread and by stream. Work of one call keeps its stream order;
 * work without a recorded launch comes first.
 */
public final class LaunchOrder {
    private final DeviceTrace device;
    private final int[] launchOf;
    private final NodeTable nodes;
    private final IntArrayList[] byThread;
    private final IntArrayList[] byStream;

    /** Sorts the GPU work of a rank by its launches. */
    public LaunchOrder(RankContext rank, NodeTable nodes) {
        device = rank.device();
        launchOf = rank.launchOf();
        this.nodes = nodes;
        byThread = new IntArrayList[device.laneCount()];
        int[] work = gpuNodes();
        int streams = 0;
        for (int node : work) {
            streams = Math.max(streams, nodes.lane[node] + 1);
        }
        byStream = new IntArrayList[streams];
        for (int s = 0; s < streams; s++) {
            byStream[s] = new IntArrayList();
        }
        for (int node : work) {
            byStream[nodes.lane[node]].add(node);
            int call = call(node);
            if (call >= 0) {
                int thread = device.lane(call);
                byThread[thread] = byThread[thread] == null ? new IntArrayList() : byThread[thread];
                byThread[thread].add(node);
            }
        }
    }

    private int[] gpuNodes() {
        IntArrayList work = new IntArrayList();
        for (int i = 0; i < nodes.size; i++) {
            if (nodes.kind(i).isGpu()) {
                work.add(i);
            }
        }
        long[] calls = new long[work.size()];
        for (int k = 0; k < calls.length; k++) {
            calls[k] = call(work.getInt(k));
        }
        int[] sorted = EventOrder.ascending(calls, calls.length);
        for (int k = 0; k < sorted.length; k++) {
            sorted[k] = work.getInt(sorted[k]);
        }
        return sorted;
    }

    private int call(int node) {
        return launchOf[nodes.event[node]];
    }

    public int streams() {
        return byStream.length;
    }

    /** The first work that a call launched, or -1. */
    int firstOf(int call) {
        int next = nextOnThread(device.lane(call), call);
        return next >= 0 && call(next) == call ? next : -1;
    }

    /** The last work launched on a host thread by a call before event {@code i}, or -1. */
    public int lastOnThread(int thread, int i) {
        return last(byThread[thread], i);
    }

    /** The first work launched on a host thread by event {@code i} or a call after it, or -1. */
    public int nextOnThread(int thread, int i) {
        IntArrayList work = byThread[thread];
        int at = work == null ? 0 : countBefore(work, i);
        return work == null || at == work.size() ? -1 : work.getInt(at);
    }

    /** The last work on a stream lane launched by a call before event {@code i}, or -1. */
    public int lastOnStream(int lane, int i) {
        return last(byStream[lane], i);
    }

    /**
     * The lane of the stream with this number in the trace, on the device where it has most work; -1 when there is
     * none.
     */
    int laneOfStream(long stream) {
        int best = -1;
        for (int lane = 0; lane < byStream.length; lane++) {
            int event = nodes.event[byStream[lane].getInt(0)];
            if (device.stream(event) == stream && (best < 0 || byStream[lane].size() > byStream[best].size())) {
                best = lane;
            }
        }
        return best;
    }

    private int last(IntArrayList work, int i) {
        int count = work == null ? 0 : countBefore(work, i);
        return count == 0 ? -1 : work.getInt(count - 1);
    }

    private int countBefore(IntArrayList work, int event) {
        return BinarySearch.firstNot(0, work.size(), i -> call(work.getInt(i)) < event);
    }
}
