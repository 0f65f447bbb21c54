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
 * Proves, while one rank is simulated for all, that every rank sees the events of each tick in the same order. Also
 * tracks the order of the ranks, which only decides the order in which they finish.
 *
 * <p>Each simulated event represents one event on every rank. These fire in a known order of ranks, stored as a base
 * list of ranks moved by a member of the {@link HostGroup}. An event created on its own rank keeps its creator's order;
 * a message moves it by the step from sender to receiver. The events that one event creates on all ranks form one
 * block, rank by rank, and blocks follow each other in the same order on all ranks. So the order can differ between
 * ranks only for two events of one block that are due in the same tick and were moved differently. The ledger rejects
 * these, unless all events of the block are messages to one phase whose effect does not depend on the sender.
 */
public final class OrderLedger implements TieLedger {
    /** The maximum number of host lookups per run for orders that are not plain rotations. */
    private static final long BUDGET = 200_000_000L;

    private final HostGroup group;
    /** Lists of ranks that are not rotations of 0, 1, 2, ...; number 0 represents that sequence. */
    private final List<int[]> bases = new ArrayList<>(Arrays.asList((int[]) null));

    private final Map<Integer, List<Integer>> byHash = new HashMap<>();
    private long spent;

    private long firedAt = -1;
    private int firedMaker = -1;
    private int block;
    private long order;
    private int alike;
    private final LongArrayList moved = new LongArrayList();
    /** The only list opened in this block so far; -1 for none, -2 for several or for anything else created. */
    private int made = -1;

    private final ListOrigins lists = new ListOrigins();

    /** Creates the ledger at the start, when every rank starts, from rank 0 on. */
    public OrderLedger(HostGroup group) {
        this.group = group;
    }

    /** The symmetry group of the orders. */
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
    public void expand(int[] simulated, long[] orders, Expanded each) {
        for (int i = 0; i < group.hosts(); i++) {
            for (int event = 0; event < orders.length; event++) {
                each.on(event, rank(orders[event], i));
            }
        }
    }

    /** A new block number, for an event that is known to be alone in its tick. */
    public int alone() {
        return ++block;
    }

    /** The current event created something other than a list of its own rank. */
    public void made() {
        if (moved.size() > 1) {
            throw new ReductionException("tied messages cause an event on another rank");
        }
        made = -2;
    }

    @Override
    public void opened(int list) {
        lists.set(list, block, order);
        made = made == -1 ? list : -2;
    }

    @Override
    public void fires(long tick, int simulated, int list) {
        if (tick != firedAt || lists.block(list) != firedMaker) {
            settle();
        }
        fires(tick, lists.block(list), lists.order(list), 0);
    }

    /**
     * An event fires.
     *
     * @param maker the block that created it
     * @param by its order
     * @param kind for a message to a phase that ignores the sender, the number of the phase (above 0); else 0 or
     *     less
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
            throw new ReductionException("events that one event causes on different ranks tie at " + firedAt + " ns");
        }
        if (made == -2) {
            throw new ReductionException("tied messages cause more than one event at " + firedAt + " ns");
        }
        moved.add(by);
    }

    /** After tied messages, the list they opened is in the order in which the ranks received their first message. */
    private void settle() {
        if (moved.size() > 1 && made >= 0) {
            lists.reorder(made, firstHits());
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
            throw new ReductionException("tracking the order of ranks costs too much");
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
