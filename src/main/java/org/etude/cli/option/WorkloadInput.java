// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.option;

import java.nio.file.Path;
import org.etude.Workload;
import org.etude.report.Progress;
import picocli.CommandLine.Parameters;

/** The execution traces a command begins with. */
public final class WorkloadInput {
    @Parameters(
            paramLabel = "PREFIX",
            description =
                    "The ETs: the path before .RANK.et, a directory that holds one such prefix, or a GOAL schedule.")
    private Path prefix;

    /** The path as given. */
    public Path prefix() {
        return prefix;
    }

    /** Reads the workload. */
    public Workload read(Progress progress) {
        return Workload.read(prefix, progress);
    }
}
