package org.etude.cli;

import java.nio.file.Path;
import org.etude.sim.conformance.Conformance;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Compares with the recorded results of the original simulator. */
@Command(
        name = "conformance",
        description = "Run every recorded case below a directory: a line a difference and, last, 'N cases, M differ'.",
        footer = {"", "Exit status: 0 none differs; 3 some do.", "", "Example: etude conformance ../shared/golden/astra"
        })
final class ConformanceCommand extends org.etude.cli.Command {
    @Parameters(paramLabel = "DIR", description = "A directory of cases, or one case.")
    private Path directory;

    @Override
    public Integer call() {
        return Conformance.run(directory, console().out()) == 0 ? ExitCode.OK : ExitCode.FINDINGS;
    }
}
