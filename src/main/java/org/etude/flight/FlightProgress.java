// SPDX-License-Identifier: Apache-2.0
package org.etude.flight;

/**
 * How far a rank came in a process group, by counters that the recorder keeps apart from its records, so that they also cover
 * overwritten and omitted ones.
 *
 * @param enqueued number of the last collective that the host enqueued, or -1 for none
 * @param completed number of the last one that completed, or -1
 */
public record FlightProgress(long enqueued, long completed) {
    /** Of a group that the rank has not used. */
    static final FlightProgress NONE = new FlightProgress(-1, -1);
}
