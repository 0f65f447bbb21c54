// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.state;

/** Counters by port, in columns: frames and bytes sent, pauses, drops. */
public final class PortCounters {
    public final long[] packets;
    final long[] payloadWireBytes;
    public final long[] busyNanos;
    public final long[] peakQueueBytes;
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
    public final long[] arrived;

    /** Packet-hops, and how many of them were fast-forwarded. */
    public long hops;

    public long closedHops;
    /** Packets that found a buffer full. */
    public long dropped;
    /** Packets trimmed to their headers because a buffer was full. */
    public long trimmed;

    /** Creates the counters of a number of ports, all zero. */
    public PortCounters(int ports) {
        packets = new long[ports];
        payloadWireBytes = new long[ports];
        busyNanos = new long[ports];
        peakQueueBytes = new long[ports];
        marks = new long[ports];
        drops = new long[ports];
        pausesSent = new long[ports];
        resumesSent = new long[ports];
        pausesObeyed = new long[ports];
        pausedNanos = new long[ports];
        pausedSince = new long[ports];
        lost = new long[ports];
        arrived = new long[ports];
    }

    /** The columns that grow by the same amount in every repetition. */
    public long[][] growing(Ports ports) {
        return new long[][] {
            ports.sentBytes,
            packets,
            busyNanos,
            marks,
            drops,
            pausesSent,
            resumesSent,
            pausesObeyed,
            pausedNanos,
            lost,
            arrived
        };
    }
}
