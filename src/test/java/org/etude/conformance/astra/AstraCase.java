// SPDX-License-Identifier: Apache-2.0
package org.etude.conformance.astra;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.etude.et.graph.EtGraph;
import org.etude.et.wire.CommGroups;
import org.etude.et.wire.EtFiles;
import org.etude.sim.GroupsReader;
import org.etude.sim.spec.RemoteMemoryReader;
import org.etude.sim.spec.Scenario;
import org.etude.sim.spec.SystemReader;
import org.etude.spec.Fidelity;
import org.etude.spec.SimOptions;
import org.etude.spec.network.RemoteMemorySpec;
import org.etude.topology.text.NetworkYaml;

/** The inputs of a case: case.json with everything, ETs by hash in a folder {@code et} next to it or above, or inline. */
final class AstraCase {
    private final Path directory;
    private final JsonNode tree;

    AstraCase(Path directory) {
        this.directory = directory;
        this.tree = json(directory.resolve("case.json"));
    }

    static JsonNode json(Path file) {
        try {
            return new ObjectMapper().readTree(file.toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int npus() {
        return tree.get("npus").asInt();
    }

    /** Whether the reference reads past its default of four involved dimensions, so that its result is not comparable. */
    boolean leftToChance() {
        return tree.get("network").get("topology").size() > 4;
    }

    /** What the case simulates; building it may already refuse the inputs. */
    Scenario scenario() {
        Path files = directory.resolve("files");
        Path base = Files.isDirectory(files) ? files : directory;
        JsonNode args = tree.path("args");
        JsonNode groups = tree.get("comm_groups");
        SimOptions options = SimOptions.defaults()
                .asReference()
                .fidelity(tree.get("backend").asText().startsWith("aware") ? Fidelity.AWARE : Fidelity.ANALYTIC)
                .transport(
                        (int) number(args, "num-queues-per-dim", 1),
                        number(args, "injection-scale", 1),
                        args.path("rendezvous-protocol").asText().matches("true|1"))
                .record(SimOptions.Recording.OPS, SimOptions.Recording.MESSAGES);
        JsonNode memory = tree.get("remote_memory");
        return new Scenario(
                ranks(),
                groups == null || groups.isNull() ? CommGroups.none() : GroupsReader.of(groups, "comm_groups"),
                SystemReader.of(tree.get("system"), "system", base),
                NetworkYaml.of(tree.get("network"), "network"),
                memory == null ? RemoteMemorySpec.none() : RemoteMemoryReader.of(memory, "remote_memory"),
                base,
                options);
    }

    private static double number(JsonNode args, String key, double otherwise) {
        return args.has(key) ? Double.parseDouble(args.get(key).asText()) : otherwise;
    }

    private List<EtGraph> ranks() {
        JsonNode workload = tree.get("workload");
        Map<String, EtGraph> graphs = new HashMap<>();
        List<EtGraph> ranks = new ArrayList<>();
        for (int r = 0; r < npus(); r++) {
            String hash = workload.has("all")
                    ? workload.get("all").asText()
                    : workload.get("ranks").get(r).asText();
            ranks.add(graphs.computeIfAbsent(hash, this::graph));
        }
        return ranks;
    }

    private EtGraph graph(String hash) {
        Path at = directory.toAbsolutePath();
        for (Path up = at; up != null && up.getNameCount() + 2 >= at.getNameCount(); up = up.getParent()) {
            Path file = up.resolve("et").resolve(hash + ".et");
            if (Files.exists(file)) {
                return EtFiles.read(file);
            }
        }
        return InlineNodes.graph(tree.path("nodes").path(hash));
    }
}
