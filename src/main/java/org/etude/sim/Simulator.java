package org.etude.sim;

import org.etude.sim.network.EventQueue;
import org.etude.sim.network.Network;
import org.etude.sim.network.NetworkFactory;
import org.etude.sim.network.analytic.AwareNetwork;
import org.etude.sim.network.analytic.GraphAwareNetwork;
import org.etude.sim.network.analytic.GraphUnawareNetwork;
import org.etude.sim.network.analytic.UnawareNetwork;

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
        SimOptions options = scenario.options();
        if (options.times().isPresent()) {
            return run(scenario, queue -> unaware(queue, scenario), "");
        }
        if (options.fidelity() == Fidelity.PACKET || options.fold() != SimOptions.Fold.AUTO) {
            return whole(scenario, "");
        }
        Folding.Outcome folded = Folding.run(scenario);
        if (folded.result().isEmpty()) {
            folded = OrbitFolding.run(scenario, folded.refused());
        }
        String refused = folded.refused();
        return folded.result().map(Simulator::ended).orElseGet(() -> whole(scenario, refused));
    }

    /** Every rank by itself; a reason why it was not folded is said in the report. */
    private static SimulationResult whole(Scenario scenario, String refused) {
        return switch (scenario.options().fidelity()) {
            case UNAWARE -> run(scenario, queue -> unaware(queue, scenario), refused);
            case AWARE -> run(scenario, queue -> aware(queue, scenario), refused);
            case PACKET -> PacketSimulation.run(PacketScenario.of(scenario)).simulation();
        };
    }

    private static Network unaware(EventQueue queue, Scenario scenario) {
        return scenario.topology()
                .physical()
                .<Network>map(graph -> new GraphUnawareNetwork(queue, graph))
                .orElseGet(() -> new UnawareNetwork(
                        queue, scenario.topology(), scenario.options().paysEveryDim()));
    }

    private static Network aware(EventQueue queue, Scenario scenario) {
        return scenario.topology()
                .physical()
                .<Network>map(graph -> new GraphAwareNetwork(queue, graph))
                .orElseGet(() -> new AwareNetwork(queue, scenario.topology()));
    }

    /** The same on any network. */
    static SimulationResult run(Scenario scenario, NetworkFactory network) {
        return run(scenario, network, "");
    }

    private static SimulationResult run(Scenario scenario, NetworkFactory network, String refused) {
        Engine engine = new Engine(scenario, network);
        if (!refused.isEmpty()) {
            Folding.refused(engine.findings, engine.ranks.length, refused);
        }
        engine.begin();
        String stopped = new RunWatch(engine).run();
        if (stopped.isEmpty() && engine.finishOrder().count() < engine.ranks.length) {
            StallException stall = StallDiagnosis.of(engine);
            if (!scenario.options().compat()) {
                throw engine.network.stall().orElse(stall);
            }
            return ResultBuilder.build(engine, "stalled", stall);
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
