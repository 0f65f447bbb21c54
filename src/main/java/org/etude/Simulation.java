// SPDX-License-Identifier: Apache-2.0
package org.etude;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.etude.analysis.ChangedRun;
import org.etude.analysis.PerfettoFile;
import org.etude.analysis.StepBound;
import org.etude.analysis.recorded.DiffEntry;
import org.etude.network.packet.state.PacketObservers;
import org.etude.report.Inside;
import org.etude.report.Report;
import org.etude.sim.InterruptedRunException;
import org.etude.sim.PacketResult;
import org.etude.sim.PacketSimulation;
import org.etude.sim.SavedRun;
import org.etude.sim.Simulator;
import org.etude.sim.WholeJob;
import org.etude.sim.checkpoint.RunCheckpoint;
import org.etude.sim.result.SimulationResult;
import org.etude.sim.spec.Scenario;
import org.etude.spec.SimOptions;
import org.etude.spec.SimulationException;
import org.etude.spec.WhatIf;
import org.etude.store.StoredFile;
import org.etude.table.EqualRanks;
import org.etude.table.FindingsTable;
import org.etude.table.TableText;
import org.etude.table.recorded.BandwidthTable;
import org.etude.table.recorded.DiffTable;
import org.etude.table.recorded.IdleTable;
import org.etude.table.recorded.KernelsTable;
import org.etude.table.recorded.NodeTrafficTable;
import org.etude.table.run.ArrivalsTable;
import org.etude.table.run.CriticalPathTable;
import org.etude.table.run.ExposedCommTable;
import org.etude.table.run.FlowsTable;
import org.etude.table.run.LinksTable;
import org.etude.table.run.MessagesTable;
import org.etude.table.run.PortSeriesTable;
import org.etude.table.run.PortsTable;
import org.etude.table.run.RunAnswers;
import org.etude.table.run.RunTables;
import org.etude.table.run.SimCollectivesTable;
import org.etude.table.run.SimOpsTable;
import org.etude.table.run.SimRanksTable;
import org.etude.table.run.StragglersTable;
import org.etude.table.run.WhatIfTable;
import org.etude.unit.Time;
import tech.tablesaw.api.Table;

/** A simulated run. Immutable; the tables are made anew by each call. */
public final class Simulation {
    /** What {@code --out} calls a saved run. */
    public static final String FILE = "run" + StoredFile.ENDING;

    private static final String KIND = "simulation";
    private static final long PS_PER_NS = 1_000;
    /** A critical path of more nodes is looked for only when asked. */
    private static final int MOST_ROWS = 5_000_000;

    private final SimulationResult result;
    private final Optional<PacketResult> packets;
    private final RunTables tables;
    private StepBound bound;

    private Simulation(SimulationResult result, Optional<PacketResult> packets) {
        this.result = result;
        this.packets = packets;
        tables = new RunTables(result, packets);
    }

    /** A run that was simulated packet by packet. */
    @Inside
    public static Simulation of(PacketResult result) {
        return new Simulation(result.simulation(), Optional.of(result));
    }

    /**
     * Simulates a scenario as closely as its options say.
     *
     * @throws org.etude.spec.SimulationException when ranks are missing with which recorded ones communicate
     * @throws Interrupted when the thread was interrupted
     */
    @Inside
    public static Simulation run(Scenario scenario) {
        return run(scenario, PacketObservers.none());
    }

    /**
     * Simulates a scenario, its packets watched where it has any.
     *
     * @throws Interrupted when the thread was interrupted
     */
    @Inside
    public static Simulation run(Scenario scenario, PacketObservers observers) {
        return run(scenario, () -> PacketSimulation.run(scenario, observers), RunCheckpoint.none());
    }

    /** A run that is saved while it goes on. */
    static Simulation run(Scenario scenario, RunCheckpoint checkpoint) {
        return run(scenario, () -> PacketSimulation.run(scenario, checkpoint), checkpoint);
    }

    private static Simulation run(Scenario scenario, Supplier<PacketResult> byPacket, RunCheckpoint checkpoint) {
        WholeJob.require(scenario.ranks());
        try {
            return scenario.isPacketByPacket()
                    ? of(byPacket.get())
                    : new Simulation(Simulator.run(scenario, checkpoint), Optional.empty());
        } catch (InterruptedRunException e) {
            throw new Interrupted(e);
        }
    }

