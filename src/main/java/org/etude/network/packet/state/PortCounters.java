// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.state;

import java.util.List;

/** Counters of what seldom happens, in columns by port: pauses, marks, drops. What every packet changes is in {@link Port}. */
public final class PortCounters {
    public final long[] marks;
    public final long[] drops;
    /** PAUSE and RESUME frames sent. */
    public final long[] pausesSent;

    public final long[] resumesSent;
    /** PAUSE frames obeyed, and the total time paused. */
    public final long[] pausesObeyed;

    public final long[] pausedNanos;
    public final long[] pausedSince;
    public final long[] lost;

    /** Packet-hops, and how many of them were fast-forwarded. */
    public long hops;

    public long skippedHops;
    /** Packets that found a buffer full. */
    public long dropped;
    /** Packets trimmed to their headers because a buffer was full. */
    public long trimmed;

    /** Creates the counters of a number of ports, all zero. */
    public PortCounters(int ports) {
        marks = new long[ports];
        drops = new long[ports];
        pausesSent = new long[ports];
        resumesSent = new long[ports];
        pausesObeyed = new long[ports];
        pausedNanos = new long[ports];
        pausedSince = new long[ports];
        lost = new long[ports];
    }

    /** The columns that grow by the same amount in every repetition. */
    public long[][] growing() {
        return new long[][] {marks, drops, pausesSent, resumesSent, pausesObeyed, pausedNanos, lost};
    }

    /** All columns. */
    List<long[]> columns() {
        return List.of(marks, drops, pausesSent, resumesSent, pausesObeyed, pausedNanos, pausedSince, lost);
    }
}
