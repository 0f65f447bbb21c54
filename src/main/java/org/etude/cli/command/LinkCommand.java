// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.etude.LinkedTraces;
import org.etude.Traces;
import org.etude.cli.base.Results;
import org.etude.cli.base.TableOutput;
import org.etude.cli.option.LinkOptionsMixin;
import org.etude.cli.option.TraceInput;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tech.tablesaw.api.Table;

/** The step from traces to one graph per rank. */
@Command(
        name = "link",
        footer = {"", "Example: etude link my-traces --out runs/x/link"})
public final class LinkCommand extends org.etude.cli.base.Command {
    @Mixin
    private TraceInput input = new TraceInput();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Where to write link.csv, collectives.csv, unmatched.csv and findings.csv.")
    private Path out;

    @Mixin
    private LinkOptionsMixin link = new LinkOptionsMixin();

    @Mixin
    private TableOutput output = new TableOutput();

    @Override
    public Integer call() {
        Traces traces = input.load(progress());
        LinkedTraces linked = link.link(traces, progress());
        List<Table> tables = List.of(linked.report(), linked.collectives(), linked.unmatched(), linked.findings());
        if (out != null) {
            output.save(out, tables);
        }
        quiet();
        List<Table> shown = new ArrayList<>(output.grouped(List.of(linked.report())));
        shown.addAll(List.of(linked.collectives(), linked.unmatched()));
        shown.addAll(output.grouped(List.of(linked.findings())));
        output.print(console(), shown);
        return Results.exitCode(traces.assumptions().plus(linked.assumptions()));
    }
}
