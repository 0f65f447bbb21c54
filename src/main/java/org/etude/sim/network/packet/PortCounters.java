package org.etude.sim.network.packet;

/** What each port did, in columns by port: frames and bytes it sent, and what befell it. */
final class PortCounters {
    final long[] packets;
    final long[] payloadWireBytes;
    final long[] busyNanos;
    final long[] peakQueueBytes;
    final long[] marks;
    final long[] drops;
    /** PAUSE and RESUME frames it sent. */
    final long[] pausesSent;

    final long[] resumesSent;
    /** PAUSE frames it obeyed, and for how long in all. */
    final long[] pausesObeyed;

    final long[] pausedNanos;
    final long[] pausedSince;
    final long[] lost;
    final long[] arrived;

    /** Packets that passed one link each, and those of them not followed one by one. */
    long hops;

    long closedHops;
    /** Packets that found a buffer full. */
    long dropped;

    PortCounters(int ports) {
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

    /** The columns that grow by the same amount when the same happens again. */
    long[][] growing(Ports ports) {
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
