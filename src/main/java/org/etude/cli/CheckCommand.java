package org.etude.cli;

import java.util.List;
import org.etude.link.Readiness;
import org.etude.table.FindingsTable;
import org.etude.table.ReadinessTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Whether traces are fit to be simulated. */
@Command(
        name = "check",
        footer = {
            "",
            "Exit status: 0 ready; 3 not ready; 1 the traces cannot be read.",
            "",
            "Example: etude check my-traces"
        })
final class CheckCommand extends org.etude.cli.Command {
    @Mixin
    private TraceInput input = new TraceInput();

    @Mixin
    private LinkOptionsMixin link = new LinkOptionsMixin();

    @Mixin
    private TableOutput output = new TableOutput();

    @Override
    public Integer call() {
        Readiness readiness =
                Readiness.of(link.link(input.load(progress()), progress()).set());
        quiet();
        output.print(console(), List.of(ReadinessTable.of(readiness), FindingsTable.of(readiness.report())));
        output.note(console(), readiness.isReady() ? "ready" : "not ready: see the findings of level error");
        return readiness.isReady() ? ExitCode.OK : ExitCode.FINDINGS;
    }
}
