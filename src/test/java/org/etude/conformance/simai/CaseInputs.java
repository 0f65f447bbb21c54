// SPDX-License-Identifier: Apache-2.0
package org.etude.conformance.simai;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.etude.report.EtudeException;

/** Finds the inputs of recorded runs: in a folder next to the kind's, or in the project's golden data above. */
final class CaseInputs {
    private static final int LEVELS = 5;
    private static final List<String> PLACES =
            List.of("inputs", "simai/inputs", "golden/simai/inputs", "shared/golden/simai/inputs");

    private CaseInputs() {}

    /** A file of the folder of inputs. */
    static Path file(Path directory, String name) {
        return find(directory, PLACES, name)
                .orElseThrow(() -> new EtudeException(
                        directory + ": there is no input " + name, "Put it into a folder 'inputs' beside this one."));
    }

    /** A file below one of some places next to or above a directory. */
    static Optional<Path> find(Path directory, List<String> places, String name) {
        Path level = directory.toAbsolutePath().normalize();
        for (int i = 0; i < LEVELS && level != null; i++) {
            for (String place : places) {
                for (String ending : List.of("", ".gz")) {
                    Path file = level.resolve(place).resolve(name + ending);
                    if (Files.isRegularFile(file)) {
                        return Optional.of(file);
                    }
                }
            }
            level = level.getParent();
        }
        return Optional.empty();
    }
}
