// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.forward;

/** Segments of parts by their start states. */
final class PartMemo {
    private final Generations<PartSegment> segments;

    /**
     * Makes an empty memo.
     *
     * @param most 8-byte words to keep at most
     */
    PartMemo(long most) {
        segments = new Generations<>(most);
    }

    /** The segment from a state, or null. */
    PartSegment find(StateKey start, long hash) {
        PartSegment found = segments.young().get(hash);
        if (found == null) {
            found = segments.old().get(hash);
            if (found != null) {
                add(found);
            }
        }
        return found != null && start.sameAs(found.start()) ? found : null;
    }

    /** Adds a segment; of two whose states have one hash, the later is kept. */
    void add(PartSegment segment) {
        if (segments.makeRoom(segment.words())) {
            PartSegment before = segments.young().put(segment.hash(), segment);
            segments.count(before == null ? 0 : -before.words());
        }
    }
}
