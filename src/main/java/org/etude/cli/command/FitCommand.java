// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.etude.Machine;
import org.etude.cli.base.ExitCode;
import org.etude.cli.base.OutputException;
import org.etude.cli.base.TableOutput;
import org.etude.report.Counted;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tech.tablesaw.api.Table;

/** A machine fitted to measured steps. */
@Command(
        name = "fit",
        description = {
            "Fit the rates that a machine reaches to measured steps, and say how well rows that were left out are"
                    + " predicted.",
            "The file that is written goes to predict, plan and workload as --machine."
        },
        footer = {"", "Example: etude fit three-steps.csv --out machine.csv"})
public final class FitCommand extends org.etude.cli.base.Command {
    @Parameters(paramLabel = "ROWS.csv", arity = "1..*", description = "Tables of measured steps, as of predict.")
    private List<Path> files = new ArrayList<>();

    @Option(names = "--out", paramLabel = "FILE", description = "Where to write the machine.")
    private Path out;

    @Mixin
    private TableOutput output = new TableOutput();

    @Override
    public Integer call() {
        Machine machine = Machine.fit(files);
        if (out != null) {
            try {
                machine.save(out);
            } catch (IOException e) {
                throw new OutputException(out, e);
            }
        }
        Table error = machine.error();
        output.print(console(), List.of(machine.table(), error));
        warn(machine, error);
        return ExitCode.OK;
    }

    private void warn(Machine machine, Table error) {
        List<String> omitted = machine.omitted();
        if (!omitted.isEmpty()) {
            console()
                    .say(Counted.of(omitted.size(), "row was", "rows were")
                            + " not fitted (etude predict says why of each); the first: " + omitted.get(0));
        }
        double without = error.doubleColumn("before_frac").getDouble(0);
        if (error.doubleColumn("left_out_frac").getDouble(0) >= without) {
            // The rows are not off in one direction, and the fit follows what they are off by chance.
            console()
                    .err()
                    .println("etude: rows that are left out are not predicted better by a fit to the others than"
                            + " without one (left_out_frac, before_frac). Give more rows of this machine, or"
                            + " predict without the fit.");
        }
    }
}
