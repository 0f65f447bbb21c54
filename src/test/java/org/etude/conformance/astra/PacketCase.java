// SPDX-License-Identifier: Apache-2.0
package org.etude.conformance.astra;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.etude.network.packet.file.Ns3Arguments;
import org.etude.sim.PacketInputs;
import org.etude.sim.spec.PacketSetup;
import org.etude.sim.spec.Scenario;

/** A case of the packet backend: files known by what is in them, as their names vary; results in result.json or stdout. */
final class PacketCase {
    private static final Pattern FINISHED = Pattern.compile("sys\\[(\\d+)\\] finished, (\\d+) cycles");
    private static final Pattern RANK_FILE = Pattern.compile("(.*)\\.\\d+\\.et");

    private final Path directory;
    private final JsonNode result;

    PacketCase(Path directory) {
        this.directory = directory;
        Path file = directory.resolve("result.json");
        result = Files.exists(file) ? AstraCase.json(file) : null;
    }

    static boolean holds(Path directory) {
        boolean result = Files.exists(directory.resolve("result.json"))
                || Files.exists(directory.resolve("stdout.txt"))
                || Files.exists(directory.resolve("stdout.txt.gz"));
        return result
                && Files.isDirectory(directory.resolve("wl"))
                && config(directory).isPresent();
    }

    private static Optional<Path> config(Path directory) {
        return first(directory, path -> path.getFileName().toString().matches("config.*\\.txt"));
    }

    private static Optional<Path> first(Path directory, Predicate<Path> wanted) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(Files::isRegularFile).sorted().filter(wanted).findFirst();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean json(Path file, String key) {
        return file.toString().endsWith(".json")
                && !file.getFileName().toString().equals("result.json")
                && AstraCase.json(file).has(key);
    }

    private Path require(String key) {
        return first(directory, file -> json(file, key))
                .orElseThrow(() -> new UncheckedIOException(new IOException(directory + ": no JSON with " + key)));
    }

    Scenario scenario() {
        Scenario read = new PacketInputs(
                        prefix(),
                        require("preferred-dataset-splits"),
                        config(directory).orElseThrow(),
                        require("logical-dims"),
                        first(directory, file -> json(file, "memory-type")),
                        first(directory, file -> file.getFileName().toString().matches(".*groups?.*\\.json")))
                .read();
        PacketSetup packets = read.packets();
        Ns3Arguments taken = Ns3Arguments.of(packets.network(), arguments());
        return read.packets(new PacketSetup(
                packets.physical(), taken.spec(), packets.report().plus(taken.report())));
    }

    private List<String> arguments() {
        Path spec = directory.resolve("spec.json");
        if (!Files.exists(spec)) {
            return List.of();
        }
        List<String> arguments = new ArrayList<>();
        AstraCase.json(spec).path("args").forEach(argument -> arguments.add(argument.asText()));
        return arguments;
    }

    private Path prefix() {
        Path folder = directory.resolve("wl");
        Path file = first(
                        folder,
                        path -> RANK_FILE.matcher(path.getFileName().toString()).matches())
                .orElseThrow(() -> new UncheckedIOException(new IOException(folder + ": no ETs")));
        Matcher name = RANK_FILE.matcher(file.getFileName().toString());
        return name.matches() ? folder.resolve(name.group(1)) : file;
    }

    private long rankFiles() {
        try (Stream<Path> files = Files.list(directory.resolve("wl"))) {
            return files.filter(path ->
                            RANK_FILE.matcher(path.getFileName().toString()).matches())
                    .count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path file(String name) {
        return directory.resolve(name);
    }

    /** Whether the reference ended and every rank finished. */
    boolean whole() {
        if (result == null) {
            return cycles().size() == rankFiles();
        }
        return result.path("rc").asText().equals("0")
                && Stream.of(result.path("cycles")).flatMap(PacketCase::each).noneMatch(JsonNode::isNull);
    }

    private static Stream<JsonNode> each(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false);
    }

    /** Rows of pfc.txt, or -1 when unknown. */
    long pauses() {
        return result == null ? -1 : result.path("pfc_events").asLong(-1);
    }

    /** When each rank finished. */
    Map<Integer, Long> cycles() {
        Map<Integer, Long> cycles = new TreeMap<>();
        if (result != null) {
            JsonNode list = result.path("cycles");
            for (int rank = 0; rank < list.size(); rank++) {
                cycles.put(rank, list.get(rank).asLong());
            }
            return cycles;
        }
        for (String line : PacketLayout.lines(directory.resolve("stdout.txt"))) {
            Matcher found = FINISHED.matcher(line);
            if (found.find()) {
                cycles.put(Integer.parseInt(found.group(1)), Long.parseLong(found.group(2)));
            }
        }
        return cycles;
    }
}
