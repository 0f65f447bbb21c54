// SPDX-License-Identifier: Apache-2.0
package org.etude.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/** Inputs and results that were recorded of a tutorial, laid out as its command line wants them. */
public final class RecordedTutorial {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern FINISHED = Pattern.compile("sys\\[(\\d+)] finished, (\\d+) cycles");

    private final Path recorded;
    private final Path work;

    public RecordedTutorial(Path recorded, Path work) {
        this.recorded = recorded;
        this.work = work;
    }

    /** Writes the inputs of a run. */
    public RecordedTutorial inputs(TutorialRun run) throws IOException {
        Files.createDirectories(work.resolve("workload"));
        if (run.packet()) {
            packetInputs();
        } else {
            analyticalInputs();
        }
        return this;
    }

    /** The arguments that a command line of docs/tutorials.md represents. */
    public Object[] arguments(TutorialRun run) {
        String inputs = "--workload-configuration=workload/w --system-configuration=system.json"
                + " --network-configuration=network.yml --remote-memory-configuration=no_memory.json";
        return Stream.of(run.command().replace("INPUTS", inputs).split(" "))
                .skip(1)
                .map(word -> word.matches("--[a-z-]*configuration=.*")
                        ? word.replace("=", "=" + work.toAbsolutePath() + "/")
                        : word)
                .toArray();
    }

    private void analyticalInputs() throws IOException {
        JsonNode tree = JSON.readTree(recorded.resolve("case.json").toFile());
        write("system.json", tree.get("system"));
        write("network.yml", tree.get("network"));
        write("no_memory.json", tree.get("remote_memory"));
        JsonNode workload = tree.get("workload");
        for (int rank = 0; rank < tree.get("npus").asInt(); rank++) {
            String hash = workload.has("all")
                    ? workload.get("all").asText()
                    : workload.get("ranks").get(rank).asText();
            Files.copy(recorded.resolveSibling("et").resolve(hash + ".et"), workload(rank));
        }
    }

    private void write(String name, JsonNode tree) throws IOException {
        Files.writeString(work.resolve(name), tree.toPrettyString());
    }

    private Path workload(int rank) {
        return work.resolve("workload").resolve("w." + rank + ".et");
    }

    private void packetInputs() throws IOException {
        Files.writeString(work.resolve("no_memory.json"), "{\"memory-type\": \"NO_MEMORY_EXPANSION\"}");
        Files.copy(file(name -> name.endsWith("sys.json")), work.resolve("system.json"));
        Files.copy(file(name -> name.startsWith("logical")), work.resolve("logical.json"));
        Files.copy(file(name -> name.startsWith("config")), work.resolve("network.yml"));
        Path topology = file(name -> name.endsWith("topology.txt"));
        Files.copy(topology, work.resolve(topology.getFileName()));
        try (Stream<Path> files = Files.list(recorded.resolve("wl"))) {
            for (Path file : files.toList()) {
                String[] parts = file.getFileName().toString().split("\\.");
                Files.copy(file, workload(Integer.parseInt(parts[parts.length - 2])));
            }
        }
    }

    private Path file(Predicate<String> name) throws IOException {
        try (Stream<Path> files = Files.list(recorded)) {
            return files.filter(path -> name.test(path.getFileName().toString()))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** Cycles by rank as the original printed them; no rank where it deadlocked. */
    public Map<Integer, Long> cycles() throws IOException {
        Path expected = recorded.resolve("expected.json");
        if (!Files.exists(expected)) {
            return cycles(printed());
        }
        JsonNode table = JSON.readTree(expected.toFile()).get("sys");
        Map<Integer, Long> cycles = new TreeMap<>();
        for (int i = 0; i < table.get("sys").size(); i++) {
            cycles.put(
                    table.get("sys").get(i).asInt(), table.get("finish").get(i).asLong());
        }
        return cycles;
    }

    private String printed() throws IOException {
        Path plain = recorded.resolve("stdout.txt");
        if (Files.exists(plain)) {
            return Files.readString(plain);
        }
        try (InputStream in = new GZIPInputStream(Files.newInputStream(recorded.resolve("stdout.txt.gz")))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Cycles by rank in the lines that a simulator printed. */
    public static Map<Integer, Long> cycles(String printed) {
        Map<Integer, Long> cycles = new TreeMap<>();
        Matcher line = FINISHED.matcher(printed);
        while (line.find()) {
            cycles.put(Integer.parseInt(line.group(1)), Long.parseLong(line.group(2)));
        }
        return cycles;
    }
}