    /**
     * A run whose thread was interrupted. As with {@link InterruptedException} the thread's flag is clear when this is
     * thrown, so that tables can be made of what there is.
     */
    public static final class Interrupted extends CancellationException {
        private final transient Simulation partial;

        private Interrupted(InterruptedRunException run) {
            super(run.getMessage());
            initCause(run);
            partial = new Simulation(run.result(), run.packets());
            Thread.interrupted();
        }

        /** What was simulated until then. */
        public Simulation partial() {
            return partial;
        }
    }

    /** A run to be set up: {@code Simulation.of(work).system(...).network(...).run()}. */
    public static SimulationSetup of(Workload workload) {
        return SimulationSetup.of(workload);
    }

    /**
     * A run of ASTRA-sim's own input files, unchanged.
     *
     * @param system ASTRA-sim's system JSON
     * @param network ASTRA-sim's network YAML, or the configuration of its packet backend
     * @param prefix the ETs, the path before {@code .RANK.et}
     */
    public static SimulationSetup read(String system, String network, String prefix) {
        return read(Path.of(system), Path.of(network), Path.of(prefix));
    }

    /** {@link #read(String, String, String)}. */
    public static SimulationSetup read(Path system, Path network, Path prefix) {
        return SimulationSetup.read(system, network, prefix);
    }

    /** The run behind this value. */
    @Inside
    public SimulationResult result() {
        return result;
    }

    /** The run with its flows and ports, when packets were simulated. */
    @Inside
    public Optional<PacketResult> packets() {
        return packets;
    }

    /** One row per rank: {@link SimRanksTable#SCHEMA}. */
    public Table ranks() {
        return tables.ranks();
    }

    /**
     * One row per node and rank: {@link SimOpsTable#SCHEMA}.
     *
     * @throws SimulationException when ops were not recorded
     */
    public Table ops() {
        return tables.ops();
    }

    /**
     * One row per phase, chunk and rank: {@link SimCollectivesTable#SCHEMA}.
     *
     * @throws SimulationException when collectives were not recorded
     */
    public Table collectives() {
        return tables.collectives();
    }

    /**
     * One row per message: {@link MessagesTable#SCHEMA}.
     *
     * @throws SimulationException unless messages were recorded
     */
    public Table messages() {
        return tables.messages();
    }

    /**
     * One row per link that carried anything: {@link LinksTable#SCHEMA}.
     *
     * @throws SimulationException on a network without links, as the analytic one
     */
    public Table links() {
        return tables.links();
    }

    /** Whether the network of the run had links, which carried something or nothing. */
    public boolean hasLinks() {
        return tables.hasLinks();
    }

    /**
     * One row per message, with its ideal completion time: {@link FlowsTable#SCHEMA}.
     *
     * @throws SimulationException unless packets were simulated
     */
    public Table flows() {
        return tables.flows();
    }

    /**
     * One row per port with its pauses, marks and drops: {@link PortsTable#SCHEMA}.
     *
     * @throws SimulationException unless packets were simulated
     */
    public Table ports() {
        return tables.ports();
    }

    /**
     * Queue and load of each port over time: {@link PortSeriesTable#SCHEMA}.
     *
     * @throws SimulationException unless packets were simulated and {@code s.record(Recording.PORTS)} asked for it
     */
    public Table portSeries() {
        return tables.portSeries();
    }

    /**
     * Which collectives and messages cause exposed communication, the largest cause first: {@link ExposedCommTable#SCHEMA};
     * {@code sim.exposedComm().first(10)}.
     *
     * @throws org.etude.spec.SimulationException when ops were not recorded
     */
    public Table exposedComm() {
        return answers().exposedComm();
    }

    /**
     * When each rank reached each collective of several ranks: {@link ArrivalsTable#SCHEMA}.
     *
     * @throws org.etude.spec.SimulationException when ops were not recorded
     */
    public Table arrivals() {
        return answers().arrivals();
    }

    /**
     * How much later than the median each rank reached the collectives: {@link StragglersTable#SCHEMA}.
     *
     * @throws org.etude.spec.SimulationException when ops were not recorded
     */
    public Table stragglers() {
        return answers().stragglers();
    }

    /**
     * What each rank ran and how long: {@link KernelsTable#SCHEMA}, the columns of {@link Traces#kernels}.
     *
     * @throws org.etude.spec.SimulationException when ops were not recorded
     */
    public Table kernels() {
        return answers().kernels();
    }

