package org.etude.cli.base;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.etude.Simulation;
import org.etude.report.Finding.Level;
import org.etude.report.Report;
import org.etude.sim.PacketResult;
import org.etude.sim.result.SimulationResult;
import org.etude.table.TableCsv;
import org.etude.unit.Time;
import tech.tablesaw.api.Table;

/** What a command does with its results besides printing them. */
public final class Results {
    private static final long PS_PER_NS = 1_000;

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

    /** All tables that a simulated run has. */
    public static List<Table> of(Simulation sim) {
        SimulationResult result = sim.result();
        List<Table> tables = new ArrayList<>(List.of(sim.ranks()));
        if (result.ops().isPresent()) {
            tables.add(sim.ops());
        }
        if (result.phases().isPresent()) {
            tables.add(sim.collectives());
        }
        if (result.messages().isPresent()) {
            tables.add(sim.messages());
        }
        if (sim.hasLinks()) {
            tables.add(sim.links());
        }
        tables.add(sim.findings());
        if (sim.packets().isPresent()) {
            tables.add(sim.flows());
            tables.add(sim.ports());
            if (sim.packets().flatMap(PacketResult::series).isPresent()) {
                tables.add(sim.portSeries());
            }
        }
        return tables;
    }

    /** Writes the run as a Chrome trace, if a file is given. */
    public static void perfetto(Simulation sim, Path file) {
        if (file != null) {
            sim.exportPerfetto(file.toString());
        }
    }

    /** Runs a simulation; when it is interrupted, gives what it has. */
    public static Simulation untilInterrupted(Supplier<Simulation> run) {
        try {
            return run.get();
        } catch (Simulation.Interrupted e) {
            return e.partial();
        }
    }

    /**
     * By the findings of a whole run; {@link ExitCode#LIMIT} or {@link ExitCode#INTERRUPTED} when it was stopped, {@link
     * ExitCode#FAILED} when ranks never finished (only --compat goes on then) or nothing took any time.
     */
    public static int exitCode(Simulation sim) {
        SimulationResult result = sim.result();
        if (result.complete()) {
            return result.ticks() == 0 ? ExitCode.FAILED : exitCode(result.report());
        }
        if (result.interrupted()) {
            return ExitCode.INTERRUPTED;
        }
        return result.limited() ? ExitCode.LIMIT : ExitCode.FAILED;
    }

    /** Says on stderr that a run was stopped before its end, or was empty. */
    public static void sayStopped(Simulation sim, Console console) {
        SimulationResult result = sim.result();
        if (result.complete() && result.ticks() == 0) {
            console.err().println("etude: the simulated step is empty: nothing in it takes time");
            console.err()
                    .println("  Look at the findings for what was left out, and at 'etude check' for what is missing.");
        }
        if (result.interrupted() || result.limited()) {
            console.err().println("etude: " + result.stopped());
            console.err()
                    .println(
                            "  The tables hold what was simulated until " + new Time(result.ticks() * PS_PER_NS) + ".");
        }
    }

    /** {@link ExitCode#FINDINGS} when a finding says that the result suffers. */
    public static int exitCode(Report report) {
        return report.has(Level.ERROR) ? ExitCode.FINDINGS : ExitCode.OK;
    }
}
