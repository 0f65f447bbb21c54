// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.etude.Predictions;
import org.etude.cli.base.ExitCode;
import org.etude.cli.base.TableOutput;
import org.etude.report.Counted;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tech.tablesaw.api.Table;

/** Predicted against measured steps. */
@Command(
        name = "predict",
        footer = {
            "",
            "Reads vTrain's table, Megatron-Bridge's performance summary, and tables of published steps (docs/planner.md).",
            "",
            "Examples: etude predict measured.csv",
            "          etude predict measured.csv --machine machine.csv --format csv"
        })
public final class PredictCommand extends org.etude.cli.base.Command {
    @Parameters(paramLabel = "ROWS.csv", arity = "1..*", description = "Tables of measured steps.")
    private List<Path> files = new ArrayList<>();

    @Option(names = "--machine", paramLabel = "FILE", description = "Machine file written by 'etude fit'.")
    private Path machine;

    @Option(names = "--out", paramLabel = "DIR", description = "Also write the tables here.")
    private Path out;

    @Mixin
    private TableOutput output = new TableOutput();

    @Override
    public Integer call() {
        Predictions predictions =
                Predictions.of(files, Optional.ofNullable(machine).map(Path::toString));
        List<Table> tables = List.of(predictions.table(), predictions.accuracy());
        if (out != null) {
            output.save(out, tables);
        }
        output.print(console(), tables);
        return outcome(predictions);
    }

    private int outcome(Predictions predictions) {
        Table accuracy = predictions.accuracy();
        int all = accuracy.rowCount() - 1;
        int predicted = accuracy.intColumn("rows").get(all);
        List<String> unreadable = predictions.unreadable();
        if (!unreadable.isEmpty()) {
            console()
                    .say(Counted.of(unreadable.size(), "row") + " of "
                            + (predicted + accuracy.intColumn("missing").get(all)) + " cannot be read; the first: "
                            + unreadable.get(0));
        }
        if (predicted == 0) {
            console().err().println("etude: no row can be predicted; the column notes says why for each");
            return ExitCode.FAILED;
        }
        return unreadable.isEmpty() ? ExitCode.OK : ExitCode.FINDINGS;
    }
}
