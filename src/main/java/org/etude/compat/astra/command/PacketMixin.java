// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.astra.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.etude.Simulation;
import org.etude.cli.base.HelpGroup;
import org.etude.cli.option.FastForwardMixin;
import org.etude.compat.astra.AstraSimArgs;
import org.etude.network.packet.PacketNetwork;
import org.etude.network.packet.file.NetworkFiles;
import org.etude.network.packet.file.Ns3Arguments;
import org.etude.network.packet.state.PacketObservers;
import org.etude.network.packet.state.PauseLog;
import org.etude.network.packet.state.PortRecorder;
import org.etude.sim.InterruptedRunException;
import org.etude.sim.PacketInputs;
import org.etude.sim.PacketSimulation;
import org.etude.sim.WholeJob;
import org.etude.sim.spec.PacketSetup;
import org.etude.sim.spec.Scenario;
import org.etude.spec.network.PacketNetworkSpec;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of the packet backend beyond those of the other backends. */
@HelpGroup("Packet network")
final class PacketMixin {
    private static final int SPANS = 1 << 12;
    private static final long FIRST_SPAN_NANOS = 1000;
    private static final long NANOS_PER_MICRO = 1000;

    @Option(names = "--fct", paramLabel = "FILE", description = "packet: where to write finished flows (fct.txt).")
    private Path flows;

    @Option(names = "--pfc", paramLabel = "FILE", description = "packet: where to write pauses (pfc.txt).")
    private Path pauses;

    @Option(
            names = "--qlen",
            paramLabel = "FILE",
            description = "packet: where to write queues and bytes sent by port over time (qlen.txt).")
    private Path queues;

    @Option(
            names = "--retransmit",
            paramLabel = "US",
            defaultValue = "0",
            description = "packet: retransmit what has not been acknowledged within this time. Default:"
                    + " never, as in the original.")
    private long retransmitMicros;

    @Mixin
    private FastForwardMixin fastForward = new FastForwardMixin();

    Simulation run(AstraSimArgs args, List<String> others) {
        PauseLog pauseLog = new PauseLog();
        Optional<PortRecorder> recorder =
                queues == null ? Optional.empty() : Optional.of(new PortRecorder(SPANS, FIRST_SPAN_NANOS));
        PacketObservers observers = new PacketObservers(pauses == null ? null : pauseLog, recorder);
        Scenario scenario = scenario(args, others);
        List<PacketNetwork> built = new ArrayList<>();
        WholeJob.require(scenario.ranks());
        try {
            return Simulation.of(PacketSimulation.run(scenario, observers, built::add));
        } catch (InterruptedRunException e) {
            // Clears the interrupt flag, as catching InterruptedException would, so that partial results can still be
            // written.
            Thread.interrupted();
            return Simulation.of(e.packets().orElseThrow());
        } finally {
            // Also after a failed run: the user needs what had finished by then.
            built.forEach(network -> write(network, pauseLog, recorder));
        }
    }

    private void write(PacketNetwork network, PauseLog pauseLog, Optional<PortRecorder> recorder) {
        if (flows != null) {
            NetworkFiles.writeFlows(flows, network.flows());
        }
        if (pauses != null) {
            NetworkFiles.writePauses(pauses, pauseLog, network.statistics());
        }
        recorder.ifPresent(series -> NetworkFiles.writeQueues(queues, series, network.statistics()));
    }

    private Scenario scenario(AstraSimArgs args, List<String> others) {
        boolean grouped =
                args.commGroups() != null && !args.commGroups().toString().contains("empty");
        Scenario read = new PacketInputs(
                        args.workload(),
                        args.system(),
                        args.network(),
                        args.logicalTopology(),
                        Optional.of(args.remoteMemory()),
                        grouped ? Optional.of(args.commGroups()) : Optional.empty())
                .read()
                .options(args.options());
        PacketSetup packets = read.packets();
        Ns3Arguments taken = Ns3Arguments.of(packets.network(), others);
        PacketNetworkSpec spec = taken.spec()
                .with(taken.spec().transport().withRetransmit(retransmitMicros * NANOS_PER_MICRO))
                .withFastForward(fastForward.isOn());
        return read.packets(
                new PacketSetup(packets.physical(), spec, packets.report().plus(taken.report()))
                        .withThreads(fastForward.threads()));
    }
}
