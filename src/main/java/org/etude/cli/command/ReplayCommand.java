// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.command;

import java.nio.file.Path;
import java.util.List;
import org.etude.LinkedTraces;
import org.etude.Workload;
import org.etude.cli.base.ExitCode;
import org.etude.cli.base.TableOutput;
import org.etude.cli.option.LinkOptionsMixin;
import org.etude.cli.option.ShardMixin;
import org.etude.cli.option.TraceInput;
import org.etude.report.Finding.Level;
import org.etude.spec.ConvertOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tech.tablesaw.api.Table;

/** Whether a conversion keeps the time that was recorded. */
@Command(
        name = "replay",
        footer = {
            "",
            "Every prediction made from these traces inherits this error. Findings name what the trace does"
                    + " not explain.",
            "",
            "Example: etude replay my-traces --format csv"
        })
public final class ReplayCommand extends org.etude.cli.base.Command {
    @Mixin
    private TraceInput input = new TraceInput();

    @Mixin
    private LinkOptionsMixin link = new LinkOptionsMixin();

    @Mixin
    private TableOutput output = new TableOutput();

    @Option(names = "--out", paramLabel = "DIR", description = "Where to write replay.csv and findings.csv.")
    private Path out;

    @Mixin
    private ShardMixin shard = new ShardMixin();

    @Override
    public Integer call() {
        return shard.instead(
                        this, out, part -> part.replay(input.conversion(link.options(), ConvertOptions.defaults())))
                .orElseGet(this::whole);
    }

    private int whole() {
        LinkedTraces linked = link.link(input.load(progress()), progress());
        Workload workload = linked.toEt();
        Table replayed = workload.replay();
        if (out != null) {
            output.save(out, List.of(replayed, workload.findings()));
        }
        quiet();
        if (output.isCsv()) {
            output.print(console(), List.of(replayed));
            workload.assumptions().findings().stream()
                    .filter(finding -> finding.level() != Level.INFO)
                    .forEach(finding ->
                            console().err().println("etude: rank " + finding.rank() + ": " + finding.what()));
        } else {
            output.print(console(), List.of(replayed, workload.findings()));
        }
        return ExitCode.OK;
    }
}
