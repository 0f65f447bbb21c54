// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.state;

import java.math.BigInteger;
import java.util.Arrays;

/**
 * The flows in flight, by slot; slots are used again when a flow is done and nothing of it is in flight. A flow is one
 * message, with a queue pair of its own.
 */
public final class Flows {
    public static final int NONE = -2;
    public static final int ANY = -1;

    /** The flow whose acknowledgements fast-forward counts; may also be any flow, or none. */
    public int watched = NONE;

    /** Hops kept per direction. */
    public final int stride;

    private final boolean shrinking;
    /** Whether hosts resend after a timeout, as the reference's never do. */
    private final boolean resending;

    private PacketFlow[] all = new PacketFlow[64];
    private int[] free = new int[64];
    private int freeCount;
    private int used;
    /** Slots of unfinished flows, in no order. */
    private int[] unfinished = new int[64];

    private int live;
    /** The number of flows that ever took a slot. */
    private long begun;

    private boolean wide;

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
    }

    /** Lets windows shrink right also where bytes times bit/s pass 2^64, at which the reference's product wraps round. */
    public void widenFields() {
        wide = true;
    }

    /** Takes a slot with the state of a new flow. */
    public int take() {
        begun++;
        int slot;
        if (freeCount > 0) {
            slot = free[--freeCount];
        } else {
            if (used == all.length) {
                grow(used * 2);
            }
            slot = used++;
            all[slot] = new PacketFlow(new int[2 * stride]);
        }
        PacketFlow flow = all[slot];
        flow.next = 0;
        flow.acknowledged = 0;
        flow.lastSize = 0;
        flow.done = false;
        flow.references = 0;
        forgetReceiver(slot);
        flow.place = live;
        unfinished[live++] = slot;
        return slot;
    }

    /** The flow in a slot. */
    public PacketFlow at(int slot) {
        return all[slot];
    }

    /** Holds a copy of another network's flow in the same slot, in a table that hands out no slots of its own. */
    public void hold(int slot, PacketFlow flow) {
        if (slot >= all.length) {
            grow(Math.max(slot + 1, all.length * 2));
        }
        if (all[slot] == null) {
            all[slot] = new PacketFlow(new int[2 * stride]);
        }
        all[slot].copy(flow);
        freeCount = 0;
    }

    /** Takes over how far a copy of a flow has come; the slot of a finished flow without references is freed. */
    public void advance(int slot, PacketFlow copy) {
        all[slot].copyProgress(copy);
        restoreReferences(slot, copy.references);
    }

    /** Resets the receiver's state to that of an unknown flow. */
    public void forgetReceiver(int slot) {
        PacketFlow flow = all[slot];
        flow.expected = 0;
        flow.nackTimer = 0;
        flow.lastNack = 0;
    }

    /** Adds a reference to the slot: from a packet or a NIC's list. */
    public void refer(int slot) {
        all[slot].references++;
    }

    /** Drops one reference to a flow; its slot is reused after the last one. */
    public void release(int slot) {
        PacketFlow flow = all[slot];
        if (--flow.references == 0 && flow.done) {
            free[freeCount++] = slot;
        }
    }

    public int references(int slot) {
        return all[slot].references;
    }

    /** Sets the number of references to a slot; the slot of a finished flow without references is freed. */
    public void restoreReferences(int slot, int count) {
        PacketFlow flow = all[slot];
        boolean gone = flow.references > 0 && count == 0 && flow.done;
        flow.references = count;
        if (gone) {
            free[freeCount++] = slot;
        }
    }

    /** Marks a flow as finished. */
    public void finish(int slot) {
        PacketFlow flow = all[slot];
        flow.done = true;
        int last = unfinished[--live];
        unfinished[flow.place] = last;
        all[last].place = flow.place;
    }

    /** The number of flows that ever took a slot. */
    public long begun() {
        return begun;
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
        return !all[slot].done && all[slot].size > 0;
    }

    public void setRate(int slot, long bitsPerSecond) {
        PacketFlow flow = all[slot];
        flow.rate = bitsPerSecond;
        flow.windowNow = windowAt(flow);
    }

    /**
     * How long a frame takes along a flow's empty path, or back, ns.
     *
     * @param back whether from the destination to the source
     * @param bytes its size; 0 for the delays of the links alone
     */
    public long pathNanos(int slot, boolean back, Ports ports, int bytes) {
        PacketFlow flow = at(slot);
        int base = back ? stride : 0;
        int node = back ? flow.destination : flow.source;
        int to = back ? flow.source : flow.destination;
        long nanos = 0;
        for (int hop = 0; node != to && hop < stride; hop++) {
            Port port = ports.at(flow.path[base + hop]);
            nanos += port.delay + (bytes == 0 ? 0 : ports.serialisation(port, bytes));
            node = ports.at(port.id ^ 1).node;
        }
        return nanos;
    }

    /**
     * Whether a flow's window has space. When acknowledgements of an old path pass what is sent again, the reference's unsigned
     * difference wraps and the window counts as full until the next negative acknowledgement.
     */
    public boolean hasWindow(PacketFlow flow) {
        long inFlight = flow.next - flow.acknowledged - flow.returned;
        return inFlight < flow.windowNow && (inFlight >= 0 || resending || flow.windowNow == Long.MAX_VALUE);
    }

    /**
     * Whether a flow waits for a negative acknowledgement that nothing in flight can bring: its wrapped window is full and only
     * a NIC's list refers to it.
     */
    public boolean isStuck(int slot) {
        PacketFlow flow = all[slot];
        return flow.next < flow.acknowledged && !flow.done && flow.references == 1 && !hasWindow(flow);
    }

    private long windowAt(PacketFlow flow) {
        long full = flow.window;
        if (full == 0) {
            return Long.MAX_VALUE;
        }
        if (!shrinking || flow.rate == flow.lineRate) {
            return full;
        }
        if (wide && Math.multiplyHigh(full, flow.rate) != 0) {
            BigInteger product = BigInteger.valueOf(full).multiply(BigInteger.valueOf(flow.rate));
            return product.divide(BigInteger.valueOf(flow.lineRate)).longValueExact();
        }
        return Math.max(1, Long.divideUnsigned(full * flow.rate, flow.lineRate));
    }

    private void grow(int to) {
        all = Arrays.copyOf(all, to);
        free = Arrays.copyOf(free, to);
        unfinished = Arrays.copyOf(unfinished, to);
    }
}
