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
import org.etude.Traces;
import org.etude.Workload;
import org.etude.cli.option.SavedRuns;
import org.etude.report.Progress;
import org.etude.spec.RepairOptions;

/**
 * What {@code etude plot} reads: a table, ETs, or recorded traces.
 *
 * @param paths where
 * @param step only this profiler step of traces; null for all
 * @param progress who watches
 */
record PlotInputs(List<Path> paths, Integer step, Progress progress) {

    /** Takes the repaired ETs of a directory that {@code etude run --out} wrote. */
    PlotInputs {
        paths = paths.stream().map(PlotInputs::ofRun).toList();
    }

    private static Path ofRun(Path path) {
        Path repaired = path.resolve("repair");
        return Files.isDirectory(path.resolve("sim")) && isEts(repaired) ? repaired : path;
    }

    /** Whether it is one table. */
    boolean isTable() {
        return paths.size() == 1
                && paths.get(0).toString().toLowerCase(Locale.ROOT).endsWith(".csv");
    }

    /** Whether they are recorded traces. */
    boolean isTraces() {
        return !isTable() && paths.stream().noneMatch(PlotInputs::isEts);
    }

    /** Each path by itself. */
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

    /** The one path as ETs, or all paths as traces of one job, converted and repaired. */
    Workload workload() {
        return isTraces() ? workload(traces()) : Workload.read(paths.get(0), progress);
    }

    /** Traces as ETs. */
    Workload workload(Traces traces) {
        return traces.link().toEt().repair(RepairOptions.defaults(), progress);
    }

    /** A name for the runs of a path; of a run's directory its own, not that of the stage in it. */
    String name() {
        Path name = whole().getFileName();
        return name == null ? paths.get(0).toString() : name.toString();
    }

    /** The saved run that the one path is, or that its directory holds. */
    Optional<Path> saved() {
        return paths.size() == 1 ? SavedRuns.find(whole()) : Optional.empty();
    }

    /** The first path; of a stage in a run's directory that directory. */
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
            return false; // the trace loader then says what is wrong with it
        }
    }
}
