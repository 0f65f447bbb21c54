// SPDX-License-Identifier: Apache-2.0
package org.etude.sim;

import java.util.Optional;
import org.etude.network.packet.device.FlowLog;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.network.packet.state.PortRecorder;
import org.etude.network.packet.state.PortStatistics;
import org.etude.sim.result.SavedResult;
import org.etude.sim.result.SimulationResult;
import org.etude.spec.network.PacketNetworkSpec;

/**
 * The saved form of a run: scenario, result and, for packets, the statistics of the network.
 *
 * @param scenario the simulated scenario
 * @param result the result
 * @param packets the statistics of the packet network, if there was one
 */
public record SavedRun(SavedScenario scenario, SavedResult result, Optional<Packets> packets) {

    /** The saved form of a {@link PacketResult}, without the run. */
    record Packets(
            FlowLog.Columns flows,
            PortStatistics.Columns ports,
            long packetHops,
            long skippedHops,
            long drops,
            long retransmissions,
            Optional<PortRecorder> series) {
        static Packets of(PacketResult r) {
            return new Packets(
                    r.flows().columns(),
                    r.ports().columns(),
                    r.packetHops(),
                    r.skippedHops(),
                    r.drops(),
                    r.retransmissions(),
                    r.series());
        }

        PacketResult of(SimulationResult run) {
            PacketTopology topology = run.scenario().physical();
            PacketNetworkSpec spec = run.scenario().packets().network();
            return new PacketResult(
                    run,
                    flows.on(topology, spec),
                    ports.on(topology, spec.transport().frames()),
                    packetHops,
                    skippedHops,
                    drops,
                    retransmissions,
                    series);
        }
    }

    /** The saved form of a run. */
    public static SavedRun of(SimulationResult result, Optional<PacketResult> packets) {
        return new SavedRun(SavedScenario.of(result.scenario()), SavedResult.of(result), packets.map(Packets::of));
    }

    /** Restores the run. */
    public SimulationResult run() {
        return result.of(scenario.scenario());
    }

    /** Restores the packet statistics of {@link #run}, if there are any. */
    public Optional<PacketResult> packets(SimulationResult run) {
        return packets.map(saved -> saved.of(run));
    }
}
