// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;
import org.etude.link.model.LinkedRank;
import org.etude.number.BinarySearch;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.EventOrder;

/**
 * Launches that waited because the queue of the GPU was full: CUDA holds about a thousand that have not ended (1,022 on a V100, 966
 * to 972 on an A100, over all streams), and the next call returns as one ends. Such a call lasts long, finds a deep queue, and
 * returns just after work ended. O(n log n) of the work where any call is long, else O(n).
 */
final class FullQueues {
    /** Launches that take longer than this, in ns, may have waited. */
    static final long LONG_CALL = 50_000;

    /** Queues of fewer launches than this are not full. */
    static final int DEEP = 512;

    /** Maximum time in ns between the end of work and the return of the call that waited for it. */
    static final long FREED = 20_000;

    private final LinkedRank rank;
    private final WorkNodes work;
    private final DeviceTrace device;
    /** By queue, its work in start order. */
    private final Int2ObjectOpenHashMap<IntArrayList> queues = new Int2ObjectOpenHashMap<>();
    /** Work launched by calls that waited, and the work that each waited for. */
    private final IntArrayList waiting = new IntArrayList();

    private final IntArrayList freed = new IntArrayList();

    FullQueues(LinkedRank rank, WorkNodes work) {
        this.rank = rank;
        this.work = work;
        this.device = rank.trace().device();
        if (device != null) {
            find();
        }
    }

    private void find() {
        IntArrayList launched = new IntArrayList();
        LongArrayList calls = new LongArrayList();
        boolean any = false;
        for (int k = 0; k < work.size(); k++) {
            int call = call(k);
            if (call >= 0) {
                launched.add(k);
                calls.add(call);
                any |= device.durationNanos(call) > LONG_CALL;
            }
        }
        if (any && launched.size() > DEEP) {
            launched.forEach((int k) -> queues.computeIfAbsent(work.queue(k), queue -> new IntArrayList())
                    .add(k));
            // Events are in start order, so are the numbers of the calls.
            find(launched, EventOrder.ascending(calls.toLongArray(), calls.size()));
        }
    }

    /** Work in start order, and its places in the order of the calls that launched it. */
    private void find(IntArrayList launched, int[] asCalled) {
        IntArrayList firstOf = new IntArrayList();
        long[] ends = new long[asCalled.length];
        for (int at : asCalled) {
            int k = launched.getInt(at);
            boolean same = !firstOf.isEmpty() && call(firstOf.topInt()) == call(k);
            if (!same) {
                firstOf.push(k);
            }
            int call = firstOf.size() - 1;
            ends[call] = same ? Math.max(ends[call], work.end(k)) : work.end(k);
        }
        long[] ended = Arrays.copyOf(ends, firstOf.size());
        Arrays.sort(ended);
        for (int before = 0; before < firstOf.size(); before++) {
            int k = firstOf.getInt(before);
            if (device.durationNanos(call(k)) > LONG_CALL) {
                long start = start(k);
                add(k, before - BinarySearch.firstAbove(ended, 0, ended.length, start));
            }
        }
    }

    private void add(int k, int outstanding) {
        int other = outstanding < DEEP ? -1 : freedBy(k);
        if (other >= 0) {
            waiting.add(k);
            freed.add(other);
        }
    }

    /** The work whose end let a call return: on its own stream, or else on another. */
    private int freedBy(int k) {
        int own = lastEnded(queues.get(work.queue(k)), k);
        if (own >= 0) {
            return own;
        }
        int best = -1;
        for (IntArrayList queue : queues.values()) {
            int last = lastEnded(queue, k);
            if (last >= 0 && (best < 0 || work.end(last) > work.end(best))) {
                best = last;
            }
        }
        return best;
    }

    /** The last work of a queue to end during the call that launched other work, just before it returned; -1 for none. */
    private int lastEnded(IntArrayList queue, int k) {
        long end = end(k);
        int last =
                BinarySearch.firstNot(0, queue.size(), i -> work.end(queue.getInt(i)) <= end + WorkLanes.ROUNDING) - 1;
        boolean fits =
                last >= 0 && work.end(queue.getInt(last)) > start(k) && work.end(queue.getInt(last)) >= end - FREED;
        return fits ? queue.getInt(last) : -1;
    }

    private int call(int k) {
        return rank.kind(work.node(k)).isGpu() ? rank.launchEvent(work.node(k)) : -1;
    }

    private long start(int k) {
        return device.startNanos(call(k));
    }

    private long end(int k) {
        return device.endNanos(call(k));
    }

    /** The number of calls that waited. */
    int size() {
        return waiting.size();
    }

    /** The first work that a call launched. */
    int launched(int i) {
        return waiting.getInt(i);
    }

    /** When a call began, in ns. */
    long begin(int i) {
        return start(launched(i));
    }

    /** When it returned, in ns. */
    long returned(int i) {
        return end(launched(i));
    }

    /** The work that a call waited for. */
    int freed(int i) {
        return freed.getInt(i);
    }
}
