// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.etude.Simulation;
import org.etude.Traces;
import org.etude.Workload;
import org.etude.report.Progress;
import org.etude.spec.RepairOptions;

/**
 * The inputs of {@code etude plot}: a table, ETs, or recorded traces.
 *
 * @param paths the paths
 * @param step only this profiler step of traces; null for all
 * @param progress receives progress
 */
record PlotInputs(List<Path> paths, Integer step, Progress progress) {

    /** Replaces a directory written by {@code etude run --out} with its repaired ETs. */
    PlotInputs {
        paths = paths.stream().map(PlotInputs::ofRun).toList();
    }

    private static Path ofRun(Path path) {
        Path repaired = path.resolve("repair");
        return Files.isDirectory(path.resolve("sim")) && isEts(repaired) ? repaired : path;
    }

    /** Whether the input is a single table. */
    boolean isTable() {
        return paths.size() == 1
                && paths.get(0).toString().toLowerCase(Locale.ROOT).endsWith(".csv");
    }

    /** Whether the inputs are recorded traces. */
    boolean isTraces() {
        return !isTable() && paths.stream().noneMatch(PlotInputs::isEts);
    }

    /** Whether the inputs are recorded traces and not a run that was saved. */
    boolean isRecording() {
        return isTraces() && saved().isEmpty();
    }

    /** Each path as a separate input. */
    List<PlotInputs> each() {
        List<PlotInputs> each = new ArrayList<>();
        paths.forEach(path -> each.add(new PlotInputs(List.of(path), step, progress)));
        return each;
    }

    /** All paths as traces of one job. */
    Traces traces() {
        Traces all = Traces.load(paths, t -> t, progress);
        return step == null ? all : all.step(step);
    }

    /** The single path as ETs, or all paths as traces of one job, converted and repaired. */
    Workload workload() {
        return isTraces() ? workload(traces()) : Workload.read(paths.get(0), progress);
    }

    /** Converts traces to ETs. */
    Workload workload(Traces traces) {
        return traces.link().toEt().repair(RepairOptions.defaults(), progress);
    }

    /** A name for the runs of a path: for a stage in a run's directory, the name of that directory. */
    String name() {
        Path name = whole().getFileName();
        return name == null ? paths.get(0).toString() : name.toString();
    }

    /** The saved run at the single path, or in its directory. */
    Optional<Path> saved() {
        return paths.size() == 1 ? Simulation.find(whole()) : Optional.empty();
    }

    /** The first path; for a stage in a run's directory, that directory. */
    private Path whole() {
        Path given = paths.get(0).toAbsolutePath().normalize();
        boolean stage = given.endsWith("repair") && Files.isDirectory(given.resolveSibling("sim"));
        return stage ? given.getParent() : given;
    }

    private static boolean isEts(Path path) {
        if (!Files.isDirectory(path)) {
            return path.getFileName() != null && Files.exists(path.resolveSibling(path.getFileName() + ".0.et"));
        }
        try (Stream<Path> files = Files.list(path)) {
            return files.anyMatch(file -> file.toString().endsWith(".et"));
        } catch (IOException e) {
            return false; // the trace loader then reports what is wrong
        }
    }
}
