// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.base;

import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Parameters;

/** The paths of a recording or of a saved simulated run. */
@HelpGroup("Reading")
public final class RecordingPaths {
    @Parameters(
            paramLabel = "PATH",
            arity = "1..*",
            description =
                    "Traces: directories or files, also .gz and .zip. Or a simulated run: what 'etude run --out' or"
                            + " 'etude simulate --out' wrote.")
    private List<Path> paths;

    /** The given paths, at least one. */
    public List<Path> paths() {
        return paths;
    }
}
