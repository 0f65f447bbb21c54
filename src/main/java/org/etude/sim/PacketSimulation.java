// SPDX-License-Identifier: Apache-2.0
package org.etude.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.etude.network.packet.PacketNetwork;
import org.etude.network.packet.congestion.RateControls;
import org.etude.network.packet.state.PacketObservers;
import org.etude.report.Counted;
import org.etude.report.Finding;
import org.etude.report.Report;
import org.etude.sim.checkpoint.RunCheckpoint;
import org.etude.sim.result.SimulationResult;
import org.etude.sim.result.StallException;
import org.etude.sim.spec.Scenario;
import org.etude.spec.SimOptions;
import org.etude.spec.SimulationException;

/** Runs scenarios packet by packet. */
public final class PacketSimulation {
    private PacketSimulation() {}

    /** Simulates a scenario to its end, without observers. */
    public static PacketResult run(Scenario scenario) {
        return run(scenario, PacketObservers.none());
    }

    /**
     * Simulates a scenario to its end.
     *
     * @throws org.etude.network.packet.spec.PacketNetworkException when packets can never arrive: a cycle of
     *     pauses, lost packets that are never resent, hosts without a path
     * @throws StallException when ranks wait for something that never comes, unless in compat
     * @throws SimulationException when the scenario cannot be run
     * @throws InterruptedRunException when the thread was interrupted; it holds what was simulated until then
     */
    public static PacketResult run(Scenario scenario, PacketObservers given) {
        return run(scenario, given, new RateControls());
    }

    /** Simulates a scenario that is saved while it runs; otherwise like {@link #run(Scenario)}. */
    public static PacketResult run(Scenario scenario, RunCheckpoint checkpoint) {
        PacketResult result = run(scenario, PacketObservers.none(), new RateControls(), network -> {}, checkpoint);
        if (!result.simulation().limited()) {
            checkpoint.done();
        }
        return result;
    }

    /**
     * Simulates a scenario with non-default congestion controls; otherwise like {@link #run(Scenario,
     * PacketObservers)}.
     */
    public static PacketResult run(Scenario scenario, PacketObservers given, RateControls controls) {
        return run(scenario, given, controls, network -> {});
    }

    /**
     * Simulates a scenario and passes its network to the consumer before it starts, so that its state can be read if
     * the run fails; otherwise like {@link #run(Scenario, PacketObservers)}.
     */
    public static PacketResult run(Scenario scenario, PacketObservers given, Consumer<PacketNetwork> built) {
        return run(scenario, given, new RateControls(), built);
    }

    private static PacketResult run(
            Scenario scenario, PacketObservers given, RateControls controls, Consumer<PacketNetwork> built) {
        return run(scenario, given, controls, built, RunCheckpoint.none());
    }

    private static PacketResult run(
            Scenario scenario,
            PacketObservers given,
            RateControls controls,
            Consumer<PacketNetwork> built,
            RunCheckpoint checkpoint) {
        boolean records = scenario.options().keeps(SimOptions.Recording.PORTS);
        PacketObservers observers = records ? given.recording() : given;
        PacketNetwork[] made = new PacketNetwork[1];
        // A checkpoint holds a network on one clock.
        int threads = checkpoint.isActive() ? 1 : scenario.packets().threads();
        try {
            SimulationResult result = Simulator.run(
                    scenario,
                    queue -> {
                        made[0] = new PacketNetwork(
                                queue, scenario.physical(), scenario.packets().network(), observers, controls);
                        if (scenario.options().compat()) {
                            made[0].hangAsReference();
                        }
                        if (scenario.packets().wideFields()) {
                            made[0].widenFields();
                        }
                        if (scenario.packets().wideFields() && scenario.ownSwitchesAreNics()) {
                            made[0].ownSwitchesAreNics();
                            made[0].reportOnArrival();
                        }
                        if (threads > 1) {
                            made[0].simulateOnThreads(threads);
                        }
                        built.accept(made[0]);
                        return made[0];
                    },
                    checkpoint);
            return result(result, made[0], observers);
        } catch (InterruptedRunException e) {
            throw new InterruptedRunException(e.result(), result(e.result(), made[0], observers));
        }
    }

    private static PacketResult result(SimulationResult result, PacketNetwork network, PacketObservers observers) {
        return new PacketResult(
                result.after(report(result.scenario(), network)),
                network.flows(),
                network.statistics(),
                network.packetHops(),
                network.skippedHops(),
                network.drops(),
                network.retransmissions(),
                observers.recorder());
    }

    /** Findings about the inputs, and about what the network did beyond the reference. */
    private static Report report(Scenario scenario, PacketNetwork network) {
        List<Finding> rows = new ArrayList<>();
        if (network.resumed() > 0) {
            rows.add(warning(
                    "flows on a failed link",
                    "a flow that would have waited indefinitely was resumed " + Counted.of(network.resumed(), "time"),
                    "late packets of the failed path were acknowledged after a negative acknowledgement; the reference then"
                            + " counts the window as full and never ends",
                    "the run completes; with --compat the hang is reported"));
        }
        int entropies = scenario.packets().network().transport().entropies();
        if (entropies > 0) {
            boolean trims = scenario.packets().network().switches().trimming();
            rows.add(warning(
                    "packet network",
                    "packets are sprayed over " + entropies + " entropy values"
                            + (trims ? ", and trimmed where a buffer is full (" + network.trimmed() + " were)" : ""),
                    "the rules are Etude's own, in the style of Ultra Ethernet (docs/spraying.md)",
                    "not validated against a reference: no recorded run has been compared with it"));
        }
        if (scenario.packets().threads() > 1 && network.threadedWork().isEmpty()) {
            rows.add(warning(
                    "packet network",
                    "simulated on one thread instead of " + scenario.packets().threads(),
                    network.keptOnOneThread().orElse("the run is checkpointed"),
                    "the results are the same; only the run takes longer"));
        }
        rows.addAll(new PacketLimits(scenario, network).findings());
        return scenario.packets().report().plus(Report.of(rows));
    }

    private static Finding warning(String where, String what, String why, String effect) {
        return new Finding(Finding.Level.WARNING, "simulate", -1, where, what, why, effect);
    }
}
