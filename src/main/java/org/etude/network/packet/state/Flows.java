// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.state;

import java.util.Arrays;

/**
 * The flows in flight, in columns by slot; slots are used again when a flow is done and nothing of it is in flight. A
 * flow is one message, with a queue pair of its own.
 */
public final class Flows {
    public int[] message = new int[64];
    public int[] source = new int[64];
    public int[] destination = new int[64];
    public int[] sourcePort = new int[64];
    public long[] size = new long[64];
    /** Whether the message holds no byte; it takes one all the same, to be noticed. */
    public boolean[] empty = new boolean[64];

    public long[] start = new long[64];
    /** The NIC that sends data, and the one at the destination that sends acknowledgements. */
    public int[] nic = new int[64];

    public int[] replyNic = new int[64];

    public long[] next = new long[64];
    public long[] acknowledged = new long[64];
    /** Bytes that are to be sent again and so are not in flight; of sprayed flows only. */
    public long[] returned = new long[64];

    public long[] window = new long[64];
    /** The window as the rate leaves it. */
    public long[] windowNow = new long[64];

    public long[] baseRtt = new long[64];
    public long[] rate = new long[64];
    public long[] lineRate = new long[64];
    public long[] nextAvail = new long[64];
    public int[] lastSize = new int[64];
    public boolean[] done = new boolean[64];
    /** What was acknowledged when the retransmission timer last looked. */
    public long[] lastHeard = new long[64];

    public long[] expected = new long[64];
    public long[] nackTimer = new long[64];
    public long[] lastNack = new long[64];

    public static final int NONE = -2;
    public static final int ANY = -1;

    /** The flow whose acknowledgements fast-forward counts; may also be any flow, or none. */
    public int watched = NONE;

    /** Ports of the path of data, then of replies, {@code stride} each; the first is a NIC. */
    public int[] path;

    public final int stride;

    private final boolean shrinking;
    /** Whether hosts resend after a timeout, as the reference's never do. */
    private final boolean resending;

    private int[] references = new int[64];
    private int[] free = new int[64];
    private int freeCount;
    private int used;
    /** Slots of unfinished flows, in no order, and where each is among them. */
    private int[] unfinished = new int[64];

    private int[] place = new int[64];
    private int live;

    /**
     * Creates an empty table.
     *
     * @param stride number of hops kept per direction
     * @param shrinking whether windows shrink with rates
     * @param resending whether hosts resend after a timeout
     */
    public Flows(int stride, boolean shrinking, boolean resending) {
        this.stride = stride;
        this.shrinking = shrinking;
        this.resending = resending;
        path = new int[64 * 2 * stride];
    }

    /** Takes a slot with the state of a new flow. */
    public int take() {
        int slot;
        if (freeCount > 0) {
            slot = free[--freeCount];
        } else {
            if (used == source.length) {
                grow(used * 2);
            }
            slot = used++;
        }
        next[slot] = 0;
        acknowledged[slot] = 0;
        lastSize[slot] = 0;
        done[slot] = false;
        references[slot] = 0;
        forgetReceiver(slot);
        place[slot] = live;
        unfinished[live++] = slot;
        return slot;
    }

    /** Resets the receiver's state to that of an unknown flow. */
    public void forgetReceiver(int slot) {
        expected[slot] = 0;
        nackTimer[slot] = 0;
        lastNack[slot] = 0;
    }

    /** Adds a reference to the slot: from a packet or a NIC's list. */
    public void refer(int slot) {
        references[slot]++;
    }

    /** Drops one reference to a flow; its slot is reused after the last one. */
    public void release(int slot) {
        if (--references[slot] == 0 && done[slot]) {
            free[freeCount++] = slot;
        }
    }

    public int references(int slot) {
        return references[slot];
    }

    /** Sets the number of references to a slot; the slot of a finished flow without references is freed. */
    public void restoreReferences(int slot, int count) {
        boolean gone = references[slot] > 0 && count == 0 && done[slot];
        references[slot] = count;
        if (gone) {
            free[freeCount++] = slot;
        }
    }

    /** Marks a flow as finished. */
    public void finish(int slot) {
        done[slot] = true;
        int last = unfinished[--live];
        unfinished[place[slot]] = last;
        place[last] = place[slot];
    }

    /** The number of unfinished flows. */
    public int live() {
        return live;
    }

    /** The slot of one of the {@link #live()} unfinished flows, in no order. */
    public int unfinishedAt(int index) {
        return unfinished[index];
    }

    /** The number of slots ever used, including those of unfinished flows. */
    public int used() {
        return used;
    }

    /** Whether a slot holds an unfinished flow. */
    public boolean unfinished(int slot) {
        return !done[slot] && size[slot] > 0;
    }

    public void setRate(int slot, long bitsPerSecond) {
        rate[slot] = bitsPerSecond;
        windowNow[slot] = windowAt(slot);
    }

    /**
     * Whether a flow's window has space. When acknowledgements of an old path pass what is sent again, the reference's unsigned
     * difference wraps and the window counts as full until the next negative acknowledgement.
     */
    public boolean hasWindow(int slot) {
        long inFlight = next[slot] - acknowledged[slot] - returned[slot];
        return inFlight < windowNow[slot] && (inFlight >= 0 || resending || windowNow[slot] == Long.MAX_VALUE);
    }

    /**
     * Whether a flow waits for a negative acknowledgement that nothing in flight can bring: its wrapped window is full and only
     * a NIC's list refers to it.
     */
    public boolean isStuck(int slot) {
        return next[slot] < acknowledged[slot] && !done[slot] && references[slot] == 1 && !hasWindow(slot);
    }

    private long windowAt(int slot) {
        long full = window[slot];
        if (full == 0) {
            return Long.MAX_VALUE;
        }
        if (!shrinking || rate[slot] == lineRate[slot]) {
            return full;
        }
        return Math.max(1, Long.divideUnsigned(full * rate[slot], lineRate[slot]));
    }

    private void grow(int to) {
        message = Arrays.copyOf(message, to);
        source = Arrays.copyOf(source, to);
        destination = Arrays.copyOf(destination, to);
        sourcePort = Arrays.copyOf(sourcePort, to);
        size = Arrays.copyOf(size, to);
        empty = Arrays.copyOf(empty, to);
        start = Arrays.copyOf(start, to);
        nic = Arrays.copyOf(nic, to);
        replyNic = Arrays.copyOf(replyNic, to);
        next = Arrays.copyOf(next, to);
        acknowledged = Arrays.copyOf(acknowledged, to);
        returned = Arrays.copyOf(returned, to);
        window = Arrays.copyOf(window, to);
        windowNow = Arrays.copyOf(windowNow, to);
        baseRtt = Arrays.copyOf(baseRtt, to);
        rate = Arrays.copyOf(rate, to);
        lineRate = Arrays.copyOf(lineRate, to);
        nextAvail = Arrays.copyOf(nextAvail, to);
        lastSize = Arrays.copyOf(lastSize, to);
        done = Arrays.copyOf(done, to);
        lastHeard = Arrays.copyOf(lastHeard, to);
        growRest(to);
    }

    private void growRest(int to) {
        expected = Arrays.copyOf(expected, to);
        nackTimer = Arrays.copyOf(nackTimer, to);
        lastNack = Arrays.copyOf(lastNack, to);
        path = Arrays.copyOf(path, to * 2 * stride);
        references = Arrays.copyOf(references, to);
        free = Arrays.copyOf(free, to);
        unfinished = Arrays.copyOf(unfinished, to);
        place = Arrays.copyOf(place, to);
    }
}
