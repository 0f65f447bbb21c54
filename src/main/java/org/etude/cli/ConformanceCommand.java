package org.etude.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.etude.cli.simai.SimAiLayouts;
import org.etude.cli.triosim.TraceLayout;
import org.etude.cli.triosim.TrioSimLayout;
import org.etude.report.EtudeException;
import org.etude.sim.conformance.CaseLayout;
import org.etude.sim.conformance.Conformance;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Compares with the recorded results of the original simulator. */
@Command(
        name = "conformance",
        footer = {
            "",
            "Exit status: 0 none differs; 3 some do; 1 there is no such directory or no case in it.",
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
        List<CaseLayout> more = new ArrayList<>(SimAiLayouts.all());
        more.add(new TrioSimLayout());
        more.add(new TraceLayout());
        return Conformance.run(directory, more, console().out()) == 0 ? ExitCode.OK : ExitCode.FINDINGS;
    }
}
