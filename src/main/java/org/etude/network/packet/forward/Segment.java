// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.forward;

import java.util.List;

/**
 * A memoised segment: how a network evolves from a state while nothing outside acts on it.
 *
 * @param start the state at its beginning
 * @param nanos its length
 * @param end the state at its end, with the numbering of the start and without events that were pending there
 * @param growth the growth of all counters
 * @param cut whether it ends at an event outside the network rather than before the end of a flow
 * @param hash the hash of the start
 * @param name a number that all segments with this start share, and no others
 * @param steps what followed, most recent last; grows as more is seen
 */
record Segment(
        KeptState start,
        long nanos,
        KeptState end,
        CounterSnapshot.Growth growth,
        boolean cut,
        long hash,
        long name,
        List<TrailStep> steps) {
    /** Of its objects but the states, in 8-byte words. */
    static final long OVERHEAD = 16;

    /** Its memory, in 8-byte words. */
    long words() {
        return OVERHEAD
                + start.words()
                + end.words()
                + growth.words()
                + steps.stream().mapToLong(TrailStep::words).sum();
    }
}
