// SPDX-License-Identifier: Apache-2.0
package org.etude.sim;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.etude.sim.result.SimulationResult;
import org.etude.store.StoredFile;

/** The file of a saved run, alone or in a directory given to {@code --out}. */
public final class RunFile {
    /** Its name in such a directory. */
    public static final String NAME = "run" + StoredFile.ENDING;

    private static final String KIND = "simulation";

    private RunFile() {}

    /**
     * Writes a run.
     *
     * @throws org.etude.report.EtudeException when the file cannot be written
     */
    public static void write(Path file, SimulationResult result, Optional<PacketResult> packets) {
        StoredFile.write(file, KIND, SavedRun.of(result, packets));
    }

    /**
     * Reads the run at a path.
     *
     * @throws org.etude.report.EtudeException when there is none, or its file is truncated, damaged, or of another version
     */
    public static SavedRun read(Path path) {
        Path file = places(path).filter(Files::isRegularFile).findFirst().orElse(path);
        return StoredFile.read(file, KIND, SavedRun.class);
    }

    /** The saved run at a path; empty where there is none. */
    public static Optional<Path> find(Path path) {
        return places(path).filter(RunFile::isSaved).findFirst();
    }

    /** Whether a file is a saved run. */
    public static boolean isSaved(Path file) {
        return Files.isRegularFile(file) && KIND.equals(StoredFile.kind(file));
    }

    /** {@code simulate --out DIR} writes into DIR, {@code run --out DIR} into DIR/sim. */
    private static Stream<Path> places(Path path) {
        return List.of(path, path.resolve(NAME), path.resolve("sim").resolve(NAME)).stream();
    }
}
