package org.etude.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.etude.Simulation;
import org.etude.report.Finding.Level;
import org.etude.report.Report;
import org.etude.sim.Fidelity;
import org.etude.table.TableCsv;
import tech.tablesaw.api.Table;

/** What a command does with its results besides printing them. */
final class Results {
    private Results() {}

    /** Writes each table to NAME.csv in a directory. */
    static void save(Path directory, List<Table> tables) {
        for (Table table : tables) {
            Path file = directory.resolve(table.name() + ".csv");
            try {
                TableCsv.write(table, file);
            } catch (IOException e) {
                throw new OutputException(file, e);
            }
        }
    }

    /** All tables of a simulated run; flows and ports only of a packet network. */
    static List<Table> of(Simulation sim) {
        List<Table> tables = new ArrayList<>(
                List.of(sim.ranks(), sim.ops(), sim.collectives(), sim.messages(), sim.links(), sim.findings()));
        if (sim.result().scenario().options().fidelity() == Fidelity.PACKET) {
            tables.add(sim.flows());
            tables.add(sim.ports());
        }
        return tables;
    }

    /** {@link ExitCode#FAILED} when ranks never finished (only --compat goes on then), else by its findings. */
    static int exitCode(Simulation sim) {
        return sim.result().complete() ? exitCode(sim.result().report()) : ExitCode.FAILED;
    }

    /** {@link ExitCode#FINDINGS} when a finding says that the result suffers. */
    static int exitCode(Report report) {
        return report.has(Level.ERROR) ? ExitCode.FINDINGS : ExitCode.OK;
    }
}
