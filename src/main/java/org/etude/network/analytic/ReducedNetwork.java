// SPDX-License-Identifier: Apache-2.0
package org.etude.network.analytic;

import java.util.Arrays;
import org.etude.network.queue.EventQueue;
import org.etude.network.queue.MessageNetwork;
import org.etude.network.queue.Messages;

/**
 * A network on which host 0 represents all: what it sends to host g is delivered to it as the message of the host that
 * g maps to 0. For each message it records the event that created it and its order of ranks, for the {@link
 * OrderLedger}.
 */
public abstract class ReducedNetwork implements MessageNetwork {
    /** Provides what the network needs to know about the receivers of messages. */
    public interface Receivers extends AlikePhases {
        /**
         * Skips rounds of the phases that receive messages arriving together.
         *
         * @param messages the messages, {@code count} of them
         * @param transitNs time in flight of each of them
         * @param next the tick of the next other event
         * @return the skipped rounds, or null when none were skipped
         */
        Skip skip(int[] messages, int count, long transitNs, long next);
    }

    /**
     * Skipped rounds.
     *
     * @param ns simulated time they take
     * @param rounds number of rounds
     */
    public record Skip(long ns, int rounds) {}

    final EventQueue queue;
    final OrderLedger ledger;
    final Receivers receivers;
    final HostGroup group;
    Messages messages;

    /** The step of a message, from sender to receiver. */
    int[] step = new int[64];

    long[] bytes = new long[64];
    long[] sentAt = new long[64];
    int[] maker = new int[64];
    long[] order = new long[64];
    private ReducedLog log;

    ReducedNetwork(EventQueue queue, OrderLedger ledger, Receivers receivers) {
        this.queue = queue;
        this.ledger = ledger;
        this.receivers = receivers;
        this.group = ledger.group();
    }

    @Override
    public void attach(Messages above) {
        this.messages = above;
    }

    /** Records what is needed to list the messages of all ranks. */
    public void record(ReducedLog into) {
        this.log = into;
    }

    @Override
    public final void send(int message, int src, int dst, long size) {
        if (message >= step.length) {
            grow(2 * message);
        }
        step[message] = group.inverse(src);
        bytes[message] = size;
        sentAt[message] = queue.now();
        if (log != null) {
            log.sent(message, ledger.block(), ledger.order(), step[message]);
        }
        ledger.made();
        carry(message, src);
    }

    /** Maps a message in flight to host 0. */
    abstract void carry(int message, int src);

    final void deliver(int message) {
        if (messages.receiver(message) == Messages.NOBODY) {
            throw new ReductionException("a message arrives before its receive is posted at " + queue.now() + " ns");
        }
        if (log != null) {
            log.arrived(message, ledger.block(), order[message]);
        }
        messages.arrived(message);
    }

    /** Whether rounds may be skipped: not when all messages are listed. */
    final boolean skips() {
        return log == null;
    }

    void grow(int size) {
        step = Arrays.copyOf(step, size);
        bytes = Arrays.copyOf(bytes, size);
        sentAt = Arrays.copyOf(sentAt, size);
        maker = Arrays.copyOf(maker, size);
        order = Arrays.copyOf(order, size);
    }
}
