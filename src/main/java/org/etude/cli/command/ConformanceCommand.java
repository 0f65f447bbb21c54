// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.command;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.etude.cli.base.ExitCode;
import org.etude.cli.notebook.RunningKernel;
import org.etude.report.EtudeException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Compares with the recorded results of the original simulators; the comparison itself is test code of the checkout. */
@Command(
        name = "conformance",
        footer = {
            "",
            "Works only in a checkout of Etude's sources, because the comparison is part of its tests.",
            "Exit status: 0 no case differs; 3 some do; 1 the directory does not exist or has no cases.",
            "",
            "Example: etude conformance ../shared/golden/astra",
            "         etude conformance ../shared/golden/simai"
        })
public final class ConformanceCommand extends org.etude.cli.base.Command {
    private static final String RUNS = "org.etude.conformance.RecordedRuns";

    @Parameters(paramLabel = "DIR", description = "A directory of cases, or one case.")
    private Path directory;

    @Override
    public Integer call() throws IOException {
        if (!Files.isDirectory(directory)) {
            throw new EtudeException(directory + ": no such directory", "Give a directory that holds cases.");
        }
        try (TestSources tests = new TestSources(RunningKernel.home())) {
            return run(tests.load(RUNS)) == 0 ? ExitCode.OK : ExitCode.FINDINGS;
        }
    }

    private int run(Class<?> runs) {
        try {
            return (int) runs.getMethod("run", Path.class, PrintStream.class)
                    .invoke(null, directory, console().out());
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            if (e.getCause() instanceof Error cause) {
                throw cause;
            }
            throw new IllegalStateException(e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
