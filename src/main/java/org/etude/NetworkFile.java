// SPDX-License-Identifier: Apache-2.0
package org.etude;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.etude.network.packet.spec.ConfigFile;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.report.IoReason;
import org.etude.report.Report;
import org.etude.spec.SimulationException;
import org.etude.spec.network.PacketNetworkSpec;
import org.etude.topology.graph.DimKind;
import org.etude.topology.graph.LogicalTopology;
import org.etude.topology.text.LogicalTopologyReader;
import org.etude.topology.text.NetworkYaml;

/**
 * A network read from another tool's file: ASTRA-sim's network YAML, or its packet backend's configuration together
 * with the physical topology that the configuration names. Immutable. Networks made in Java are a {@link Topology}.
 */
final class NetworkFile {
    private static final String PACKET_KEY = "TOPOLOGY_FILE";

    private final Optional<LogicalTopology> logical;
    private final Optional<Packets> packets;

    /** Content of the packet backend's files. */
    record Packets(PacketNetworkSpec spec, PacketTopology physical, Report report) {}

    private NetworkFile(Optional<LogicalTopology> logical, Optional<Packets> packets) {
        this.logical = logical;
        this.packets = packets;
    }

    /**
     * Reads a network YAML, or a packet configuration (a text file with the key {@code TOPOLOGY_FILE}).
     *
     * @throws org.etude.report.EtudeException when the file, or one that it names, cannot be read or is invalid
     */
    static NetworkFile read(Path file) {
        if (!isPacketConfiguration(file)) {
            return new NetworkFile(Optional.of(NetworkYaml.read(file)), Optional.empty());
        }
        ConfigFile config = ConfigFile.read(file);
        return new NetworkFile(
                Optional.empty(), Optional.of(new Packets(config.spec(), config.physical(file), config.report())));
    }

    private static boolean isPacketConfiguration(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1).contains(PACKET_KEY);
        } catch (IOException e) {
            throw new SimulationException(
                    file + ": cannot be read: " + IoReason.of(e), "Give a network YAML or a packet configuration.");
        }
    }

    /**
     * The same with the logical dimensions along which collectives run, from a file {@code {"logical-dims": ["8",
     * "4"]}}. Without it a packet configuration has a single dimension of all ranks.
     *
     * @throws org.etude.report.EtudeException when the file cannot be read or is invalid, or when the network is a YAML, which has
     *     dimensions of its own
     */
    NetworkFile logical(Path file) {
        if (packets.isEmpty()) {
            throw new SimulationException(
                    file + ": " + logical.orElseThrow() + " has dimensions of its own",
                    "Give logical dimensions to a packet configuration only.");
        }
        return new NetworkFile(Optional.of(LogicalTopologyReader.read(file)), packets);
    }

    LogicalTopology dimensions(int ranks) {
        return logical.orElseGet(() -> LogicalTopology.of(DimKind.RING, ranks));
    }

    Optional<Packets> packets() {
        return packets;
    }
}
