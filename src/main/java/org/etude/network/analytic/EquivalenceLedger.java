// SPDX-License-Identifier: Apache-2.0
package org.etude.network.analytic;

import java.util.Arrays;

/**
 * The {@link TieLedger} for cycles of {@link EquivalentRanks}. An event of a simulated rank represents one event on
 * each rank of its cycle. Consecutive events of one tick that were created by the same block form a block. A block runs
 * for each position k in turn: all of its events, each on the rank at position k plus the event's own shift. An event
 * that a rank creates for itself keeps the shift; a message adds the positions from sender to receiver. So the events
 * that a block creates for a later tick form a block again, and blocks keep the order in which they were created. Two
 * events on one cycle occur in the same order on each of its ranks if they are of different blocks or have the same
 * shift; the ledger rejects all others.
 */
public final class EquivalenceLedger implements TieLedger {
    private final EquivalentRanks equivalent;
    private long firedAt = -1;
    private int firedMaker = -1;
    private int block;
    private int shift;

    private int[] listMaker = new int[64];
    private int[] listShift = new int[64];
    /** By rank: the block of the last event it saw, and that event's shift. */
    private final int[] seen;

    private final int[] seenShift;

    /** Creates the ledger, before the first rank starts. */
    public EquivalenceLedger(EquivalentRanks equivalent) {
        this.equivalent = equivalent;
        seen = new int[equivalent.ranks()];
        seenShift = new int[equivalent.ranks()];
    }

    /** The cycles. */
    public EquivalentRanks equivalent() {
        return equivalent;
    }

    /** The position at which the current event fires first, relative to the simulated rank. */
    public int shift() {
        return shift;
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
     * @param rank the simulated rank on which it fires
     * @param maker the block that created it
     * @param by its shift
     */
    public void fires(long tick, int rank, int maker, int by) {
        if (tick != firedAt || maker != firedMaker) {
            firedAt = tick;
            firedMaker = maker;
            if (++block == Integer.MAX_VALUE) {
                throw new ReductionException("there are too many events to keep the order of");
            }
        }
        shift = by;
        touches(rank);
    }

    /** The current event also acts on another rank. */
    public void touches(int rank) {
        if (seen[rank] == block && seenShift[rank] != shift) {
            throw new ReductionException("events that one event causes on different ranks tie at " + firedAt + " ns");
        }
        seen[rank] = block;
        seenShift[rank] = shift;
    }
}
