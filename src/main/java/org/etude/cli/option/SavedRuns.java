// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.option;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.etude.Simulation;

/** Finds simulated runs that a command saved. */
public final class SavedRuns {
    private SavedRuns() {}

    /** The saved run at a path, or in a directory written by {@code --out}. */
    public static Optional<Path> find(Path path) {
        for (Path file :
                List.of(path, path.resolve(Simulation.FILE), path.resolve("sim").resolve(Simulation.FILE))) {
            if (Simulation.isSaved(file)) {
                return Optional.of(file);
            }
        }
        return Optional.empty();
    }
}
