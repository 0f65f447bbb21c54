// SPDX-License-Identifier: Apache-2.0
package org.etude.link.model;

import java.util.List;
import org.etude.spec.CollectiveType;

/**
 * The messages that one GPU kernel carries, in the order of their calls: sends and receives that a program issues as one
 * group, as {@code torch.distributed.batch_isend_irecv} does. All begin with the kernel, which ends with the last of
 * them; of sends to the same peer, each follows the one before, as they share a connection. The trace times the kernel
 * only, so sends to one peer divide its time by their sizes.
 */
public final class MessageBatch {
    private final List<Collective> messages;
    private final int[] before;
    /** By message, the share of the kernel's time at whose end it is over. */
    private final double[] until;

    /** The part of each send if all sends follow each other; 1 for a receive. */
    private final double[] part;

    /** A batch of sends and receives. O(n^2) in their number. */
    public MessageBatch(List<Collective> messages) {
        this.messages = List.copyOf(messages);
        this.before = new int[messages.size()];
        this.until = new double[messages.size()];
        this.part = new double[messages.size()];
        long sent = bytes(-1, messages.size());
        int first = -1;
        for (int m = 0; m < before.length; m++) {
            int peer = get(m).peer();
            before[m] = -1;
            for (int other = 0; other < m && isSend(m); other++) {
                before[m] = isSend(other) && get(other).peer() == peer ? other : before[m];
            }
            first = first < 0 && isSend(m) ? m : first;
            double alone = m == first ? 1 : 0;
            part[m] = !isSend(m) ? 1 : sent == 0 ? alone : bytes(m) / (double) sent;
            long all = bytes(peer, before.length);
            until[m] = !isSend(m) || all == 0 ? 1 : bytes(peer, m + 1) / (double) all;
        }
    }

    /** Bytes of the sends to a peer, or to all with -1, among the first messages. */
    private long bytes(int peer, int among) {
        long bytes = 0;
        for (int m = 0; m < among; m++) {
            bytes += isSend(m) && (peer < 0 || get(m).peer() == peer) ? bytes(m) : 0;
        }
        return bytes;
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

    /** The send to the same peer that the {@code m}-th message follows, or -1. */
    public int before(int m) {
        return before[m];
    }

    /** How long after the kernel's start the {@code m}-th message starts, in ns, if the kernel takes {@code nanos}. */
    public long from(int m, long nanos) {
        return before[m] < 0 ? 0 : until(before[m], nanos);
    }

    /** How long after the kernel's start the {@code m}-th message is over, in ns, if the kernel takes {@code nanos}. */
    public long until(int m, long nanos) {
        return Math.round(nanos * until[m]);
    }

    /** What the {@code m}-th message takes of {@code nanos} where all sends follow each other; all of it for a receive. */
    public long part(int m, long nanos) {
        return Math.round(nanos * part[m]);
    }
}
