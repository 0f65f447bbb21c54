// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.state;

/**
 * One end of a link: what it is, what waits at it, what of its switch's buffer it uses, and the counters that every packet
 * changes. All of it in one object, because a packet that passes needs most of it.
 */
public final class Port {
    /** Its number among all ports. */
    public final int id;

    public final int node;
    /** Whether the node is a host. */
    public final boolean host;

    /** Its number on its node, from 1. */
    public final int number;

    public final long bitsPerSecond;
    public final long delay;
    /** The cell whose event says that it is free again. */
    public int release;

    public boolean down;
    public boolean busy;
    /** Whether it obeys a pause. */
    public boolean paused;

    public int controlHead = -1;
    int controlTail;
    public int dataHead = -1;
    int dataTail;
    public long queuedBytes;

    /** How long the two usual frames take, and the last other one, ns. */
    int fullNanos;

    int replyNanos;
    int otherBytes;
    long otherNanos;

    /** Bytes sent, all frames; what telemetry reports. */
    public long sentBytes;

    public long packets;
    public long busyNanos;
    public long peakQueueBytes;
    /** Frames that reached it whole. */
    public long arrived;

    /** Bytes in its switch's buffer that entered by it, without those in its headroom, and that leave by it. */
    public long ingress;

    public long headroomUsed;
    public long egress;
    /** Above how many bytes of {@link #egress} the next packet may be marked, as far as someone wants to know. */
    long alertAt = Long.MAX_VALUE;
    /** Whether its peer was asked to pause. */
    public boolean pausing;
    /** Whether its switch marks and pauses. */
    public boolean active;

    /** What the ports of its switch share. */
    SharedBuffer shared;

    long headroom;
    /** The share of the buffer it may take: a power of two, as a shift. */
    int shift;

    Port(int id, int node, boolean host, int number, long bitsPerSecond, long delay) {
        this.id = id;
        this.node = node;
        this.host = host;
        this.number = number;
        this.bitsPerSecond = bitsPerSecond;
        this.delay = delay;
    }

    /** Takes over what changes of the same port in a copy of the network, but for the packets that wait. */
    public void copy(Port other) {
        down = other.down;
        busy = other.busy;
        paused = other.paused;
        pausing = other.pausing;
        controlHead = -1;
        dataHead = -1;
        queuedBytes = 0;
        sentBytes = other.sentBytes;
        packets = other.packets;
        busyNanos = other.busyNanos;
        peakQueueBytes = other.peakQueueBytes;
        arrived = other.arrived;
        ingress = other.ingress;
        headroomUsed = other.headroomUsed;
        egress = other.egress;
    }

    /** Whether it would send a packet at once: nothing is being sent or waits, and no one keeps it from sending. */
    public boolean idle() {
        return !busy && queuedBytes == 0 && !paused && !down;
    }
}
