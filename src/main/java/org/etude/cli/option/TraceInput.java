// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.option;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.etude.Traces;
import org.etude.cli.base.HelpGroup;
import org.etude.report.Progress;
import org.etude.report.ShellWord;
import org.etude.spec.ConvertOptions;
import org.etude.spec.LinkOptions;
import org.etude.spec.LoadOptions;
import org.etude.spec.TraceConversion;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The traces a command begins with. */
@HelpGroup("Reading")
public final class TraceInput {
    @Parameters(
            paramLabel = "PATH",
            arity = "1..*",
            description = "Directories or files with host execution traces and Kineto traces, also .gz and .zip.")
    private List<Path> paths;

    @Mixin
    private ReadingMixin reading = new ReadingMixin();

    /** The given paths. */
    public List<Path> paths() {
        return paths;
    }

    /** Their conversion with these options. */
    public TraceConversion conversion(LinkOptions link, ConvertOptions convert) {
        return new TraceConversion(paths, reading.options(LoadOptions.defaults()), step(), link, convert);
    }

    /** The only step to look at, if given. */
    public Optional<Integer> step() {
        return reading.step();
    }

    /** The paths and the options of reading, as a command line has them. */
    public String asGiven() {
        StringBuilder text = new StringBuilder(
                paths.stream().map(Path::toString).map(ShellWord::of).collect(Collectors.joining(" ")));
        step().ifPresent(step -> text.append(" --step ").append(step));
        return text.append(reading.keepsTruncated() ? " --keep-truncated" : "").toString();
    }

    /** Loads the traces. */
    public Traces load(Progress progress) {
        return reading.load(paths, progress);
    }
}