    /**
     * Why the resources of each rank were idle: {@link IdleTable#SCHEMA}, the columns of {@link Traces#idle()}.
     *
     * @throws org.etude.spec.SimulationException when ops were not recorded
     */
    public Table idle() {
        return answers().idle();
    }

    /**
     * The bandwidth that collectives reached: {@link BandwidthTable#SCHEMA}, the columns of {@link Traces#bandwidth}.
     *
     * @throws org.etude.spec.SimulationException when ops were not recorded
     */
    public Table bandwidth() {
        return answers().bandwidth();
    }

    /**
     * What ranks communicated within their node and with others: {@link NodeTrafficTable#SCHEMA}.
     *
     * @param ranksPerNode ranks 0 to that number less one are in the first node, and so on
     * @throws org.etude.report.EtudeException when it is not 1 or more, or ops were not recorded
     */
    public Table nodeTraffic(int ranksPerNode) {
        return answers().nodeTraffic(ranksPerNode);
    }

    /**
     * What differs from another run, per rank and step: {@link DiffTable#SCHEMA}; this one is before.
     *
     * @throws org.etude.spec.SimulationException when ops were not recorded
     */
    public Table diff(Simulation after) {
        return answers().diff(after.answers());
    }

    /** What was recorded, as tables; where the run has no such thing, without rows if need be. */
    RunTables recorded() {
        return tables;
    }

    private RunAnswers answers() {
        return new RunAnswers(result);
    }

    List<DiffEntry> entries() {
        return answers().entries();
    }

    /**
     * The chain of nodes that determined when the run ended: {@link CriticalPathTable#SCHEMA}; its durations add up to the step.
     *
     * @throws org.etude.spec.SimulationException when ops were not recorded
     */
    public Table criticalPath() {
        return answers().criticalPath();
    }

    /**
     * What changes would bring, each simulated by a run of its own: {@link WhatIfTable#SCHEMA}, one row per change: {@code
     * sim.whatIf(w -> w.links(2), w -> w.op("aten::mm", 0), w -> w.compute(0.5))}.
     *
     * @throws org.etude.spec.SimulationException when a change means no node or link, or this run did not end
     */
    @SafeVarargs
    public final Table whatIf(UnaryOperator<WhatIf>... changes) {
        List<ChangedRun.Outcome> outcomes = new ArrayList<>();
        for (UnaryOperator<WhatIf> change : changes) {
            WhatIf question = change.apply(WhatIf.nothing());
            SimOptions nothingKept = result.scenario().options().record();
            outcomes.add(ChangedRun.of(question).compare(result, run(question, nothingKept).result));
        }
        return WhatIfTable.of(outcomes);
    }

    /** The same run with something changed, simulated anew: {@code sim.changed(w -> w.links(2)).ranks()}. */
    public Simulation changed(UnaryOperator<WhatIf> change) {
        return run(change.apply(WhatIf.nothing()), result.scenario().options());
    }

    private Simulation run(WhatIf question, SimOptions options) {
        return run(ChangedRun.of(question).apply(result.scenario().options(options)));
    }

    /**
     * What bounds the step: shares of its critical path, and the most that a faster network can save. The first call simulates
     * the run once more, on an infinitely fast network.
     *
     * @throws org.etude.spec.SimulationException when ops were not recorded or the run did not end
     */
    public synchronized StepBound bound() {
        if (bound == null) {
            bound = StepBound.of(result);
        }
        return bound;
    }

    /**
     * The recorded step next to the simulated one, what bounds it and how far the network could change it: what {@code etude
     * run} begins with.
     *
     * @param recorded the traces whose conversion was simulated
     */
    public StepSummary against(Traces recorded) {
        return Prediction.of(recorded, this).summary(List.of());
    }

    /**
     * The recorded step next to the replayed and the simulated one.
     *
     * @param recorded the traces whose conversion was simulated
     * @param replay {@link Workload#replay()} of that conversion
     */
    public StepSummary against(Traces recorded, Replay replay) {
        return Prediction.of(recorded, this).summary(replay);
    }

    /**
     * What the workload and the run assumed, and what sets the pace of the step: {@link FindingsTable#SCHEMA}. The last row
     * needs recorded ops and a run that ended, and costs what {@link #bound()} does.
     */
    public Table findings() {
        return FindingsTable.of(report());
    }

