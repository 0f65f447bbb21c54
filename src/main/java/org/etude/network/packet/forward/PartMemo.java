// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.forward;

import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;

/** Segments of parts by their start states. Memory is bounded: when the young half is full, it replaces the old one. */
final class PartMemo {
    private final long most;
    private Long2ObjectOpenHashMap<PartSegment> young = new Long2ObjectOpenHashMap<>();
    private Long2ObjectOpenHashMap<PartSegment> old = new Long2ObjectOpenHashMap<>();
    private long words;

    /**
     * Makes an empty memo.
     *
     * @param most 8-byte words to keep at most
     */
    PartMemo(long most) {
        this.most = most / 2;
    }

    /** The segment from a state, or null. */
    PartSegment find(StateKey start, long hash) {
        PartSegment found = young.get(hash);
        if (found == null) {
            found = old.get(hash);
            if (found != null) {
                add(found);
            }
        }
        return found != null && found.start().sameAs(start) ? found : null;
    }

    /** Adds a segment; of two whose states have one hash, the later is kept. */
    void add(PartSegment segment) {
        if (segment.words() > most) {
            return;
        }
        if (words + segment.words() > most) {
            old = young;
            young = new Long2ObjectOpenHashMap<>();
            words = 0;
        }
        words += segment.words();
        PartSegment before = young.put(segment.hash(), segment);
        words -= before == null ? 0 : before.words();
    }
}
