// SPDX-License-Identifier: Apache-2.0
package org.etude;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.etude.compat.simai.cluster.ClusterFile;
import org.etude.compat.simai.cluster.SimAiNetwork;
import org.etude.network.packet.file.PacketTopologies;
import org.etude.network.packet.spec.TopologyFile;
import org.etude.report.InputText;
import org.etude.report.IoReason;
import org.etude.report.Report;
import org.etude.topology.graph.DimKind;
import org.etude.topology.graph.PhysicalTopology;
import org.etude.topology.graph.TopologyException;
import org.etude.topology.infragraph.InfraGraphs;
import org.etude.topology.nccl.NcclTopology;
import org.etude.topology.shape.TopologySpec;
import org.etude.topology.text.NetworkYaml;
import org.etude.topology.text.TopologyFiles;

/** Detects the format of network files and reads them. */
final class TopologySource {
    private static final int SIMAI_WORDS = 6;
    private static final int PHYSICAL_WORDS = 3;
    private static final int START = 1 << 16;

    private TopologySource() {}

    static InfraGraphs.Read read(Path file) {
        if (Files.isDirectory(file)) {
            return read(file.resolve(TopologyFiles.PHYSICAL));
        }
        String start = start(file);
        if (InfraGraphs.isName(file) && InfraGraphs.isOne(start)) {
            return InfraGraphs.read(file);
        }
        if (NcclTopology.isOne(start)) {
            NcclTopology.Read read = NcclTopology.read(file);
            return new InfraGraphs.Read(read.spec(), read.report());
        }
        return new InfraGraphs.Read(
                spec(file, start.strip().lines().findFirst().orElse("").split("\\s+")), Report.empty());
    }

    private static TopologySpec spec(Path file, String... words) {
        if (words.length == SIMAI_WORDS && numbers(words, SIMAI_WORDS - 1)) {
            return SimAiNetwork.of(ClusterFile.read(file), name(file));
        }
        if (words.length == PHYSICAL_WORDS && numbers(words, PHYSICAL_WORDS)
                || file.toString().endsWith(".txt")) {
            return physical(file);
        }
        return TopologySpec.of(NetworkYaml.read(file));
    }

    private static String name(Path file) {
        return "file:" + file.getFileName();
    }

    private static boolean numbers(String[] words, int count) {
        for (int i = 0; i < count; i++) {
            if (!words[i].matches("[0-9]+")) {
                return false;
            }
        }
        return true;
    }

    private static String start(Path file) {
        try {
            return InputText.beginning(file, START);
        } catch (IOException e) {
            throw new TopologyException(
                    file + ": the topology cannot be read: " + IoReason.of(e), "Check the path and its permissions.");
        }
    }

    private static TopologySpec physical(Path file) {
        PhysicalTopology graph = PacketTopologies.physical(TopologyFile.read(file), name(file));
        Path logical = file.resolveSibling(TopologyFiles.LOGICAL);
        List<Integer> sizes = Files.exists(logical) ? TopologyFiles.readLogical(logical) : List.of(graph.hosts());
        return TopologySpec.graph(graph, Collections.nCopies(sizes.size(), DimKind.RING), sizes);
    }
}
