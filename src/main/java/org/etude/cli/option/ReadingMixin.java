// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.option;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.etude.Traces;
import org.etude.cli.base.Allowed;
import org.etude.cli.base.HelpGroup;
import org.etude.report.Progress;
import org.etude.spec.LoadOptions;
import picocli.CommandLine.Option;

/** How recordings are read. */
@HelpGroup("Reading")
public final class ReadingMixin {
    @Option(
            names = "--keep-truncated",
            description = "Use the complete records of a truncated file instead of stopping.")
    private boolean keepTruncated;

    @Allowed(from = 0, give = "0 or more")
    @Option(
            names = "--step",
            paramLabel = "N",
            description = "Only the step that the profiler marked as ProfilerStep#N. Default: everything.")
    private Integer step;

    /** Whether any option was given. */
    public boolean isGiven() {
        return step != null || keepTruncated;
    }

    /** Whether truncated files are used. */
    boolean keepsTruncated() {
        return keepTruncated;
    }

    /** The only step to look at, if given. */
    Optional<Integer> step() {
        return Optional.ofNullable(step);
    }

    /** Options of loading, with what was given. */
    LoadOptions options(LoadOptions defaults) {
        return keepTruncated ? defaults.withKeepTruncated() : defaults;
    }

    /** Loads recordings. */
    public Traces load(List<Path> paths, Progress progress) {
        Traces all = Traces.load(paths, this::options, progress);
        return step == null ? all : all.step(step);
    }
}
