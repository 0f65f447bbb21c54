// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.command;

import java.util.List;
import org.etude.LinkedTraces;
import org.etude.cli.base.ExitCode;
import org.etude.cli.base.TableOutput;
import org.etude.cli.option.LinkOptionsMixin;
import org.etude.cli.option.TraceInput;
import org.etude.report.Report;
import org.etude.table.FindingsTable;
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
public final class CheckCommand extends org.etude.cli.base.Command {
    @Mixin
    private TraceInput input = new TraceInput();

    @Mixin
    private LinkOptionsMixin link = new LinkOptionsMixin();

    @Mixin
    private TableOutput output = new TableOutput();

    @Override
    public Integer call() {
        LinkedTraces linked = link.link(input.load(progress()), progress());
        Report check = linked.check();
        boolean ready = !check.hasErrors();
        quiet();
        output.print(console(), output.grouped(List.of(linked.readiness(), FindingsTable.of(check))));
        output.note(
                console(),
                ready ? "ready: 'etude run " + input.asGiven() + "'" : "not ready: see the findings of level error");
        return ready ? ExitCode.OK : ExitCode.FINDINGS;
    }
}
