// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.etude.cli.base.ExitCode;
import org.etude.cli.base.TableOutput;
import org.etude.logs.NcclInspector;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tech.tablesaw.api.Table;

/** A job's communication as NCCL Inspector recorded it. */
@Command(
        name = "inspector",
        footer = {
            "",
            "A rank's time in a collective is the transfer and its wait for the last rank: the shortest"
                    + " time of all ranks is the"
                    + " transfer, and a rank with short times arrives late (docs/inputs.md).",
            "",
            "Examples: etude inspector inspector-dumps",
            "          etude calibrate --timings inspector-dumps --out runs/fit"
        })
public final class InspectorCommand extends org.etude.cli.base.Command {
    @Parameters(paramLabel = "PATH", description = "Directory of NCCL Inspector files, or one of them.")
    private Path path;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Where to write comm_profile.csv and comm_stragglers.csv.")
    private Path out;

    @Mixin
    private TableOutput output = new TableOutput();

    @Override
    public Integer call() {
        NcclInspector log = NcclInspector.load(path);
        List<Table> tables = new ArrayList<>(List.of(log.profile(), log.stragglers()));
        if (log.report().size() > 0) {
            tables.add(log.findings());
        }
        if (out != null) {
            output.save(out, tables);
        }
        quiet();
        output.print(console(), tables);
        return ExitCode.OK;
    }
}
