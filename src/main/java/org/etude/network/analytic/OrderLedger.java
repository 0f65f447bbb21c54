// SPDX-License-Identifier: Apache-2.0
package org.etude.network.analytic;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The proof, kept while one rank is simulated for all, that every rank sees the events of each tick in the same order; and
 * the order in which the ranks see them, which decides only in which order they finish.
 *
 * <p>Each event of the one rank represents an event on every rank. Those fire in a known order of ranks, written as a base
 * list of ranks moved by a member of the {@link HostGroup}. An event made on its own rank keeps its maker's order; a message
 * moves it by the step from sender to receiver. Events made by one event on all ranks come in one block, rank by rank.
 * Blocks follow each other in the same order on all ranks. So only two events of one block, due in the same tick and moved
 * differently, may come in one order on this rank and in the other on that. The ledger refuses them, unless all of the block
 * are messages to one phase whose effect does not depend on the sender.
 */
public final class OrderLedger implements TieLedger {
    /** Steps of host lookups that orders which are no mere turn may cost in one run. */
    private static final long BUDGET = 200_000_000L;

    private final HostGroup group;
    /** Lists of ranks that are not a turn of 0, 1, 2, ...; number 0 represents that one. */
    private final List<int[]> bases = new ArrayList<>(Arrays.asList((int[]) null));

    private final Map<Integer, List<Integer>> byHash = new HashMap<>();
    private long spent;

    private long firedAt = -1;
    private int firedMaker = -1;
    private int block;
    private long order;
    private int alike;
    private final LongArrayList moved = new LongArrayList();
    /** The one list opened in this block so far, -1 for none, -2 for more than one or anything else that was made. */
    private int made = -1;

    private int[] listMaker = new int[64];
    private long[] listOrder = new long[64];

    /** A ledger at the start: every rank begins, from rank 0 on. */
    public OrderLedger(HostGroup group) {
        this.group = group;
    }

    /** The group behind the orders. */
    public HostGroup group() {
        return group;
    }

    @Override
    public int block() {
        return block;
    }

    @Override
    public long order() {
        return order;
    }

    /** An order moved by a member of the group. */
    public long moved(long by, int member) {
        return by & 0xFFFFFFFF00000000L | group.compose(member, (int) by);
    }

    /** The {@code i}-th rank of an order. */
    public int rank(long of, int i) {
        int[] base = bases.get((int) (of >>> 32));
        return group.compose((int) of, base == null ? i : base[i]);
    }

    @Override
    public int copies() {
        return group.hosts();
    }

    @Override
    public int rank(long of, int i, int simulated) {
        return rank(of, i);
    }

    /** A block number of its own, for an event that is known to be alone in its tick. */
    public int alone() {
        return ++block;
    }

    /** Something other than a rank's list was made by the event that fires now. */
    public void made() {
        if (moved.size() > 1) {
            throw new ReductionRefusal("what follows messages that tie is not a rank's own");
        }
        made = -2;
    }

    @Override
    public void opened(int list) {
        if (list >= listMaker.length) {
            listMaker = Arrays.copyOf(listMaker, 2 * list);
            listOrder = Arrays.copyOf(listOrder, 2 * list);
        }
        listMaker[list] = block;
        listOrder[list] = order;
        made = made == -1 ? list : -2;
    }

    @Override
    public void fires(long tick, int simulated, int list) {
        if (tick != firedAt || listMaker[list] != firedMaker) {
            settle();
        }
        fires(tick, listMaker[list], listOrder[list], 0);
    }

    /**
     * An event fires.
     *
     * @param maker the block that made it
     * @param by its order
     * @param kind more than 0 for a message to a phase that does not care who sent it: a number of the phase
     */
    public void fires(long tick, int maker, long by, int kind) {
        if (tick != firedAt || maker != firedMaker) {
            settle();
            firedAt = tick;
            firedMaker = maker;
            block++;
            order = by;
            alike = kind;
            made = -1;
            moved.add(by);
            return;
        }
        alike = alike == kind ? kind : 0;
        if (by != order || moved.size() > 1) {
            scatter(by);
        }
    }

    private void scatter(long by) {
        if (alike == 0 || by >>> 32 != order >>> 32) {
            throw new ReductionRefusal("events that one event causes on different ranks tie at " + firedAt + " ns");
        }
        if (made == -2) {
            throw new ReductionRefusal("messages that tie cause more than one thing at " + firedAt + " ns");
        }
        moved.add(by);
    }

    /** After messages that tied: the list they opened is in the order in which the ranks got their first one. */
    private void settle() {
        if (moved.size() > 1 && made >= 0) {
            listOrder[made] = firstHits();
        }
        moved.clear();
    }

    private long firstHits() {
        int n = group.hosts();
        int[] ranks = new int[n];
        BitSet hit = new BitSet(n);
        int count = 0;
        int[] base = bases.get((int) (order >>> 32));
        for (int i = 0; i < n && count < n; i++) {
            for (int k = 0; k < moved.size() && count < n; k++) {
                int rank = group.compose((int) moved.getLong(k), base == null ? i : base[i]);
                if (!hit.get(rank)) {
                    hit.set(rank);
                    ranks[count++] = rank;
                }
            }
            spent += moved.size();
        }
        if (spent > BUDGET) {
            throw new ReductionRefusal("the order of ranks costs more to follow than it is worth");
        }
        return named(ranks);
    }

    private long named(int[] ranks) {
        boolean turn = true;
        for (int i = 0; i < ranks.length && turn; i++) {
            turn = ranks[i] == group.compose(ranks[0], i);
        }
        if (turn) {
            return ranks[0];
        }
        List<Integer> known = byHash.computeIfAbsent(Arrays.hashCode(ranks), h -> new ArrayList<>());
        for (int number : known) {
            if (Arrays.equals(bases.get(number), ranks)) {
                return (long) number << 32;
            }
        }
        known.add(bases.size());
        bases.add(ranks);
        return (long) (bases.size() - 1) << 32;
    }
}
