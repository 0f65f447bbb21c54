// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.option;

import java.nio.file.Path;
import org.etude.SimulationSettings;
import org.etude.cli.base.HelpGroup;
import org.etude.config.UnknownConfigException;
import org.etude.spec.Fidelity;
import org.etude.spec.network.PacketNetworkSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** How packets cross the network; any of these asks for a simulation by packet. */
@HelpGroup("Network")
final class PacketsMixin {
    @Option(
            names = "--packet-config",
            paramLabel = "NAME|FILE",
            description =
                    "Settings of the packet network: none, dcqcn, hpcc, timely, dctcp, or a configuration of ASTRA-sim's"
                            + " packet backend, whose physical topology is left out. Packets are then simulated.")
    private Path config;

    @Option(
            names = "--spraying",
            paramLabel = "N",
            description =
                    "Send the packets of a flow over all equal paths, by N entropy values, and take them in any order."
                            + " Packets are then simulated; no reference has recorded runs of it.")
    private Integer entropies;

    @Option(
            names = "--trimming",
            description = "With --spraying: cut packets where a buffer is full instead of dropping them.")
    private boolean trimming;

    @Option(names = "--no-pfc", description = "Packets: without priority flow control, so that full buffers drop.")
    private boolean withoutPauses;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    /** Sets the given options. */
    void set(SimulationSettings settings, Fidelity fidelity) {
        boolean changes = entropies != null || trimming || withoutPauses;
        if ((changes || config != null) && fidelity != null && fidelity != Fidelity.PACKET) {
            throw new ParameterException(
                    spec.commandLine(), named() + " is of packets; leave out --fidelity, or use packet");
        }
        if (config != null) {
            try {
                settings.packetConfig(config);
            } catch (UnknownConfigException e) {
                throw new ParameterException(spec.commandLine(), "--packet-config: " + e.getMessage());
            }
        }
        if (changes) {
            settings.packets(this::accepted);
        }
    }

    private String named() {
        return config != null
                ? "--packet-config"
                : entropies != null ? "--spraying" : trimming ? "--trimming" : "--no-pfc";
    }

    private PacketNetworkSpec accepted(PacketNetworkSpec packets) {
        try {
            return changed(packets);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), named() + ": " + e.getMessage(), e);
        }
    }

    private PacketNetworkSpec changed(PacketNetworkSpec packets) {
        PacketNetworkSpec sprayed = entropies == null ? packets : packets.spraying(entropies);
        PacketNetworkSpec paused = withoutPauses ? sprayed.pfc(false) : sprayed;
        return trimming ? paused.trimming(true) : paused;
    }
}
