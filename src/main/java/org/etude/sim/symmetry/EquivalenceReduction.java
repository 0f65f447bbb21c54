// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.symmetry;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;
import java.util.Optional;
import org.etude.network.analytic.AlikePhases;
import org.etude.network.analytic.EquivalenceLedger;
import org.etude.network.analytic.EquivalenceNetwork;
import org.etude.network.analytic.EquivalentRanks;
import org.etude.network.analytic.Symmetries;
import org.etude.network.analytic.TieLedger;
import org.etude.network.queue.EventQueue;
import org.etude.network.queue.MessageLog;
import org.etude.network.queue.MessageNetwork;
import org.etude.sim.engine.Engine;
import org.etude.sim.engine.RankReduction;
import org.etude.sim.spec.Scenario;

/**
 * A run in which one rank of each cycle of equivalent ranks, such as the copies of a pipeline stage, represents the
 * others.
 */
final class EquivalenceReduction implements RankReduction, AlikePhases {
    private final EquivalentRanks equivalent;
    private final EquivalenceLedger ledger;
    /** Each simulated rank that has finished, with the block and the order. */
    private final IntArrayList ends = new IntArrayList();

    private final IntArrayList endBlocks = new IntArrayList();
    private final LongArrayList endOrders = new LongArrayList();
    private Engine engine;

    EquivalenceReduction(EquivalentRanks equivalent) {
        this.equivalent = equivalent;
        ledger = new EquivalenceLedger(equivalent);
    }

    MessageNetwork network(EventQueue queue, Scenario scenario) {
        return new EquivalenceNetwork(queue, EquivalenceSearch.delays(scenario), ledger, this);
    }

    void attach(Engine to) {
        engine = to;
    }

    @Override
    public int alike(int message) {
        return engine.alike(message);
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
        endBlocks.add(ledger.block());
        endOrders.add(ledger.order());
    }

    @Override
    public int[] finishOrder() {
        IntArrayList all = new IntArrayList();
        int from = 0;
        while (from < ends.size()) {
            int to = from;
            while (to < ends.size() && endBlocks.getInt(to) == endBlocks.getInt(from)) {
                to++;
            }
            ledger.expand(
                    Arrays.copyOfRange(ends.elements(), from, to),
                    Arrays.copyOfRange(endOrders.elements(), from, to),
                    (event, rank) -> all.add(rank));
            from = to;
        }
        return all.toIntArray();
    }

    @Override
    public Optional<MessageLog> messages() {
        return Optional.empty();
    }
}
