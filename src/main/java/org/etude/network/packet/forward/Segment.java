package org.etude.network.packet.forward;

/**
 * What a network does by itself from one state on.
 *
 * @param start the state at its begin
 * @param nanos how long it is
 * @param end the state at its end, with the numbers of the start and without events that were pending there
 * @param growth what was counted
 * @param cut whether it ends for an event of others, rather than as a flow is about to end
 */
record Segment(StateKey start, long nanos, StateKey end, CounterMarks.Growth growth, boolean cut) {
    /** Memory it takes, in numbers of eight bytes. */
    long words() {
        return start.size() + end.size() + growth.words();
    }
}
