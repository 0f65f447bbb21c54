// SPDX-License-Identifier: Apache-2.0
package org.etude.link.model;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import java.util.List;
import org.etude.spec.CollectiveType;

/**
 * The messages that one GPU kernel carries, in the order of their calls: sends and receives that a program issues as one
 * group, as {@code torch.distributed.batch_isend_irecv} does. Messages from one rank to another share a connection, on
 * which they follow each other; the first of each connection begins with the kernel, which ends with the last message of
 * all. The trace times the kernel only, so messages of one connection divide its time by their sizes. A message whose
 * peer is unknown is taken for alone.
 */
public final class MessageBatch {
    private final List<Collective> messages;
    private final int[] before;
    /** By message, the shares of its connection's time at whose ends it begins and is over. */
    private final double[] begin;

    private final double[] end;
    /** The part of each send if all sends follow each other; 1 for a receive. */
    private final double[] part;

    /** A batch of sends and receives. Linear in their number. */
    public MessageBatch(List<Collective> messages) {
        this.messages = List.copyOf(messages);
        before = new int[messages.size()];
        begin = new double[messages.size()];
        end = new double[messages.size()];
        part = new double[messages.size()];
        Int2LongOpenHashMap whole = new Int2LongOpenHashMap();
        long sent = 0;
        for (int m = 0; m < before.length; m++) {
            whole.addTo(connection(m), bytes(m));
            sent += isSend(m) ? bytes(m) : 0;
        }
        Int2LongOpenHashMap earlier = new Int2LongOpenHashMap();
        Int2IntOpenHashMap last = new Int2IntOpenHashMap();
        last.defaultReturnValue(-1);
        boolean first = true;
        for (int m = 0; m < before.length; m++) {
            before[m] = last.put(connection(m), m);
            long all = whole.get(connection(m));
            long until = earlier.addTo(connection(m), bytes(m)) + bytes(m);
            begin[m] = before[m] < 0 ? 0 : end[before[m]];
            end[m] = all == 0 ? 1 : until / (double) all;
            double empty = first ? 1 : 0;
            part[m] = !isSend(m) ? 1 : sent == 0 ? empty : bytes(m) / (double) sent;
            first &= !isSend(m);
        }
    }

    /** A number that messages of one direction to or from one peer share. */
    private int connection(int m) {
        int peer = get(m).peer();
        return peer < 0 ? -1 - m : 2 * peer + (isSend(m) ? 0 : 1);
    }

    private long bytes(int m) {
        return Math.max(0, Math.max(get(m).inBytes(), get(m).outBytes()));
    }

    /** The number of messages. */
    public int size() {
        return messages.size();
    }

    /** The {@code m}-th message. */
    public Collective get(int m) {
        return messages.get(m);
    }

    /** Whether the {@code m}-th message is a send. */
    public boolean isSend(int m) {
        return get(m).type() == CollectiveType.SEND;
    }

    /** Whether any message is a send. */
    public boolean sends() {
        return messages.stream().anyMatch(message -> message.type() == CollectiveType.SEND);
    }

    /** The message of the same connection that the {@code m}-th one follows, or -1. */
    public int before(int m) {
        return before[m];
    }

    /** How long after the kernel's start the {@code m}-th message starts, in ns, if the kernel takes {@code nanos}. */
    public long from(int m, long nanos) {
        return Math.round(nanos * begin[m]);
    }

    /** How long after the kernel's start the {@code m}-th message is over, in ns, if the kernel takes {@code nanos}. */
    public long until(int m, long nanos) {
        return Math.round(nanos * end[m]);
    }

    /** What the {@code m}-th message takes of {@code nanos} where all sends follow each other; all of it for a receive. */
    public long part(int m, long nanos) {
        return Math.round(nanos * part[m]);
    }
}
