// SPDX-License-Identifier: Apache-2.0
package org.etude;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.etude.analysis.ChangedRun;
import org.etude.analysis.PerfettoFile;
import org.etude.analysis.StepBound;
import org.etude.analysis.recorded.DiffEntry;
import org.etude.network.packet.state.PacketObservers;
import org.etude.report.Given;
import org.etude.report.Internal;
import org.etude.report.Report;
import org.etude.sim.InterruptedRunException;
import org.etude.sim.PacketResult;
import org.etude.sim.PacketSimulation;
import org.etude.sim.RunFile;
import org.etude.sim.SavedRun;
import org.etude.sim.Simulator;
import org.etude.sim.WholeJob;
import org.etude.sim.checkpoint.RunCheckpoint;
import org.etude.sim.result.SimulationResult;
import org.etude.sim.spec.Scenario;
import org.etude.spec.SimOptions;
import org.etude.spec.WhatIf;
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
    /** File name of a saved run in the directory given to {@code --out}. */
    @Internal
    public static final String FILE = RunFile.NAME;

    private static final long PS_PER_NS = 1_000;
    /** Above this many nodes the critical path is computed only on request. */
    private static final int MAX_CRITICAL_PATH_NODES = 5_000_000;

    private final SimulationResult result;
    private final Optional<PacketResult> packets;
    private final RunTables tables;
    private StepBound bound;

    private Simulation(SimulationResult result, Optional<PacketResult> packets) {
        this.result = result;
        this.packets = packets;
        tables = new RunTables(result, packets);
    }

    /** Wraps a run that was simulated packet by packet. */
    @Internal
    public static Simulation of(PacketResult result) {
        return new Simulation(result.simulation(), Optional.of(result));
    }

    /**
     * Simulates a scenario at the fidelity of its options.
     *
     * @throws org.etude.report.EtudeException when the traces lack ranks with which the recorded ones communicate
     * @throws Interrupted when the thread was interrupted
     */
    @Internal
    public static Simulation run(Scenario scenario) {
        return run(scenario, PacketObservers.none());
    }

    /**
     * Simulates a scenario, with observers for its packets if it has any.
     *
     * @throws Interrupted when the thread was interrupted
     */
    @Internal
    public static Simulation run(Scenario scenario, PacketObservers observers) {
        return run(scenario, () -> PacketSimulation.run(scenario, observers), RunCheckpoint.none());
    }

    /** Simulates a scenario, saving checkpoints along the way. */
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
     * Thrown when the simulating thread was interrupted. As with {@link InterruptedException}, the thread's interrupted
     * flag is cleared first, so that tables of the partial run can be built.
     */
    public static final class Interrupted extends CancellationException {
        private final transient Simulation partial;

        private Interrupted(InterruptedRunException run) {
            super(run.getMessage());
            initCause(run);
            partial = new Simulation(run.result(), run.packets());
            Thread.interrupted();
        }

        /** The run up to the interruption. */
        public Simulation partial() {
            return partial;
        }
    }

    /** Sets up a run: {@code Simulation.of(work).system(...).network(...).run()}. */
    public static SimulationSetup of(Workload workload) {
        return SimulationSetup.of(workload);
    }

    /**
     * Sets up a run of ASTRA-sim's own input files, unchanged.
     *
     * @param system ASTRA-sim's system JSON
     * @param network ASTRA-sim's network YAML, or the configuration of its packet backend
     * @param prefix the path of the execution traces before {@code .RANK.et}
     */
    public static SimulationSetup read(String system, String network, String prefix) {
        return read(Given.path(system), Given.path(network), Given.path(prefix));
    }

    /** {@link #read(String, String, String)}. */
    public static SimulationSetup read(Path system, Path network, Path prefix) {
        return SimulationSetup.read(
                Given.value(system, "the system"),
                Given.value(network, "the network"),
                Given.value(prefix, "the prefix"));
    }

    /** The simulated result behind this value. */
    @Internal
    public SimulationResult result() {
        return result;
    }

    /** The result with its flows and ports, if packets were simulated. */
    @Internal
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
     * @throws org.etude.report.EtudeException when ops were not recorded
     */
    public Table ops() {
        return tables.ops();
    }

    /**
     * One row per phase, chunk and rank: {@link SimCollectivesTable#SCHEMA}.
     *
     * @throws org.etude.report.EtudeException when collectives were not recorded
     */
    public Table collectives() {
        return tables.collectives();
    }

    /**
     * One row per message: {@link MessagesTable#SCHEMA}.
     *
     * @throws org.etude.report.EtudeException unless messages were recorded
     */
    public Table messages() {
        return tables.messages();
    }

    /**
     * One row per link that carried traffic: {@link LinksTable#SCHEMA}.
     *
     * @throws org.etude.report.EtudeException on a network without links, such as the analytic one
     */
    public Table links() {
        return tables.links();
    }

    /** Whether the network of the run has links, used or not. */
    public boolean hasLinks() {
        return tables.hasLinks();
    }

    /**
     * One row per message, with its ideal completion time: {@link FlowsTable#SCHEMA}.
     *
     * @throws org.etude.report.EtudeException unless packets were simulated
     */
    public Table flows() {
        return tables.flows();
    }

    /**
     * One row per port with its pauses, marks and drops: {@link PortsTable#SCHEMA}.
     *
     * @throws org.etude.report.EtudeException unless packets were simulated
     */
    public Table ports() {
        return tables.ports();
    }

    /**
     * Queue and load of each port over time: {@link PortSeriesTable#SCHEMA}.
     *
     * @throws org.etude.report.EtudeException unless packets were simulated and {@code s.record(Recording.PORTS)} asked for it
     */
    public Table portSeries() {
        return tables.portSeries();
    }

    /**
     * The collectives and messages that cause exposed communication, largest first: {@link ExposedCommTable#SCHEMA};
     * {@code sim.exposedComm().first(10)}.
     *
     * @throws org.etude.report.EtudeException when ops were not recorded
     */
    public Table exposedComm() {
        return answers().exposedComm();
    }

    /**
     * When each rank reached each collective of several ranks: {@link ArrivalsTable#SCHEMA}.
     *
     * @throws org.etude.report.EtudeException when ops were not recorded
     */
    public Table arrivals() {
        return answers().arrivals();
    }

    /**
     * How much later than the median each rank reached the collectives: {@link StragglersTable#SCHEMA}.
     *
     * @throws org.etude.report.EtudeException when ops were not recorded
     */
    public Table stragglers() {
        return answers().stragglers();
    }

    /**
     * Time of each rank by kernel: {@link KernelsTable#SCHEMA}, with the columns of {@link Traces#kernels}.
     *
     * @throws org.etude.report.EtudeException when ops were not recorded
     */
    public Table kernels() {
        return answers().kernels();
    }

    /**
     * Why each rank's resources were idle: {@link IdleTable#SCHEMA}, with the columns of {@link Traces#idle()}.
     *
     * @throws org.etude.report.EtudeException when ops were not recorded
     */
    public Table idle() {
        return answers().idle();
    }

    /**
     * Bandwidth achieved by collectives: {@link BandwidthTable#SCHEMA}, with the columns of {@link Traces#bandwidth}.
     *
     * @throws org.etude.report.EtudeException when ops were not recorded
     */
    public Table bandwidth() {
        return answers().bandwidth();
    }

    /**
     * Traffic of each rank within its node and with other nodes: {@link NodeTrafficTable#SCHEMA}.
     *
     * @param ranksPerNode ranks 0 to ranksPerNode - 1 form the first node, and so on
     * @throws org.etude.report.EtudeException when it is less than 1, or ops were not recorded
     */
    public Table nodeTraffic(int ranksPerNode) {
        return answers().nodeTraffic(ranksPerNode);
    }

    /**
     * Differences between this run (before) and another (after), per rank and step: {@link DiffTable#SCHEMA}.
     *
     * @throws org.etude.report.EtudeException when ops were not recorded
     */
    public Table diff(Simulation after) {
        return answers().diff(Given.value(after, "the other simulation").answers());
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
     * The chain of nodes that determined when the run ended: {@link CriticalPathTable#SCHEMA}; its durations add up to
     * the step time.
     *
     * @throws org.etude.report.EtudeException when ops were not recorded
     */
    public Table criticalPath() {
        return answers().criticalPath();
    }

    /**
     * The effect of hypothetical changes, each simulated in its own run: {@link WhatIfTable#SCHEMA}, one row per
     * change: {@code
     * sim.whatIf(w -> w.links(2), w -> w.op("aten::mm", 0), w -> w.compute(0.5))}.
     *
     * @throws org.etude.report.EtudeException when a change matches no node or link, or this run did not finish
     */
    @SafeVarargs
    public final Table whatIf(UnaryOperator<WhatIf>... changes) {
        SimOptions nothingKept = result.scenario().options().record();
        return WhatIfTable.of(Stream.of(Given.values(changes, "the changes"))
                .map(change -> {
                    ChangedRun changed = question(change);
                    return changed.compare(result, run(changed, nothingKept).result);
                })
                .toList());
    }

    /** Simulates the run again with one change: {@code sim.changed(w -> w.links(2)).ranks()}. */
    public Simulation changed(UnaryOperator<WhatIf> change) {
        return run(question(change), result.scenario().options());
    }

    private static ChangedRun question(UnaryOperator<WhatIf> change) {
        return ChangedRun.of(Given.options(change, WhatIf.nothing()));
    }

    private Simulation run(ChangedRun changed, SimOptions options) {
        return run(changed.apply(result.scenario().options(options)));
    }

    /**
     * What bounds the step: shares of its critical path, and the upper limit of what a faster network can save. The
     * first call simulates the run again on an infinitely fast network.
     *
     * @throws org.etude.report.EtudeException when ops were not recorded or the run did not finish
     */
    public synchronized StepBound bound() {
        if (bound == null) {
            bound = StepBound.of(result);
        }
        return bound;
    }

    /**
     * The recorded and the simulated step, what bounds it and how much the network could change it. {@code etude run}
     * prints this first.
     *
     * @param recorded the traces whose conversion was simulated
     */
    public StepSummary against(Traces recorded) {
        return Prediction.of(recorded, this).summary(List.of());
    }

    /**
     * The recorded, replayed and simulated step.
     *
     * @param recorded the traces whose conversion was simulated
     * @param converted that conversion, which is replayed ({@link Workload#replay()})
     * @throws org.etude.report.EtudeException when the workload was not converted from a recording
     */
    public StepSummary against(Traces recorded, Workload converted) {
        return Prediction.of(recorded, this).summary(converted);
    }

    /**
     * Assumptions of the workload and the run, and what bounds the step: {@link FindingsTable#SCHEMA}. The last row
     * requires recorded ops and a finished run, and costs what {@link #bound()} does.
     */
    public Table findings() {
        return FindingsTable.of(report());
    }

    /** The findings of the run itself, without those of its inputs. */
    public Report assumptions() {
        return result.report();
    }

    /** All findings of the run, as {@link #findings()} shows them. */
    public Report report() {
        boolean known = result.complete()
                && result.ops()
                        .filter(ops -> ops.size() > 0 && ops.size() <= MAX_CRITICAL_PATH_NODES)
                        .isPresent()
                && !result.scenario().options().compat();
        return known ? result.report().plus(bound().report()) : result.report();
    }

    /**
     * Writes the run as a Chrome trace for Perfetto or chrome://tracing; about 400 bytes per node. Each rank is a
     * process with threads for compute, host, communication, memory and queues. Arrows show dependencies and connect
     * the ranks of a collective; counters and the critical path follow. {@link Traces#exportPerfetto(String,
     * Simulation)} adds the recording.
     *
     * @throws org.etude.report.EtudeException when ops were not recorded or the file cannot be written
     */
    public Simulation exportPerfetto(String file) {
        return exportPerfetto(Given.path(file));
    }

    /** {@link #exportPerfetto(String)}. */
    public Simulation exportPerfetto(Path file) {
        PerfettoFile.simulated(result, Given.value(file, "the file"));
        return this;
    }

    /** Whether the run finished. If a limit or an interruption stopped it, the tables cover the simulated part. */
    public boolean isComplete() {
        return result.complete();
    }

    /** Whether an interruption stopped the run. */
    public boolean isInterrupted() {
        return result.interrupted();
    }

    /** Whether a limit stopped the run. */
    public boolean isLimited() {
        return result.limited();
    }

    /** Why the run stopped early; "" when it is complete. */
    public String stopped() {
        return result.stopped();
    }

    /** The network of the run and its rates, on one line. */
    public String network() {
        return StepSummary.network(result);
    }

    /** All tables of the run that need no arguments; messages and port series if they were recorded. */
    public List<Table> tables() {
        return tables.all(findings());
    }

    /** The simulated time at which the run finished or was stopped. */
    public Time end() {
        return new Time(Math.multiplyExact(result.ticks(), PS_PER_NS));
    }

    /**
     * Simulated time of one training step: of the whole run to the end of the last rank, divided by the steps that its
     * traces hold. Recordings state how many that are; other traces count as one step. {@link #end()} is the whole run.
     */
    public Time stepTime() {
        return new Time(Math.multiplyExact(result.stepNs(), PS_PER_NS) / result.steps());
    }

    /**
     * A few lines: how long a step takes and how its time divides; for packet runs also flows, drops, pauses and
     * packet-hops.
     */
    public String summary() {
        return packets.map(PacketResult::toString).orElseGet(result::toString);
    }

    /**
     * Saves the run, its records and its inputs to one compressed file of about ten bytes per node, phase and message.
     * {@link #read} restores it with equal tables, figures and analyses. The file is written atomically.
     *
     * @throws org.etude.report.EtudeException when it cannot be written
     */
    public Simulation save(String file) {
        return save(Given.path(file));
    }

    /** {@link #save(String)}. */
    public Simulation save(Path file) {
        RunFile.write(Given.value(file, "the file"), result, packets);
        return this;
    }

    /**
     * Opens what {@link #save}, {@code etude simulate --out} or {@code etude run --out} wrote.
     *
     * @param file the file, or the directory given to {@code --out}
     *
     * @throws org.etude.report.EtudeException when the file is not a saved run, truncated, damaged, or of another
     *     version
     */
    public static Simulation read(String file) {
        return read(Given.path(file));
    }

    /** {@link #read(String)}. */
    public static Simulation read(Path file) {
        SavedRun saved = RunFile.read(Given.value(file, "the file"));
        SimulationResult run = saved.run();
        return new Simulation(run, saved.packets(run));
    }

    /** Whether a file is a saved run. */
    public static boolean isSaved(Path file) {
        return RunFile.isSaved(Given.value(file, "the file"));
    }

    /** The saved run at a path: the file itself, or the one in a directory given to {@code --out}. */
    @Internal
    public static Optional<Path> find(Path path) {
        return RunFile.find(path);
    }

    /** The {@link #summary()}, then the ranks. */
    @Override
    public String toString() {
        return summary()
                + System.lineSeparator()
                + TableText.of(TableText.withoutOnDemand(EqualRanks.of(ranks())), Titles.ROWS);
    }
}
