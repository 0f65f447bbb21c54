// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.state;

/** One message in flight with the queue pair of its own that sends it, or the free slot of such; bytes, ns and bit/s. */
public final class PacketFlow {
    /** The message number of a flow that carries no message of the job. */
    public static final int BACKGROUND = -1;

    public int message;
    public int source;
    public int destination;
    public int sourcePort;
    public long size;
    /** Whether the message holds no byte; it takes one all the same, to be noticed. */
    public boolean empty;

    public boolean done;
    public long start;
    /** The NIC that sends data, and the one at the destination that sends acknowledgements. */
    public int nic;

    public int replyNic;

    public long next;
    public long acknowledged;
    /** Bytes that are to be sent again and so are not in flight; of sprayed flows only. */
    public long returned;

    public long window;
    /** The window as the rate leaves it. */
    public long windowNow;

    public long nextAvail;
    public long expected;
    public long rate;
    public long lineRate;
    public int lastSize;
    int references;
    public long baseRtt;
    /** What was acknowledged when the retransmission timer last looked. */
    public long lastHeard;

    public long nackTimer;
    public long lastNack;
    /** Where it is among the unfinished flows. */
    int place;

    /** Ports of the path of data, then of replies; the first of each is a NIC. */
    public final int[] path;

    PacketFlow(int[] path) {
        this.path = path;
    }

    /** Whether it carries no message of the job, and so keeps to no order. */
    public boolean isBackground() {
        return message == BACKGROUND;
    }

    /** Takes over what the same flow is in a copy of the network. */
    void copy(PacketFlow other) {
        message = other.message;
        source = other.source;
        destination = other.destination;
        sourcePort = other.sourcePort;
        size = other.size;
        empty = other.empty;
        done = other.done;
        start = other.start;
        nic = other.nic;
        replyNic = other.replyNic;
        window = other.window;
        lineRate = other.lineRate;
        baseRtt = other.baseRtt;
        System.arraycopy(other.path, 0, path, 0, path.length);
        copyProgress(other);
        references = other.references;
    }

    /** Takes over what changes of the same flow while packets move. */
    void copyProgress(PacketFlow other) {
        next = other.next;
        acknowledged = other.acknowledged;
        returned = other.returned;
        windowNow = other.windowNow;
        nextAvail = other.nextAvail;
        expected = other.expected;
        rate = other.rate;
        lastSize = other.lastSize;
        lastHeard = other.lastHeard;
        nackTimer = other.nackTimer;
        lastNack = other.lastNack;
    }
}
