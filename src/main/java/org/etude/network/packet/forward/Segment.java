// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.forward;

/**
 * What a network does on its own from one state on: a memoised segment.
 *
 * @param start the state at its beginning
 * @param nanos how long it is
 * @param end the state at its end, numbered as at the start and without events that were pending there
 * @param growth the growth of all counters
 * @param cut whether it ends at an event outside the network rather than before the end of a flow
 */
record Segment(StateKey start, long nanos, StateKey end, CounterMarks.Growth growth, boolean cut) {
    /** Memory it takes, in numbers of eight bytes. */
    long words() {
        return start.size() + end.size() + growth.words();
    }
}
