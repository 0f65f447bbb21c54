package org.etude.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import org.etude.cli.simai.SimAiLayouts;
import org.etude.report.EtudeException;
import org.etude.sim.conformance.Conformance;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Compares with the recorded results of the original simulator. */
@Command(
        name = "conformance",
        description = "Run every recorded case below a directory: a line a difference and, last, 'N cases, M differ'.",
        footer = {
            "",
            "Exit status: 0 none differs; 3 some do; 1 there is no such directory.",
            "",
            "Example: etude conformance ../shared/golden/astra",
            "         etude conformance ../shared/golden/simai"
        })
final class ConformanceCommand extends org.etude.cli.Command {
    @Parameters(paramLabel = "DIR", description = "A directory of cases, or one case.")
    private Path directory;

    @Override
    public Integer call() {
        if (!Files.isDirectory(directory)) {
            throw new EtudeException(directory + ": no such directory", "Give a directory that holds cases.");
        }
        return Conformance.run(directory, SimAiLayouts.all(), console().out()) == 0 ? ExitCode.OK : ExitCode.FINDINGS;
    }
}
