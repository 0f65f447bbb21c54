package org.etude.sim.network.packet;

import java.util.Arrays;

/**
 * The flows under way, in columns by slot; slots are used again when a flow is done and nothing of it is on the way. A
 * flow is one message, with a queue pair of its own.
 */
final class Flows {
    int[] message = new int[64];
    int[] source = new int[64];
    int[] destination = new int[64];
    int[] sourcePort = new int[64];
    long[] size = new long[64];
    long[] start = new long[64];
    /** The NIC that sends data, and the one at the destination that sends acknowledgements. */
    int[] nic = new int[64];

    int[] replyNic = new int[64];

    long[] next = new long[64];
    long[] acknowledged = new long[64];
    long[] window = new long[64];
    /** The window as the rate leaves it. */
    long[] windowNow = new long[64];

    long[] baseRtt = new long[64];
    long[] rate = new long[64];
    long[] lineRate = new long[64];
    long[] nextAvail = new long[64];
    int[] lastSize = new int[64];
    boolean[] done = new boolean[64];
    /** What was acknowledged when the retransmission timer last looked. */
    long[] lastHeard = new long[64];

    long[] expected = new long[64];
    long[] nackTimer = new long[64];
    long[] lastNack = new long[64];

    static final int NONE = -2;
    static final int ANY = -1;

    /** The flow whose acknowledgements the closed form counts; or any that comes, or none. */
    int watched = NONE;

    /** Ports of the path of data, then of replies, {@code stride} each; the first is a NIC. */
    int[] path;

    final int stride;

    private final boolean shrinking;
    private int[] references = new int[64];
    private int[] free = new int[64];
    private int freeCount;
    private int used;
    private int live;

    Flows(int stride, boolean shrinking) {
        this.stride = stride;
        this.shrinking = shrinking;
        path = new int[64 * 2 * stride];
    }

    /** A slot, its state as at the start of a flow. */
    int take() {
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
        live++;
        return slot;
    }

    /** The receiver's state as for a flow never heard of. */
    void forgetReceiver(int slot) {
        expected[slot] = 0;
        nackTimer[slot] = 0;
        lastNack[slot] = 0;
    }

    /** Something refers to the slot: a packet, or a NIC's list. */
    void refer(int slot) {
        references[slot]++;
    }

    void release(int slot) {
        if (--references[slot] == 0 && done[slot]) {
            free[freeCount++] = slot;
        }
    }

    int references(int slot) {
        return references[slot];
    }

    /** Sets how much refers to a slot; a finished flow that nothing refers to any more gives its slot back. */
    void restoreReferences(int slot, int count) {
        boolean gone = references[slot] > 0 && count == 0 && done[slot];
        references[slot] = count;
        if (gone) {
            free[freeCount++] = slot;
        }
    }

    void finish(int slot) {
        done[slot] = true;
        live--;
    }

    /** Flows that are not finished. */
    int live() {
        return live;
    }

    /** Slots ever used; those of unfinished flows are among them. */
    int used() {
        return used;
    }

    /** Whether a slot holds a flow that is not finished. */
    boolean unfinished(int slot) {
        return !done[slot] && size[slot] > 0;
    }

    void setRate(int slot, long bitsPerSecond) {
        rate[slot] = bitsPerSecond;
        windowNow[slot] = windowAt(slot);
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
        start = Arrays.copyOf(start, to);
        nic = Arrays.copyOf(nic, to);
        replyNic = Arrays.copyOf(replyNic, to);
        next = Arrays.copyOf(next, to);
        acknowledged = Arrays.copyOf(acknowledged, to);
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
    }
}
