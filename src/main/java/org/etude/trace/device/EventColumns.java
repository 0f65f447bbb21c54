// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.device;

import it.unimi.dsi.fastutil.bytes.ByteArrayList;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;

/** Growing columns of Kineto events in file order; {@link #sorted} builds the trace from them. 65 bytes per event. */
final class EventColumns {
    /** Bit of {@link #kind} for an event whose time is unusable. */
    static final int FLAGGED = 0x40;

    final ByteArrayList kind = new ByteArrayList();
    final IntArrayList name = new IntArrayList();
    final LongArrayList start = new LongArrayList();
    final LongArrayList duration = new LongArrayList();
    final IntArrayList lane = new IntArrayList();
    final LongArrayList correlation = new LongArrayList();
    final LongArrayList external = new LongArrayList();
    final LongArrayList recordFunction = new LongArrayList();
    final LongArrayList sequence = new LongArrayList();
    final LongArrayList forwardThread = new LongArrayList();
    final Int2LongOpenHashMap bytes = new Int2LongOpenHashMap();
    final Int2ObjectOpenHashMap<EventDetail> details = new Int2ObjectOpenHashMap<>();
    final MemoryColumns memory = new MemoryColumns();

    /** Number of events. */
    int size() {
        return kind.size();
    }

    /** Marks an event's time as unusable. */
    void flag(int row) {
        kind.set(row, (byte) (kind.getByte(row) | FLAGGED));
    }

    /** Whether an event's time is unusable. */
    boolean isFlagged(int row) {
        return (kind.getByte(row) & FLAGGED) != 0;
    }

    /** Drops the events not to be kept. */
    void keepOnly(boolean[] keep) {
        int to = 0;
        for (int from = 0; from < keep.length; from++) {
            if (keep[from]) {
                move(from, to++);
            }
        }
        trim(to);
    }

    private void move(int from, int to) {
        if (from == to) {
            return;
        }
        kind.set(to, kind.getByte(from));
        name.set(to, name.getInt(from));
        start.set(to, start.getLong(from));
        duration.set(to, duration.getLong(from));
        lane.set(to, lane.getInt(from));
        correlation.set(to, correlation.getLong(from));
        external.set(to, external.getLong(from));
        recordFunction.set(to, recordFunction.getLong(from));
        sequence.set(to, sequence.getLong(from));
        forwardThread.set(to, forwardThread.getLong(from));
        EventDetail detail = details.remove(from);
        if (detail != null) {
            details.put(to, detail);
        }
        if (bytes.containsKey(from)) {
            bytes.put(to, bytes.remove(from));
        }
    }

    private void trim(int size) {
        kind.size(size);
        name.size(size);
        start.size(size);
        duration.size(size);
        lane.size(size);
        correlation.size(size);
        external.size(size);
        recordFunction.size(size);
        sequence.size(size);
        forwardThread.size(size);
    }
}
