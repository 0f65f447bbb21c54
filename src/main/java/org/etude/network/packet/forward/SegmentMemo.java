// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.forward;

import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.List;

/** Segments by their start state. Memory is bounded: when the young half is full, it replaces the old one. */
final class SegmentMemo {
    private static final int PER_STATE = 8;

    private final long most;
    private Long2ObjectOpenHashMap<List<Segment>> young = new Long2ObjectOpenHashMap<>();
    private Long2ObjectOpenHashMap<List<Segment>> old = new Long2ObjectOpenHashMap<>();
    private long words;

    /**
     * Makes an empty memo.
     *
     * @param most 8-byte words to keep at most
     */
    SegmentMemo(long most) {
        this.most = most / 2;
    }

    /** The longest segment from a state that fits into this many ns, or null. */
    Segment find(StateKey start, long hash, long nanos) {
        Segment found = longest(young.get(hash), start, nanos);
        if (found == null) {
            found = longest(old.get(hash), start, nanos);
            if (found != null) {
                add(found, hash);
            }
        }
        return found;
    }

    private static Segment longest(List<Segment> all, StateKey start, long nanos) {
        Segment best = null;
        if (all != null) {
            for (Segment segment : all) {
                boolean fits = segment.nanos() <= nanos && (best == null || segment.nanos() > best.nanos());
                if (fits && segment.start().sameAs(start)) {
                    best = segment;
                }
            }
        }
        return best;
    }

    void add(Segment segment, long hash) {
        if (segment.words() > most) {
            return;
        }
        if (words + segment.words() > most) {
            old = young;
            young = new Long2ObjectOpenHashMap<>();
            words = 0;
        }
        List<Segment> all = young.computeIfAbsent(hash, key -> new ArrayList<>(1));
        if (all.size() == PER_STATE) {
            words -= all.remove(0).words();
        }
        all.add(segment);
        words += segment.words();
    }
}
