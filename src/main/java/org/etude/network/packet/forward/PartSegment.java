// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.forward;

import org.etude.network.packet.part.AncestryTree;

/**
 * How a part of a network evolves from a state until just before one of its flows ends, if no flow begins in it.
 *
 * @param start the state at its beginning
 * @param hash the hash of the start
 * @param nanos its length
 * @param end the state at its end, with the numbering of the start and without events that were pending there
 * @param growth the growth of its counters
 * @param ancestry how the events pending at its end came about
 */
record PartSegment(
        KeptState start, long hash, long nanos, KeptState end, PartCounters.Growth growth, AncestryTree ancestry) {
    /** Its memory, in 8-byte words. */
    long words() {
        return Segment.OVERHEAD + start.words() + end.words() + growth.counts().length + ancestry.words();
    }
}
