package org.etude.sim;

import java.util.concurrent.TimeUnit;
import org.etude.report.Progress;
import org.etude.sim.network.NetworkFactory;
import org.etude.sim.network.analytic.AwareNetwork;
import org.etude.sim.network.analytic.UnawareNetwork;

/** Runs scenarios. */
public final class Simulator {
    /** Ticks between looks at limits and interruption. */
    private static final int LOOK = 1024;

    private Simulator() {}

    /**
     * Simulates a scenario to its end.
     *
     * @return the result; partial when a limit stopped the run or, in compat, when ranks never finish
     * @throws StallException when ranks wait for something that never comes, unless in compat
     * @throws SimulationException when the scenario cannot be run
     * @throws java.util.concurrent.CancellationException when the thread was interrupted
     */
    public static SimulationResult run(Scenario scenario) {
        SimOptions options = scenario.options();
        return switch (options.fidelity()) {
            case UNAWARE -> run(scenario, queue -> new UnawareNetwork(queue, scenario.topology(), options.everyDim()));
            case AWARE -> run(scenario, queue -> new AwareNetwork(queue, scenario.topology()));
            case PACKET -> PacketSimulation.run(PacketScenario.of(scenario)).simulation();
        };
    }

    /** The same on any network. */
    static SimulationResult run(Scenario scenario, NetworkFactory network) {
        Engine engine = new Engine(scenario, network);
        engine.begin();
        String stopped = loop(engine, scenario.options());
        if (stopped == null && engine.finishOrder().count() < engine.ranks.length) {
            StallException stall = StallDiagnosis.of(engine);
            if (!scenario.options().compat()) {
                throw engine.network.stall().orElse(stall);
            }
            return ResultBuilder.build(engine, "stalled", stall);
        }
        return ResultBuilder.build(engine, stopped == null ? "" : stopped, null);
    }

    /** Runs the clock; says which limit stopped it, or null. */
    private static String loop(Engine engine, SimOptions options) {
        long begun = System.nanoTime();
        SimOptions.Limits limits = options.limits();
        int ticks = 0;
        while (engine.queue.step()) {
            if ((++ticks & LOOK - 1) == 0 || limits.simulatedNs() > 0 || limits.events() > 0) {
                Progress.checkInterrupted();
                options.progress().at("simulate", engine.finishOrder().count(), engine.ranks.length);
                String reached = reached(engine, limits, begun);
                if (reached != null) {
                    return reached;
                }
            }
        }
        return null;
    }

    private static String reached(Engine engine, SimOptions.Limits limits, long begun) {
        if (limits.simulatedNs() > 0 && engine.queue.now() >= limits.simulatedNs()) {
            return "limit of simulated time";
        }
        if (limits.events() > 0 && engine.queue.fired() >= limits.events()) {
            return "limit of events";
        }
        if (limits.wallMillis() > 0
                && System.nanoTime() - begun >= TimeUnit.MILLISECONDS.toNanos(limits.wallMillis())) {
            return "limit of real time";
        }
        Runtime runtime = Runtime.getRuntime();
        if (limits.heapBytes() > 0 && runtime.totalMemory() - runtime.freeMemory() >= limits.heapBytes()) {
            return "limit of memory";
        }
        return null;
    }
}
