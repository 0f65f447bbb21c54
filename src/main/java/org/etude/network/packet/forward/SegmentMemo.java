// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.forward;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Segments by their start state. */
final class SegmentMemo {
    private static final int PER_STATE = 8;
    private static final int STEPS = 4;

    private final Generations<List<Segment>> segments;
    /** How many start states have been named. */
    private long names;

    /**
     * Makes an empty memo.
     *
     * @param most 8-byte words to keep at most
     */
    SegmentMemo(long most) {
        segments = new Generations<>(most);
    }

    /** The longest segment from a state that fits into this many ns, or null. */
    Segment find(StateKey start, long hash, long nanos) {
        return find(hash, nanos, segment -> start.sameAs(segment.start()));
    }

    /** The longest segment that fits into this many ns, from the state with a name and hash, or null. */
    Segment find(long name, long hash, long nanos) {
        return find(hash, nanos, segment -> segment.name() == name);
    }

    private Segment find(long hash, long nanos, Predicate<Segment> starts) {
        Segment found = longest(segments.young().get(hash), nanos, starts);
        if (found == null) {
            found = longest(segments.old().get(hash), nanos, starts);
            if (found != null) {
                add(found);
            }
        }
        return found;
    }

    /** The name of a start state: that of a segment that is kept, or a new one. */
    long name(KeptState start, long hash) {
        Segment known = find(hash, Long.MAX_VALUE, segment -> start.sameAs(segment.start()));
        return known == null ? ++names : known.name();
    }

    private static Segment longest(List<Segment> all, long nanos, Predicate<Segment> starts) {
        Segment best = null;
        if (all != null) {
            for (Segment segment : all) {
                boolean fits = segment.nanos() <= nanos && (best == null || segment.nanos() > best.nanos());
                if (fits && starts.test(segment)) {
                    best = segment;
                }
            }
        }
        return best;
    }

    /** Adds what followed a segment; of several, the latest are kept. */
    void follow(Segment segment, TrailStep step) {
        if (segment.steps().size() == STEPS) {
            segments.count(-segment.steps().remove(0).words());
        }
        segment.steps().add(step);
        segments.count(step.words());
    }

    void add(Segment segment) {
        if (!segments.makeRoom(segment.words())) {
            return;
        }
        List<Segment> all = segments.young().computeIfAbsent(segment.hash(), key -> new ArrayList<>(1));
        if (all.size() == PER_STATE) {
            segments.count(-all.remove(0).words());
        }
        all.add(segment);
    }
}
