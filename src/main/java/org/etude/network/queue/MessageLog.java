// SPDX-License-Identifier: Apache-2.0
package org.etude.network.queue;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import org.etude.store.Saved;
import org.etude.store.Storable;

/**
 * Every message of a run, one row each in order of sending; times in ns, -1 for a message that never arrived. Also
 * records the relative order of sends and arrivals.
 */
public final class MessageLog implements Storable {
    private final LongArrayList sentAt = new LongArrayList();
    private final LongArrayList arrivedAt = new LongArrayList();
    private final IntArrayList src = new IntArrayList();
    private final IntArrayList dst = new IntArrayList();
    private final LongArrayList bytes = new LongArrayList();
    private final IntArrayList tag = new IntArrayList();
    private final IntArrayList order = new IntArrayList();

    /** Creates an empty log. */
    public MessageLog() {}

    /** Adds a message; returns its row. */
    public int sent(long tick, int from, int to, long size, int mark) {
        int row = sentAt.size();
        sentAt.add(tick);
        arrivedAt.add(-1);
        src.add(from);
        dst.add(to);
        bytes.add(size);
        tag.add(mark);
        order.add(row << 1);
        return row;
    }

    /** Records the arrival of a row's message. */
    public void arrived(int row, long tick) {
        arrivedAt.set(row, tick);
        order.add(row << 1 | 1);
    }

    /** The number of messages. */
    public int size() {
        return src.size();
    }

    /** When the message was sent, ns. */
    public long sentAt(int row) {
        return sentAt.getLong(row);
    }

    /** When the message arrived, ns, or -1. */
    public long arrivedAt(int row) {
        return arrivedAt.getLong(row);
    }

    /** The sending rank. */
    public int src(int row) {
        return src.getInt(row);
    }

    /** The receiving rank. */
    public int dst(int row) {
        return dst.getInt(row);
    }

    /** The payload in bytes. */
    public long bytes(int row) {
        return bytes.getLong(row);
    }

    /** Its tag. */
    public int tag(int row) {
        return tag.getInt(row);
    }

    /** The number of sends and arrivals. */
    public int steps() {
        return order.size();
    }

    /** The {@code k}-th step: twice the row, plus 1 for an arrival. */
    public int step(int k) {
        return order.getInt(k);
    }

    /** The columns. */
    private record Columns(long[] sentAt, long[] arrivedAt, int[] src, int[] dst, long[] bytes, int[] tag, int[] order)
            implements Saved {
        @Override
        public Object restored() {
            MessageLog log = new MessageLog();
            log.sentAt.addElements(0, sentAt);
            log.arrivedAt.addElements(0, arrivedAt);
            log.src.addElements(0, src);
            log.dst.addElements(0, dst);
            log.bytes.addElements(0, bytes);
            log.tag.addElements(0, tag);
            log.order.addElements(0, order);
            return log;
        }
    }

    @Override
    public Saved saved() {
        return new Columns(
                sentAt.toLongArray(),
                arrivedAt.toLongArray(),
                src.toIntArray(),
                dst.toIntArray(),
                bytes.toLongArray(),
                tag.toIntArray(),
                order.toIntArray());
    }
}
