// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.goal;

import it.unimi.dsi.fastutil.booleans.BooleanArrayList;
import it.unimi.dsi.fastutil.bytes.ByteArrayList;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;

/** The operations of one rank in columns, numbered from 0, and the dependencies between them. 32 bytes per operation. */
final class GoalRank {
    /** Type of a send, as the binary form numbers it. */
    static final byte SEND = 1;
    /** Type of a receive. */
    static final byte RECV = 2;
    /** Type of a calculation. */
    static final byte CALC = 3;

    final ByteArrayList type = new ByteArrayList();
    /** Bytes of a message, or ns of a calculation. */
    final LongArrayList size = new LongArrayList();
    /** The other rank of a message; 0 for a calculation. */
    final IntArrayList peer = new IntArrayList();
    /** Unsigned 32-bit values. */
    final IntArrayList tag = new IntArrayList();
    /** Unsigned bytes. */
    final ByteArrayList cpu = new ByteArrayList();
    /** Unsigned bytes. */
    final ByteArrayList nic = new ByteArrayList();

    /** For each dependency, the waiting operation. */
    final IntArrayList waits = new IntArrayList();
    /** For each dependency, the operation it waits for. */
    final IntArrayList until = new IntArrayList();
    /** For each dependency, whether the start of the other operation suffices ({@code irequires}). */
    final BooleanArrayList start = new BooleanArrayList();

    /** Appends an operation. */
    int add(byte kind, long amount, int other, int label, int processor, int card) {
        type.add(kind);
        size.add(amount);
        peer.add(other);
        tag.add(label);
        cpu.add((byte) processor);
        nic.add((byte) card);
        return type.size() - 1;
    }

    /** Appends a calculation of this many ns. */
    int calc(long nanos, int processor) {
        return add(CALC, nanos, 0, 0, processor, 0);
    }

    /** Makes {@code op} wait for the end of {@code other}. */
    void require(int op, int other) {
        depend(op, other, false);
    }

    /** Makes {@code op} wait for the end, or only the start, of {@code other}. */
    void depend(int op, int other, boolean startOnly) {
        waits.add(op);
        until.add(other);
        start.add(startOnly);
    }

    int ops() {
        return type.size();
    }

    int edges() {
        return waits.size();
    }

    int cpu(int op) {
        return cpu.getByte(op) & 0xff;
    }

    int nic(int op) {
        return nic.getByte(op) & 0xff;
    }

    long tag(int op) {
        return Integer.toUnsignedLong(tag.getInt(op));
    }

    boolean isMessage(int op) {
        return type.getByte(op) != CALC;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof GoalRank that
                && type.equals(that.type)
                && size.equals(that.size)
                && peer.equals(that.peer)
                && tag.equals(that.tag)
                && cpu.equals(that.cpu)
                && nic.equals(that.nic)
                && edgeSet().equals(that.edgeSet());
    }

    @Override
    public int hashCode() {
        return type.hashCode() * 31 + size.hashCode();
    }

    /** The dependencies in a canonical order, for comparison. */
    private LongArrayList edgeSet() {
        LongArrayList edges = new LongArrayList(edges());
        for (int e = 0; e < edges(); e++) {
            long pair = (long) waits.getInt(e) << 32 | (long) until.getInt(e) << 1;
            edges.add(pair | (start.getBoolean(e) ? 1 : 0));
        }
        edges.sort(null);
        return edges;
    }
}
