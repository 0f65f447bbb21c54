// SPDX-License-Identifier: Apache-2.0
package org.etude.network.analytic;

import it.unimi.dsi.fastutil.ints.IntArrayFIFOQueue;
import it.unimi.dsi.fastutil.longs.LongArrayFIFOQueue;
import java.util.Arrays;
import org.etude.network.queue.EventQueue;
import org.etude.network.queue.MessageNetwork;
import org.etude.network.queue.Messages;

/**
 * A contention-free network on which one rank of each cycle of {@link EquivalentRanks} represents the others. Rejects a
 * message whose path differs along the cycles.
 */
public final class EquivalenceNetwork implements MessageNetwork {
    private final EventQueue queue;
    private final MessageDelays delays;
    private final EquivalenceLedger ledger;
    private final AlikePhases phases;
    private final EquivalentRanks equivalent;
    private final int arrival;
    /** By sender, a bit for each receiver whose path is known to be equivalent; null before the sender's first message. */
    private final long[][] alike;
    /** Receives waiting for the end of the tick: rank and block of each, and its order. */
    private final IntArrayFIFOQueue late = new IntArrayFIFOQueue();

    private final LongArrayFIFOQueue lateOrder = new LongArrayFIFOQueue();

    private Messages messages;
    private int[] receiver = new int[64];
    /** The simulated sender if it is notified of the arrival, else -1. */
    private int[] sender = new int[64];

    private int[] maker = new int[64];
    private long[] order = new long[64];

    /** Creates the network on a clock. */
    public EquivalenceNetwork(EventQueue queue, MessageDelays delays, EquivalenceLedger ledger, AlikePhases phases) {
        this.queue = queue;
        this.delays = delays;
        this.ledger = ledger;
        this.phases = phases;
        equivalent = ledger.equivalent();
        alike = new long[equivalent.ranks()][];
        arrival = queue.register(message -> arrive((int) message));
    }

    @Override
    public void attach(Messages above) {
        messages = above;
    }

    @Override
    public void send(int message, int src, int dst, long bytes) {
        if (message >= receiver.length) {
            grow(2 * message);
        }
        int back = equivalent.place(src);
        boolean heard = messages.senderToken(message) != Messages.NOBODY;
        if (heard && back != 0) {
            throw new ReductionException("a message to another place of its cycle ends a node of its sender");
        }
        requireAlike(src, dst);
        receiver[message] = dst;
        sender[message] = heard ? src : -1;
        maker[message] = ledger.block();
        // The sender's simulated rank is at position 0, so its message advances by as many positions as its
        // representative lies back.
        order[message] = ledger.moved(equivalent.inverse(back));
        ledger.made();
        queue.schedule(queue.now() + delays.delay(src, dst, bytes), arrival, message);
    }

    private void requireAlike(int src, int dst) {
        if (alike[src] == null) {
            alike[src] = new long[(equivalent.ranks() + Long.SIZE - 1) / Long.SIZE];
        }
        long bit = 1L << dst;
        if ((alike[src][dst / Long.SIZE] & bit) != 0) {
            return;
        }
        alike[src][dst / Long.SIZE] |= bit;
        for (int by = 1; by < equivalent.size(); by++) {
            if (!delays.alike(src, dst, equivalent.moved(src, by), equivalent.moved(dst, by))) {
                throw new ReductionException("paths between ranks " + equivalent.stride() + " apart differ");
            }
        }
    }

    private void arrive(int message) {
        boolean heard = sender[message] >= 0;
        int alike = heard ? 0 : phases.alike(message);
        ledger.fires(queue.now(), receiver[message], maker[message], order[message], alike);
        if (heard) {
            ledger.touches(sender[message]);
        }
        messages.arrived(message);
    }

    @Override
    public void receivesLate(int dst) {
        late.enqueue(dst);
        late.enqueue(ledger.block());
        lateOrder.enqueue(ledger.order());
        ledger.made();
    }

    @Override
    public void lateReceive() {
        ledger.fires(queue.now(), late.dequeueInt(), late.dequeueInt(), lateOrder.dequeueLong(), 0);
    }

    private void grow(int size) {
        receiver = Arrays.copyOf(receiver, size);
        sender = Arrays.copyOf(sender, size);
        maker = Arrays.copyOf(maker, size);
        order = Arrays.copyOf(order, size);
    }
}
