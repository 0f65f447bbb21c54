// SPDX-License-Identifier: Apache-2.0
package org.etude.conformance.astra;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.etude.et.wire.EtFiles;
import org.etude.network.packet.file.Ns3Arguments;
import org.etude.sim.PacketInputs;
import org.etude.sim.spec.PacketSetup;
import org.etude.sim.spec.Scenario;

/**
 * The project's own copy of the figures of recorded packet runs: {@code sim/packet-cases.jsonl}. Its first line holds the
 * configuration and system that most have and all topologies; each other line holds one case: what differs from those, the nodes of
 * each rank as {@link NodeText}, and what ASTRA-sim's ns-3 printed: cycles per rank, number of flows, PFC frames, and the first 16
 * digits of the SHA-256 of the rows of fct.txt and pfc.txt.
 */
public final class PacketFigures {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path directory;
    private JsonNode common;

    private PacketFigures(Path directory) {
        this.directory = directory;
    }

    /** Reads all cases; input files are written into a directory on the way. */
    public static List<RecordedPacketRun> read(Path directory) throws IOException {
        PacketFigures figures = new PacketFigures(directory);
        List<RecordedPacketRun> all = new ArrayList<>();
        try (InputStream in = PacketFigures.class.getResourceAsStream("/sim/packet-cases.jsonl")) {
            String text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
            for (String line : text.lines().toList()) {
                JsonNode tree = JSON.readTree(line);
                if (figures.common == null) {
                    figures.common = tree;
                } else {
                    all.add(figures.run(tree));
                }
            }
        }
        return all;
    }

    private RecordedPacketRun run(JsonNode tree) throws IOException {
        int ranks = ranks(tree);
        long[] cycles = new long[ranks];
        for (int rank = 0; rank < ranks; rank++) {
            cycles[rank] = either(tree.path("cycles"), rank).asLong();
        }
        return new RecordedPacketRun(
                tree.path("name").asText(),
                scenario(tree, ranks),
                cycles,
                tree.path("flows").asInt(),
                tree.path("fct").asText(),
                tree.path("pauses").asInt(),
                tree.path("pfc").asText());
    }

    private static int ranks(JsonNode tree) {
        int ranks = 1;
        for (JsonNode dim : tree.path("dims")) {
            ranks *= dim.asInt();
        }
        return ranks;
    }

    /** The element of a rank; one element represents all ranks. */
    private static JsonNode either(JsonNode list, int rank) {
        return list.get(list.size() == 1 ? 0 : rank);
    }

    private Scenario scenario(JsonNode tree, int ranks) throws IOException {
        Path dir = Files.createDirectories(directory.resolve(tree.path("name").asText()));
        for (int rank = 0; rank < ranks; rank++) {
            String nodes = either(tree.path("ranks"), rank).asText();
            EtFiles.write(NodeText.graph(nodes), dir.resolve("w." + rank + ".et"));
        }
        StringBuilder config = new StringBuilder("TOPOLOGY_FILE topo.txt\n");
        merged("config", tree).fields().forEachRemaining(e -> config.append(e.getKey())
                .append(' ')
                .append(e.getValue().asText())
                .append('\n'));
        Files.writeString(dir.resolve("config.txt"), config);
        Files.writeString(
                dir.resolve("topo.txt"),
                common.path("topologies").get(tree.path("topology").asInt()).asText());
        Files.writeString(dir.resolve("system.json"), merged("system", tree).toString());
        Files.writeString(dir.resolve("logical.json"), "{\"logical-dims\":" + tree.path("dims") + "}");
        Optional<Path> groups = Optional.empty();
        if (tree.has("groups")) {
            groups = Optional.of(Files.writeString(
                    dir.resolve("groups.json"), tree.path("groups").toString()));
        }
        Scenario read = new PacketInputs(
                        dir.resolve("w"),
                        dir.resolve("system.json"),
                        dir.resolve("config.txt"),
                        dir.resolve("logical.json"),
                        Optional.empty(),
                        groups)
                .read();
        List<String> arguments = new ArrayList<>();
        tree.path("args").forEach(argument -> arguments.add(argument.asText()));
        PacketSetup packets = read.packets();
        Ns3Arguments taken = Ns3Arguments.of(packets.network(), arguments);
        return read.packets(new PacketSetup(packets.physical(), taken.spec(), packets.report()));
    }

    private ObjectNode merged(String key, JsonNode tree) {
        ObjectNode all = ((ObjectNode) common.path(key)).deepCopy();
        tree.path(key).fields().forEachRemaining(e -> {
            if (e.getValue().isNull()) {
                all.remove(e.getKey());
            } else {
                all.set(e.getKey(), e.getValue());
            }
        });
        return all;
    }
}