    /** What the run itself assumed or missed, as values. */
    public Report assumptions() {
        return result.report();
    }

    /** All findings of the run, as {@link #findings()} shows them. */
    public Report report() {
        boolean known = result.complete()
                && result.ops()
                        .filter(ops -> ops.size() > 0 && ops.size() <= MOST_ROWS)
                        .isPresent()
                && !result.scenario().options().compat();
        return known ? result.report().plus(bound().report()) : result.report();
    }

    /**
     * Writes it as a Chrome trace, which Perfetto and chrome://tracing open: one process per rank with threads for compute, host,
     * communication, memory and queues, arrows for dependencies and between the ranks of collectives, counters, and the critical path
     * as a process of its own; about 400 bytes per node. {@link Traces#exportPerfetto(String, Simulation)} puts the recording next to it.
     *
     * @throws org.etude.spec.SimulationException when ops were not recorded or the file cannot be written
     */
    public Simulation exportPerfetto(String file) {
        return exportPerfetto(Path.of(file));
    }

    /** {@link #exportPerfetto(String)}. */
    public Simulation exportPerfetto(Path file) {
        PerfettoFile.simulated(result, file);
        return this;
    }

    /** Whether it ran to its end: false when a limit or an interruption stopped it; the tables hold what there was. */
    public boolean isComplete() {
        return result.complete();
    }

    /** Whether its thread was interrupted before its end. */
    public boolean isInterrupted() {
        return result.interrupted();
    }

    /** Whether a limit stopped it before its end. */
    public boolean isLimited() {
        return result.limited();
    }

    /** Why it stopped before its end; "" when it is complete. */
    public String stopped() {
        return result.stopped();
    }

    /** The network it ran on and its rates, in a line. */
    public String network() {
        return StepSummary.network(result);
    }

    /** All tables that the run has, except answers to questions of one's own; messages and port series where they were recorded. */
    public List<Table> tables() {
        return tables.all(findings());
    }

    /** When it ended or was stopped, in simulated time. */
    public Time end() {
        return new Time(Math.multiplyExact(result.ticks(), PS_PER_NS));
    }

    /** Simulated time of the whole run, end of the last rank. */
    public Time stepTime() {
        return new Time(Math.multiplyExact(result.stepNs(), PS_PER_NS));
    }

    /** A few lines: how long a step takes and where the time goes; of packets also flows, drops, pauses and packet-hops. */
    public String summary() {
        return packets.map(PacketResult::toString).orElseGet(result::toString);
    }

    /**
     * Saves the run with all that was recorded, and what was simulated, to one compressed file, some ten bytes per node, phase and
     * message, which {@link #read} opens again: all tables, figures and questions are those of the run. Nothing is left behind when
     * it cannot be written.
     *
     * @throws org.etude.report.EtudeException when it cannot be written
     */
    public Simulation save(String file) {
        return save(Path.of(file));
    }

    /** {@link #save(String)}. */
    public Simulation save(Path file) {
        StoredFile.write(file, KIND, SavedRun.of(result, packets));
        return this;
    }

    /**
     * Opens what {@link #save}, {@code etude simulate --out} or {@code etude run --out} wrote.
     *
     * @param file the file, or the directory given to {@code --out}
     *
     * @throws org.etude.report.EtudeException when it is nothing of the kind, truncated, damaged, or of another version
     */
    public static Simulation read(String file) {
        return read(Path.of(file));
    }

    /** {@link #read(String)}. */
    public static Simulation read(Path file) {
        SavedRun saved = StoredFile.read(saved(file), KIND, SavedRun.class);
        SimulationResult run = saved.run();
        return new Simulation(run, saved.packets(run));
    }

    /** Whether a file is a saved run. */
    public static boolean isSaved(Path file) {
        return Files.isRegularFile(file) && KIND.equals(StoredFile.kind(file));
    }

    /** The saved run in a directory that {@code --out} made; the path itself where there is none. */
    private static Path saved(Path path) {
        for (String name : List.of(FILE, "sim/" + FILE)) {
            if (Files.isRegularFile(path.resolve(name))) {
                return path.resolve(name);
            }
        }
        return path;
    }

    /** The {@link #summary()}, then the ranks. */
    @Override
    public String toString() {
        return summary()
                + System.lineSeparator()
                + TableText.of(TableText.withoutOnDemand(EqualRanks.of(ranks())), Titles.ROWS);
    }
}
