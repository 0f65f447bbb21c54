// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.base;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.etude.Simulation;
import org.etude.report.Report;
import org.etude.table.Tables;
import tech.tablesaw.api.Table;

/** Handles a command's results besides printing them. */
public final class Results {
    private Results() {}

    /** Writes each table to NAME.csv in a directory. */
    static void save(Path directory, List<Table> tables) {
        for (Table table : tables) {
            Path file = directory.resolve(table.name() + ".csv");
            try {
                Tables.save(table, file);
            } catch (IOException e) {
                throw new OutputException(file, e);
            }
        }
    }

    /** Writes the run as a Chrome trace, if a file is given. */
    public static void perfetto(Simulation sim, Path file) {
        if (file != null) {
            sim.exportPerfetto(file.toString());
        }
    }

    /** Runs a simulation; returns the partial result if it is interrupted. */
    public static Simulation untilInterrupted(Supplier<Simulation> run) {
        try {
            return run.get();
        } catch (Simulation.Interrupted e) {
            return e.partial();
        }
    }

    /**
     * The exit code for the findings of a run. {@link ExitCode#LIMIT} or {@link ExitCode#INTERRUPTED} if it was
     * stopped, {@link ExitCode#FAILED} if ranks never finished (only possible with --compat) or nothing took any time.
     */
    public static int exitCode(Simulation sim) {
        if (sim.isComplete()) {
            return sim.end().picoseconds() == 0 ? ExitCode.FAILED : exitCode(sim.assumptions());
        }
        if (sim.isInterrupted()) {
            return ExitCode.INTERRUPTED;
        }
        return sim.isLimited() ? ExitCode.LIMIT : ExitCode.FAILED;
    }

    /** Prints on stderr that a run was stopped before its end, or was empty. */
    public static void sayStopped(Simulation sim, Console console) {
        if (sim.isComplete() && sim.end().picoseconds() == 0) {
            console.err().println("etude: the simulated step is empty: nothing in it takes time");
            console.err()
                    .println("  Look at the findings for what was left out, and at 'etude check' for what is missing.");
        }
        if (sim.isInterrupted() || sim.isLimited()) {
            console.say(sim.stopped());
            console.err().println("  The tables hold what was simulated until " + sim.end() + ".");
        }
    }

    /** {@link ExitCode#FINDINGS} if a finding has level error. */
    public static int exitCode(Report report) {
        return report.hasErrors() ? ExitCode.FINDINGS : ExitCode.OK;
    }
}
