// SPDX-License-Identifier: Apache-2.0
package org.etude.sim;

import org.etude.et.graph.EtNames;
import org.etude.network.analytic.AwareNetwork;
import org.etude.network.analytic.GraphAwareNetwork;
import org.etude.network.analytic.GraphUnawareNetwork;
import org.etude.network.analytic.UnawareNetwork;
import org.etude.network.queue.EventQueue;
import org.etude.network.queue.MessageNetwork;
import org.etude.network.queue.NetworkFactory;
import org.etude.sim.checkpoint.RunCheckpoint;
import org.etude.sim.engine.Engine;
import org.etude.sim.result.ResultBuilder;
import org.etude.sim.result.RunWatch;
import org.etude.sim.result.SimulationResult;
import org.etude.sim.result.StallException;
import org.etude.sim.spec.Scenario;
import org.etude.sim.stall.StallDiagnosis;
import org.etude.sim.symmetry.EquivalenceRun;
import org.etude.sim.symmetry.RankZeroRun;
import org.etude.spec.Fidelity;
import org.etude.spec.SimOptions;
import org.etude.spec.SimulationException;

/** Runs scenarios. */
public final class Simulator {
    private Simulator() {}

    /**
     * Simulates a scenario to its end.
     *
     * @return the result; partial when a limit stopped the run or, in compat, when ranks never finish
     * @throws StallException when ranks wait for something that never comes, unless in compat
     * @throws SimulationException when the scenario cannot be run
     * @throws InterruptedRunException when the thread was interrupted; it holds what was simulated until then
     */
    public static SimulationResult run(Scenario scenario) {
        return run(scenario, RunCheckpoint.none());
    }

    /**
     * Simulates a scenario to its end, or resumes it from its checkpoint.
     *
     * @param checkpoint where the run is saved; the file is removed when the run is complete
     */
    public static SimulationResult run(Scenario scenario, RunCheckpoint checkpoint) {
        SimulationResult result = attempts(scenario, checkpoint);
        if (!result.limited()) {
            checkpoint.done();
        }
        return result;
    }

    private static SimulationResult attempts(Scenario scenario, RunCheckpoint checkpoint) {
        SimOptions options = scenario.options();
        if (options.times().isPresent() || options.fidelity() == Fidelity.RECORDED) {
            return run(scenario, queue -> unaware(queue, scenario), "", checkpoint);
        }
        boolean alike = options.symmetry() == SimOptions.Symmetry.AUTO && !exchangesOnHost(scenario);
        if (options.fidelity() == Fidelity.PACKET || !alike) {
            return whole(scenario, "", checkpoint);
        }
        RankZeroRun.Outcome reduced = RankZeroRun.run(scenario, checkpoint);
        if (reduced.result().isEmpty() && !anyHas(scenario, EtNames.PACE_PPM)) {
            reduced = EquivalenceRun.run(scenario, reduced.refused(), checkpoint);
        }
        String refused = reduced.refused();
        return reduced.result().map(Simulator::ended).orElseGet(() -> whole(scenario, refused, checkpoint));
    }

    /**
     * Whether two ranks may exchange data through a backend on the host, where it matters which of them comes first.
     */
    private static boolean exchangesOnHost(Scenario scenario) {
        boolean pairs = scenario.ranks().size() == 2
                || scenario.groups().groups().values().stream().anyMatch(group -> group.size() == 2);
        return pairs && anyHas(scenario, EtNames.BACKEND);
    }

    private static boolean anyHas(Scenario scenario, String attribute) {
        return scenario.ranks().stream().anyMatch(graph -> graph.key(attribute) >= 0);
    }

    /** Simulates every rank; the report gives the reason if the job was not reduced. */
    private static SimulationResult whole(Scenario scenario, String refused, RunCheckpoint checkpoint) {
        return switch (scenario.options().fidelity()) {
            case ANALYTIC, RECORDED -> run(scenario, queue -> unaware(queue, scenario), refused, checkpoint);
            case AWARE -> run(scenario, queue -> aware(queue, scenario), refused, checkpoint);
            case PACKET -> PacketSimulation.run(scenario, checkpoint).simulation();
        };
    }

    private static MessageNetwork unaware(EventQueue queue, Scenario scenario) {
        return scenario.topology()
                .physical()
                .<MessageNetwork>map(graph -> new GraphUnawareNetwork(queue, graph))
                .orElseGet(() -> new UnawareNetwork(
                        queue, scenario.topology(), scenario.options().paysEveryDim()));
    }

    private static MessageNetwork aware(EventQueue queue, Scenario scenario) {
        return scenario.topology()
                .physical()
                .<MessageNetwork>map(graph -> new GraphAwareNetwork(queue, graph, scenario.cutsThrough()))
                .orElseGet(() -> new AwareNetwork(queue, scenario.topology(), scenario.cutsThrough()));
    }

    /** Simulates every rank on any network. */
    static SimulationResult run(Scenario scenario, NetworkFactory network, RunCheckpoint checkpoint) {
        return run(scenario, network, "", checkpoint);
    }

    private static SimulationResult run(
            Scenario scenario, NetworkFactory network, String refused, RunCheckpoint checkpoint) {
        Engine engine = new Engine(scenario, network);
        checkpoint.built(engine, RunCheckpoint.WHOLE, refused);
        if (!refused.isEmpty()) {
            RankZeroRun.refused(engine.findings, engine.ranks.length, refused);
        }
        String stopped = new RunWatch(engine, checkpoint).run();
        if (stopped.isEmpty() && engine.finishOrder().count() < engine.ranks.length) {
            StallException stall = StallDiagnosis.of(engine);
            if (!scenario.options().compat()) {
                throw engine.network.stall().orElse(stall);
            }
            return ResultBuilder.build(
                    engine,
                    "stalled",
                    engine.network.stall().map(stall::because).orElse(stall));
        }
        return ended(ResultBuilder.build(engine, stopped, null));
    }

    private static SimulationResult ended(SimulationResult result) {
        if (result.interrupted()) {
            throw new InterruptedRunException(result, null);
        }
        return result;
    }
}
