// SPDX-License-Identifier: Apache-2.0
package org.etude.network.analytic;

import java.util.Arrays;

/**
 * The {@link TieLedger} of ranks in cycles, {@link EquivalentRanks}. An event of a simulated rank represents one event on each rank
 * of its cycle. Events that follow each other in one tick and were made by one block are a block: for each place k in turn,
 * all of its events, each on the rank at place k plus the event's own shift. What a rank does to itself keeps the shift, a
 * message adds the places from sender to receiver. So the events that a block makes for a later tick are a block again, and
 * blocks follow each other in the order in which they were made. Two events on one cycle come in the same order on each of
 * its ranks when they are of different blocks, or have the same shift; the ledger refuses all others.
 */
public final class EquivalenceLedger implements TieLedger {
    private final EquivalentRanks equivalent;
    private long firedAt = -1;
    private int firedMaker = -1;
    private int block;
    private int shift;

    private int[] listMaker = new int[64];
    private int[] listShift = new int[64];
    /** By rank: the block that it last saw an event of, and with which shift. */
    private final int[] seen;

    private final int[] seenShift;

    /** A ledger before the first rank begins. */
    public EquivalenceLedger(EquivalentRanks equivalent) {
        this.equivalent = equivalent;
        seen = new int[equivalent.ranks()];
        seenShift = new int[equivalent.ranks()];
    }

    /** The cycles. */
    public EquivalentRanks equivalent() {
        return equivalent;
    }

    /** The place at which the current event fires first, relative to the simulated rank. */
    public int shift() {
        return shift;
    }

    /** A rank issues its first nodes. Ranks begin in ascending order, so cycles that lie between each other make a block. */
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
        return shift;
    }

    @Override
    public int copies() {
        return equivalent.size();
    }

    @Override
    public int rank(long order, int i, int of) {
        return equivalent.moved(of, i + (int) order);
    }

    @Override
    public void opened(int list) {
        if (list >= listMaker.length) {
            listMaker = Arrays.copyOf(listMaker, 2 * list);
            listShift = Arrays.copyOf(listShift, 2 * list);
        }
        listMaker[list] = block;
        listShift[list] = shift;
    }

    @Override
    public void fires(long tick, int rank, int list) {
        fires(tick, rank, listMaker[list], listShift[list]);
    }

    /**
     * An event fires.
     *
     * @param rank the simulated rank on which it does
     * @param maker the block that made it
     * @param by its shift
     */
    public void fires(long tick, int rank, int maker, int by) {
        if (tick != firedAt || maker != firedMaker) {
            firedAt = tick;
            firedMaker = maker;
            if (++block == Integer.MAX_VALUE) {
                throw new ReductionRefusal("there are too many events to keep the order of");
            }
        }
        shift = by;
        touches(rank);
    }

    /** The event that fires now acts on another rank too. */
    public void touches(int rank) {
        if (seen[rank] == block && seenShift[rank] != shift) {
            throw new ReductionRefusal("events that one event causes on different ranks tie at " + firedAt + " ns");
        }
        seen[rank] = block;
        seenShift[rank] = shift;
    }
}
