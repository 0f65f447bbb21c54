package org.etude;

import org.etude.sim.SimulationResult;
import org.etude.sim.network.MessageLog;
import org.etude.table.FindingsTable;
import org.etude.table.LinksTable;
import org.etude.table.MessagesTable;
import org.etude.table.SimCollectivesTable;
import org.etude.table.SimOpsTable;
import org.etude.table.SimRanksTable;
import org.etude.table.TableText;
import org.etude.unit.Time;
import tech.tablesaw.api.Table;

/** A simulated run. Immutable; the tables are made anew by each call. */
public final class Simulation {
    private static final long PS_PER_NS = 1_000;

    private final SimulationResult result;

    private Simulation(SimulationResult result) {
        this.result = result;
    }

    /** A run that was made already. */
    public static Simulation of(SimulationResult result) {
        return new Simulation(result);
    }

    /** A run to be set up: {@code Simulation.of(work).system(...).network(...).run()}. */
    public static SimulationSetup of(Workload workload) {
        return SimulationSetup.of(workload);
    }

    /**
     * A run of other people's inputs, unchanged.
     *
     * @param system ASTRA-sim's system JSON
     * @param network ASTRA-sim's network YAML
     * @param prefix the ETs, the path before {@code .RANK.et}
     */
    public static SimulationSetup read(String system, String network, String prefix) {
        return SimulationSetup.read(system, network, prefix);
    }

    /** The run behind this value. */
    public SimulationResult result() {
        return result;
    }

    /** A row a rank: {@link SimRanksTable#SCHEMA}. */
    public Table ranks() {
        return SimRanksTable.of(result.ranks());
    }

    /** A row a node and rank: {@link SimOpsTable#SCHEMA}; no rows when ops were not recorded. */
    public Table ops() {
        return result.ops().map(SimOpsTable::of).orElseGet(SimOpsTable.SCHEMA::empty);
    }

    /** A row a phase, chunk and rank: {@link SimCollectivesTable#SCHEMA}; no rows when they were not recorded. */
    public Table collectives() {
        return result.phases().map(SimCollectivesTable::of).orElseGet(SimCollectivesTable.SCHEMA::empty);
    }

    /** A row a message: {@link MessagesTable#SCHEMA}; no rows unless messages were recorded. */
    public Table messages() {
        return MessagesTable.of(result.messages().orElseGet(MessageLog::new));
    }

    /** A row a link that carried anything: {@link LinksTable#SCHEMA}; no rows on the unaware network. */
    public Table links() {
        return LinksTable.of(result.links(), result.ticks());
    }

    /** What the workload and the run assumed: {@link FindingsTable#SCHEMA}. */
    public Table findings() {
        return FindingsTable.of(result.report());
    }

    /** Simulated time of the whole run, end of the last rank. */
    public Time stepTime() {
        return new Time(Math.multiplyExact(result.stepNs(), PS_PER_NS));
    }

    @Override
    public String toString() {
        return result + System.lineSeparator() + TableText.of(ranks(), Titles.ROWS);
    }
}
