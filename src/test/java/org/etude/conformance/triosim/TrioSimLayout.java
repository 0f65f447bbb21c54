// SPDX-License-Identifier: Apache-2.0
package org.etude.conformance.triosim;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.etude.compat.triosim.TrioSim;
import org.etude.compat.triosim.TrioSimTimeline;
import org.etude.compat.triosim.engine.TrioSimParallelism;
import org.etude.compat.triosim.engine.TrioSimResult;
import org.etude.compat.triosim.engine.TrioSimSettings;
import org.etude.compat.triosim.engine.TrioSimSettings.Batch;
import org.etude.compat.triosim.engine.TrioSimSettings.Grid;
import org.etude.compat.triosim.engine.TrioSimSettings.Interconnect;
import org.etude.compat.triosim.engine.TrioSimSettings.Mode;
import org.etude.compat.triosim.trace.TrioSimException;
import org.etude.compat.triosim.trace.TrioSimObserver;
import org.etude.compat.triosim.trace.TrioSimTrace;
import org.etude.conformance.model.CaseLayout;
import org.etude.conformance.model.ConformanceCase;

/**
 * Recorded runs of TrioSim: {@code runs.jsonl}, one run per line, and traces next to it or in the nearest folder {@code
 * golden/triosim} above. Where the original deadlocked or failed, an error is right; where its time was left to chance, any
 * time is.
 */
public final class TrioSimLayout implements CaseLayout {
    private static final String RUNS = "runs.jsonl";
    private static final double TOLERANCE = 1e-9;
    private static final List<String> PLACES = List.of("traces", "triosim/traces", "golden/triosim/traces");

    private final ObjectMapper mapper = new ObjectMapper();
    private final Map<Path, TrioSimTrace> traces = new HashMap<>();

    @Override
    public boolean holds(Path directory) {
        Path runs = directory.resolve(RUNS);
        return Files.isRegularFile(runs) && rows(runs).stream().limit(1).anyMatch(row -> row.has("ptp_bandwidth"));
    }

    @Override
    public List<ConformanceCase> cases(Path directory) {
        List<ConformanceCase> all = new ArrayList<>();
        for (JsonNode row : rows(directory.resolve(RUNS))) {
            String name = "triosim/" + row.get("id").asText();
            all.add(new ConformanceCase(name, () -> differences(directory, row)));
        }
        return all;
    }

    private List<String> differences(Path directory, JsonNode row) {
        Optional<RecordedTimeline> recorded =
                RecordedTimeline.find(directory, row.get("id").asText());
        TrioSimTimeline timeline = new TrioSimTimeline();
        List<String> differences =
                new ArrayList<>(result(directory, row, recorded.isPresent() ? timeline : TrioSimObserver.NONE));
        recorded.ifPresent(one ->
                differences.addAll(one.differences(timeline, row.get("complete").asBoolean())));
        return differences;
    }

    private List<String> result(Path directory, JsonNode row, TrioSimObserver observer) {
        boolean complete = row.get("complete").asBoolean();
        TrioSimResult result;
        try {
            result = TrioSim.run(trace(directory, row.get("trace").asText()), settings(row), observer);
        } catch (TrioSimException e) {
            String first = e.getMessage().lines().findFirst().orElse("");
            return complete ? List.of("an error, but the original has a result: " + first) : List.of();
        }
        if (!complete) {
            boolean chance = !row.get("deterministic").asBoolean();
            return chance ? List.of() : List.of("a result of " + result.totalMs() + " ms, but the original has none");
        }
        List<String> differences = new ArrayList<>();
        if (row.get("deterministic").asBoolean()) {
            compare("final_ms", row.get("final_ms"), result.totalMs(), differences);
            compare("compute_ms", row.path("expected").path("compute_ms"), result.computeMs(), differences);
            compare("ops", row.get("ops_done"), result.ops(), differences);
        }
        return differences;
    }

    private static void compare(String what, JsonNode expected, double found, List<String> differences) {
        double wanted = expected.asDouble();
        if (expected.isNumber() && !(Math.abs(found - wanted) <= TOLERANCE * Math.abs(wanted))) {
            differences.add(String.format(Locale.ROOT, "%s is %.10f, expected %.10f", what, found, wanted));
        }
    }

    private static TrioSimSettings settings(JsonNode row) {
        int gpus = row.get("GPUnumber").asInt();
        int simulated = row.get("batch_size_sim").asInt();
        Grid grid = new Grid(row.get("numRows").asInt(), number(row, "numCols", gpus));
        boolean optical = row.get("interconnects").asInt() == 1;
        return new TrioSimSettings(
                TrioSimParallelism.ofCase(row.get("case").asInt()),
                gpus,
                new Batch(row.get("batch_size").asInt(), simulated, number(row, "micro_batch_size", simulated)),
                new Interconnect(
                        row.get("bandwidth").asDouble(),
                        row.get("ptp_bandwidth").asDouble(),
                        optical ? Optional.of(grid) : Optional.empty()),
                row.get("capacity").asInt(),
                Mode.COMPAT);
    }

    private static int number(JsonNode row, String key, int otherwise) {
        return row.hasNonNull(key) ? row.get(key).asInt() : otherwise;
    }

    private TrioSimTrace trace(Path directory, String name) {
        for (Path level = directory.toAbsolutePath().normalize(); level != null; level = level.getParent()) {
            for (String place : PLACES) {
                Path found = level.resolve(place).resolve(name);
                if (Files.isDirectory(found)) {
                    return traces.computeIfAbsent(found, TrioSimTrace::read);
                }
            }
        }
        return TrioSimTrace.read(directory.resolve("traces").resolve(name));
    }

    private List<JsonNode> rows(Path runs) {
        List<JsonNode> rows = new ArrayList<>();
        try {
            for (String line : Files.readAllLines(runs, StandardCharsets.UTF_8)) {
                if (!line.isBlank()) {
                    rows.add(mapper.readTree(line));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return rows;
    }
}
