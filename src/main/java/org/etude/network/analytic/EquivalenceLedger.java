// SPDX-License-Identifier: Apache-2.0
package org.etude.network.analytic;

import it.unimi.dsi.fastutil.ints.IntArrayList;

/**
 * The {@link TieLedger} for cycles of {@link EquivalentRanks}. An event of a simulated rank represents one event on
 * each rank of its cycle. Consecutive events of one tick that were created by the same block form a block, which runs
 * its events on all ranks by their {@link CycleOrders}. At first it runs for each position k in turn: all of its
 * events, each on the rank at position k. An event that a rank creates for itself keeps the order; a message adds the
 * positions from sender to receiver. So the events that a block creates for a later tick form a block again, and blocks
 * keep the order in which they were created. Two events on one cycle occur in the same order on each of its ranks if
 * they are of different blocks, or if the one precedes the other at every position.
 *
 * <p>The ledger rejects all others, unless all events of the block are messages to phases whose effect does not depend
 * on the sender, all messages to a cycle go to one phase, and each only adds endpoint work. The list of that work then
 * is in the order in which the ranks received their first message.
 */
public final class EquivalenceLedger implements TieLedger {
    private final EquivalentRanks equivalent;
    private final CycleOrders orders;
    private final FirstHits hits;
    private long firedAt = -1;
    private int firedMaker = -1;
    private int block;
    private long order;
    private int on;
    /** Whether all events of the block are messages to phases that ignore the sender, one phase per cycle. */
    private boolean alike;
    /** Whether messages of the block reach ranks of one cycle in different orders. */
    private boolean scattered;

    private final ListOrigins lists = new ListOrigins();
    /** The lists opened by a block of messages, and the rank of each. */
    private final IntArrayList opened = new IntArrayList();

    private final IntArrayList openedOn = new IntArrayList();
    /** By rank: the block of the last event it saw, and that event's order and phase. */
    private final int[] seen;

    private final long[] seenOrder;
    private final int[] seenPhase;

    /** Creates the ledger, before the first rank starts. */
    public EquivalenceLedger(EquivalentRanks equivalent) {
        this.equivalent = equivalent;
        orders = new CycleOrders(equivalent);
        hits = new FirstHits(orders, equivalent.ranks(), equivalent.size());
        seen = new int[equivalent.ranks()];
        seenOrder = new long[equivalent.ranks()];
        seenPhase = new int[equivalent.ranks()];
    }

    /** The cycles. */
    public EquivalentRanks equivalent() {
        return equivalent;
    }

    /** A rank issues its first nodes. Ranks start in ascending order, so interleaved cycles form one block. */
    public void begins(int rank) {
        if (rank % equivalent.stride() == 0) {
            block++;
        }
    }

    @Override
    public int block() {
        return block;
    }

    @Override
    public long order() {
        return order;
    }

    /** The order of the current event, moved on by a number of positions. */
    public long moved(int places) {
        return orders.moved(order, places);
    }

    @Override
    public int copies() {
        return equivalent.size();
    }

    @Override
    public void expand(int[] simulated, long[] by, Expanded each) {
        int size = equivalent.size();
        for (int at : orders.sequence(by)) {
            int event = at / size;
            each.on(event, equivalent.moved(simulated[event], orders.place(by[event], at % size)));
        }
    }

    @Override
    public void opened(int list) {
        lists.set(list, block, order);
        if (alike) {
            opened.add(list);
            openedOn.add(on);
        }
    }

    /** The current event created something other than a list of its own rank. */
    public void made() {
        requireGathered();
        alike = false;
    }

    @Override
    public void fires(long tick, int rank, int list) {
        if (scattered) {
            settle();
        }
        fires(tick, rank, lists.block(list), lists.order(list), 0);
    }

    /**
     * An event fires.
     *
     * @param rank the simulated rank on which it fires
     * @param maker the block that created it
     * @param by its order
     * @param phase for a message to a phase that ignores the sender, the number of the phase (above 0); else 0
     */
    public void fires(long tick, int rank, int maker, long by, int phase) {
        if (tick != firedAt || maker != firedMaker) {
            begins(tick, maker);
        }
        order = by;
        on = rank;
        if (phase == 0 || seen[rank] == block && seenPhase[rank] != phase) {
            made();
        } else if (alike) {
            hits.add(rank, by);
        }
        touches(rank);
        seenPhase[rank] = phase;
    }

    private void begins(long tick, int maker) {
        if (scattered) {
            settle();
        }
        firedAt = tick;
        firedMaker = maker;
        if (++block == Integer.MAX_VALUE) {
            throw new ReductionException("there are too many events to keep the order of");
        }
        alike = true;
        hits.clear();
        opened.clear();
        openedOn.clear();
    }

    /** The current event also acts on another rank. */
    public void touches(int rank) {
        if (seen[rank] == block && seenOrder[rank] != order && !orders.precedes(seenOrder[rank], order)) {
            scattered = true;
            if (!alike) {
                requireGathered();
            }
        }
        seen[rank] = block;
        seenOrder[rank] = order;
    }

    private void requireGathered() {
        if (scattered) {
            throw new ReductionException("events that one event causes on different ranks tie at " + firedAt + " ns");
        }
    }

    private void settle() {
        long[] settled = hits.settled();
        for (int i = 0; i < opened.size(); i++) {
            lists.reorder(opened.getInt(i), settled[hits.number(openedOn.getInt(i))]);
        }
        scattered = false;
    }
}
