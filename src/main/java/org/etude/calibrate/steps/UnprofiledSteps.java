// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate.steps;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.StreamSupport;
import org.etude.calibrate.CalibrationException;
import org.etude.config.JsonFault;
import org.etude.config.JsonTree;
import org.etude.report.IoReason;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.TraceSet;

/**
 * The steps of a recorded job as timed without the profiler: {@code training_R.json}, plain or gzipped, next to the traces.
 * Such a file states {@code summary.real_t_step_ms}, or {@code steps} with {@code wall_ms} each, whose median counts.
 *
 * @param stepMs the step in ms by rank; only ranks that were recorded and have such a file
 * @param file the name of the first of these files
 */
public record UnprofiledSteps(Map<Integer, Double> stepMs, String file) {
    private static final String[] ENDINGS = {".json", ".json.gz"};

    /** Copies the map. */
    public UnprofiledSteps {
        stepMs = Map.copyOf(stepMs);
    }

    /**
     * Looks for such files in the directory that the traces were loaded from.
     *
     * @return empty when they were loaded otherwise, or no file states a step
     * @throws CalibrationException when a file cannot be read or is not JSON
     */
    public static Optional<UnprofiledSteps> nextTo(TraceSet traces) {
        Path directory = directory(traces.source());
        Map<Integer, Double> steps = new TreeMap<>();
        String first = null;
        if (directory != null) {
            for (RankTrace rank : traces.ranks()) {
                for (String ending : ENDINGS) {
                    Path file = directory.resolve("training_" + rank.rank() + ending);
                    OptionalDouble step = Files.isRegularFile(file) ? step(file) : OptionalDouble.empty();
                    if (step.isPresent()
                            && steps.putIfAbsent(rank.rank(), step.getAsDouble()) == null
                            && first == null) {
                        first = file.getFileName().toString();
                    }
                }
            }
        }
        return first == null ? Optional.empty() : Optional.of(new UnprofiledSteps(steps, first));
    }

    /** The mean over ranks, in ms. */
    public double meanMs() {
        return stepMs.values().stream()
                .mapToDouble(Double::doubleValue)
                .average()
                .orElseThrow();
    }

    private static Path directory(String source) {
        try {
            Path path = Path.of(source);
            return Files.isDirectory(path) ? path : null;
        } catch (InvalidPathException e) {
            return null;
        }
    }

    private static OptionalDouble step(Path file) {
        JsonNode tree = read(file);
        double stated = tree.path("summary").path("real_t_step_ms").asDouble(0);
        return isTime(stated) ? OptionalDouble.of(stated) : median(tree.path("steps"));
    }

    private static OptionalDouble median(JsonNode steps) {
        double[] timed = StreamSupport.stream(steps.spliterator(), false)
                .mapToDouble(step -> step.path("wall_ms").asDouble(0))
                .filter(UnprofiledSteps::isTime)
                .sorted()
                .toArray();
        int middle = timed.length / 2;
        return timed.length == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(timed.length % 2 == 1 ? timed[middle] : (timed[middle - 1] + timed[middle]) / 2);
    }

    private static boolean isTime(double millis) {
        return millis > 0 && millis < Double.POSITIVE_INFINITY;
    }

    private static JsonNode read(Path file) {
        try {
            return JsonTree.of(file);
        } catch (JsonProcessingException e) {
            throw bad(file + JsonFault.notJson(", ", e), e);
        } catch (IOException e) {
            throw bad(file + ": cannot be read: " + IoReason.of(e), e);
        }
    }

    private static CalibrationException bad(String what, Exception cause) {
        return new CalibrationException(
                what, "Steps timed without the profiler are read from it: mend or remove it.", cause);
    }
}
