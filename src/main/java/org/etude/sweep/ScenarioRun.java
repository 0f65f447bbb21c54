// SPDX-License-Identifier: Apache-2.0
package org.etude.sweep;

import java.util.Optional;
import java.util.concurrent.Callable;
import org.etude.et.wire.EtSet;
import org.etude.network.packet.state.PacketObservers;
import org.etude.sim.PacketResult;
import org.etude.sim.PacketSimulation;
import org.etude.sim.Simulator;
import org.etude.sim.WholeJob;
import org.etude.sim.result.SimulationResult;
import org.etude.sim.spec.Scenario;
import org.etude.spec.ScaleSettings;

/**
 * The simulation of a point, with the origin of its traces, so that another machine can recreate them.
 *
 * @param traces the job's traces before scaling
 * @param scale how they are scaled to the ranks of the scenario; empty when they are used unchanged
 * @param scenario what is simulated
 */
public record ScenarioRun(EtSet traces, Optional<ScaleSettings> scale, Scenario scenario)
        implements Callable<SweepOutcome> {
    /**
     * Simulates it.
     *
     * @throws org.etude.report.EtudeException when it stalls or its parts are incompatible
     */
    @Override
    public SweepOutcome call() {
        return outcome(scenario);
    }

    static SweepOutcome outcome(Scenario scenario) {
        WholeJob.require(scenario.ranks());
        long start = System.nanoTime();
        if (scenario.isPacketByPacket()) {
            PacketResult packets = PacketSimulation.run(scenario, PacketObservers.none());
            return SweepOutcome.of(packets, seconds(start));
        }
        SimulationResult result = Simulator.run(scenario);
        return SweepOutcome.of(result, seconds(start));
    }

    private static double seconds(long start) {
        return (System.nanoTime() - start) / 1e9;
    }
}
