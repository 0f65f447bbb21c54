// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import org.etude.et.graph.IntRows;

/**
 * The resource of each piece of work according to the trace: one per GPU stream and per host backend thread, and
 * additional ones if pieces of a stream overlap (branches of a CUDA graph). A piece depends on everything that had
 * ended on its stream when it started.
 */
final class WorkLanes {
    /** No resource: it blocks no other work. */
    static final int NONE = -1;

    /** Maximum overlap in ns of consecutive pieces due to rounding and clocks. */
    static final long ROUNDING = 5_000;

    private final WorkNodes work;
    private final int[] resource;
    private final IntRows before;
    private final IntArrayList ended = new IntArrayList();
    private final Int2ObjectOpenHashMap<IntArrayList> tails = new Int2ObjectOpenHashMap<>();
    private final Int2ObjectOpenHashMap<IntArrayList> numbers = new Int2ObjectOpenHashMap<>();
    private int resources;

    WorkLanes(WorkNodes work) {
        this.work = work;
        this.resource = new int[work.size()];
        this.before = new IntRows(work.size());
        for (int k = 0; k < work.size(); k++) {
            place(k);
        }
    }

    private void place(int k) {
        IntArrayList last = tails.computeIfAbsent(work.queue(k), queue -> new IntArrayList(1));
        IntArrayList number = numbers.computeIfAbsent(work.queue(k), queue -> new IntArrayList(1));
        ended.clear();
        int lane = -1;
        for (int i = 0; i < last.size(); i++) {
            int other = last.getInt(i);
            if (follows(k, other)) {
                ended.add(other);
                lane = lane < 0 || work.end(other) > work.end(last.getInt(lane)) ? i : lane;
            }
        }
        if (lane < 0) {
            lane = last.size();
            last.add(k);
            number.add(resources++);
        }
        last.set(lane, k);
        before.add(ended);
        resource[k] = work.slot(k) == WorkNodes.Slot.FREE ? NONE : number.getInt(lane);
    }

    private boolean follows(int k, int other) {
        long overlap = work.end(other) - work.start(k);
        return overlap <= 0
                || overlap <= ROUNDING && work.end(other) <= work.end(k) && work.start(other) < work.start(k);
    }

    /** The number of resources of work. */
    int resources() {
        return resources;
    }

    /** Number of the resource a piece holds, from 0, or {@link #NONE}. */
    int resource(int k) {
        return resource[k];
    }

    /** The pieces of the same stream that a piece follows: the last ended one of each lane. */
    IntList before(int k) {
        return before.get(k);
    }
}
