// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.symmetry;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.Optional;
import org.etude.network.analytic.EquivalenceLedger;
import org.etude.network.analytic.EquivalenceNetwork;
import org.etude.network.analytic.EquivalentRanks;
import org.etude.network.analytic.Symmetries;
import org.etude.network.analytic.TieLedger;
import org.etude.network.queue.EventQueue;
import org.etude.network.queue.MessageLog;
import org.etude.network.queue.MessageNetwork;
import org.etude.sim.engine.RankReduction;
import org.etude.sim.spec.Scenario;

/**
 * A run in which one rank of each cycle of equivalent ranks, such as the copies of a pipeline stage, represents the
 * others.
 */
final class EquivalenceReduction implements RankReduction {
    private final EquivalentRanks equivalent;
    private final EquivalenceLedger ledger;
    /** Rank, block and shift of each simulated rank that has finished. */
    private final IntArrayList ends = new IntArrayList();

    EquivalenceReduction(EquivalentRanks equivalent) {
        this.equivalent = equivalent;
        ledger = new EquivalenceLedger(equivalent);
    }

    MessageNetwork network(EventQueue queue, Scenario scenario) {
        return new EquivalenceNetwork(queue, EquivalenceSearch.delays(scenario), ledger);
    }

    @Override
    public TieLedger ledger() {
        return ledger;
    }

    @Override
    public Symmetries symmetries() {
        return equivalent;
    }

    @Override
    public int span() {
        return equivalent.ranks();
    }

    @Override
    public int[] standIns() {
        int[] all = new int[equivalent.ranks()];
        Arrays.setAll(all, equivalent::receiver);
        return all;
    }

    @Override
    public void begins(int rank) {
        ledger.begins(rank);
    }

    @Override
    public void finished(int rank) {
        ends.add(rank);
        ends.add(ledger.block());
        ends.add(ledger.shift());
    }

    @Override
    public int[] finishOrder() {
        int[] order = new int[ends.size() / 3 * equivalent.size()];
        int count = 0;
        for (int from = 0; from < ends.size(); ) {
            int to = from;
            while (to < ends.size() && ends.getInt(to + 1) == ends.getInt(from + 1)) {
                to += 3;
            }
            for (int i = 0; i < equivalent.size(); i++) {
                for (int at = from; at < to; at += 3) {
                    order[count++] = ledger.rank(ends.getInt(at + 2), i, ends.getInt(at));
                }
            }
            from = to;
        }
        return order;
    }

    @Override
    public Optional<MessageLog> messages() {
        return Optional.empty();
    }
}
