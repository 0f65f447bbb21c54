// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.symmetry;

import java.util.Optional;
import org.etude.collective.PhaseAlgorithm;
import org.etude.network.analytic.HostGroup;
import org.etude.network.analytic.OrderLedger;
import org.etude.network.analytic.ReducedAwareNetwork;
import org.etude.network.analytic.ReducedLog;
import org.etude.network.analytic.ReducedNetwork;
import org.etude.network.analytic.ReducedUnawareNetwork;
import org.etude.network.analytic.Symmetries;
import org.etude.network.analytic.TieLedger;
import org.etude.network.analytic.UnawareNetwork;
import org.etude.network.queue.EventQueue;
import org.etude.network.queue.MessageLog;
import org.etude.sim.engine.ChunkStream;
import org.etude.sim.engine.Engine;
import org.etude.sim.engine.RankReduction;
import org.etude.sim.spec.Scenario;
import org.etude.spec.Fidelity;

/**
 * A run in which rank 0 represents all: the symmetries, the proof kept during the run, the skipping of equal rounds,
 * and the expansion from one rank to all.
 */
final class RankZeroReduction implements RankReduction, ReducedNetwork.Receivers {
    /** Below this number, simulating rounds is as fast as skipping them. */
    private static final int LEAST_ROUNDS = 3;

    final HostGroup group;
    final OrderLedger ledger;
    private Engine engine;
    private ReducedNetwork network;
    private ReducedLog log;
    private long finishOrder = -1;

    RankZeroReduction(HostGroup group) {
        this.group = group;
        this.ledger = new OrderLedger(group);
    }

    /** The number of ranks that rank 0 represents. */
    int ranks() {
        return group.hosts();
    }

    ReducedNetwork network(EventQueue queue, Scenario scenario) {
        if (scenario.options().fidelity() == Fidelity.AWARE) {
            network = new ReducedAwareNetwork(queue, scenario.topology(), scenario.cutsThrough(), ledger, this);
        } else {
            UnawareNetwork formula = new UnawareNetwork(
                    queue, scenario.topology(), scenario.options().paysEveryDim());
            network = new ReducedUnawareNetwork(queue, formula, ledger, this);
        }
        return network;
    }

    void attach(Engine to) {
        engine = to;
        if (engine.log != null) {
            log = new ReducedLog(ledger, engine.log);
            network.record(log);
        }
    }

    @Override
    public TieLedger ledger() {
        return ledger;
    }

    @Override
    public Symmetries symmetries() {
        return group;
    }

    @Override
    public int span() {
        return 1;
    }

    @Override
    public int[] standIns() {
        return new int[ranks()];
    }

    @Override
    public void begins(int rank) {
        // There is only one, and the ledger starts with it.
    }

    @Override
    public void finished(int rank) {
        finishOrder = ledger.order();
    }

    @Override
    public int[] finishOrder() {
        int[] order = new int[finishOrder < 0 ? 0 : ranks()];
        for (int i = 0; i < order.length; i++) {
            order[i] = ledger.rank(finishOrder, i);
        }
        return order;
    }

    @Override
    public Optional<MessageLog> messages() {
        return Optional.ofNullable(log).map(ReducedLog::all);
    }

    @Override
    public int alike(int message) {
        return engine.alike(message);
    }

    @Override
    public ReducedNetwork.Skip skip(int[] messages, int count, long transitNs, long next) {
        long period = -1;
        int rounds = Integer.MAX_VALUE;
        for (int i = 0; i < count; i++) {
            ChunkStream stream = engine.receiver(messages[i]);
            PhaseAlgorithm algorithm = stream == null ? null : stream.phase().algorithm();
            int ahead = algorithm == null ? 0 : algorithm.steadyRounds();
            if (ahead < LEAST_ROUNDS) {
                return null;
            }
            long endpoint = engine.bundleNs(stream.sentBytes(), algorithm.steadyReduced());
            if (endpoint < 0 || i > 0 && period != endpoint + transitNs) {
                return null;
            }
            period = endpoint + transitNs;
            rounds = Math.min(rounds, ahead);
        }
        if (period == 0) {
            return null;
        }
        rounds = (int) Math.min(rounds, (next - 1 - engine.queue.now()) / period);
        if (rounds < LEAST_ROUNDS) {
            return null;
        }
        for (int i = 0; i < count; i++) {
            engine.receiver(messages[i]).phase().algorithm().skip(rounds);
        }
        engine.messages.count((long) rounds * count);
        return new ReducedNetwork.Skip(rounds * period, rounds);
    }
}
