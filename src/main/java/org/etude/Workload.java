// SPDX-License-Identifier: Apache-2.0
package org.etude;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.etude.cluster.Cluster;
import org.etude.compat.chakra.view.Visualizer;
import org.etude.compat.goal.GoalFiles;
import org.etude.compat.msccl.CollectivePlan;
import org.etude.et.check.EtValidator;
import org.etude.et.graph.EtException;
import org.etude.et.graph.RankBuilder;
import org.etude.et.wire.CommGroups;
import org.etude.et.wire.EtFiles;
import org.etude.et.wire.EtSet;
import org.etude.et.wire.Existing;
import org.etude.repair.Repair;
import org.etude.repair.Repaired;
import org.etude.repair.graph.Change;
import org.etude.replay.ReplayedStep;
import org.etude.replay.Replays;
import org.etude.report.Given;
import org.etude.report.Internal;
import org.etude.report.Progress;
import org.etude.report.Report;
import org.etude.spec.RepairOptions;
import org.etude.spec.ScaleSettings;
import org.etude.spec.TraceConversion;
import org.etude.spec.WorkloadException;
import org.etude.table.FindingsTable;
import org.etude.table.TableText;
import org.etude.table.run.ReplayTable;
import org.etude.table.work.ChangesTable;
import org.etude.table.work.NodesTable;
import org.etude.table.work.RankMapTable;
import org.etude.table.work.SummaryTable;
import org.etude.unit.Bytes;
import org.etude.workload.scale.Scaled;
import org.etude.workload.scale.Scaler;
import tech.tablesaw.api.Table;

/** Chakra execution traces of a job, one per rank. Immutable; the tables are made anew by each call. */
public final class Workload {
    private final EtSet set;
    private final List<Change> changes;
    /** For each rank, the rank whose trace it runs; empty when each runs its own. */
    private final List<Integer> sources;

    private List<ReplayedStep> replayed;

    private Workload(EtSet set, List<Change> changes) {
        this(set, changes, List.of());
    }

    private Workload(EtSet set, List<Change> changes, List<Integer> sources) {
        this.set = set;
        this.changes = changes;
        this.sources = sources;
    }

    /**
     * Reads the execution traces of all ranks, or a GOAL schedule (text or binary).
     *
     * @param prefix the path before {@code .RANK.et}, a directory that holds traces of one prefix, or a schedule file
     * @throws org.etude.report.EtudeException with file and byte offset when a file is missing or broken
     */
    public static Workload read(String prefix) {
        return read(Given.path(prefix));
    }

    /** {@link #read(String)}. */
    public static Workload read(Path prefix) {
        return read(prefix, Progress.ambient());
    }

    /** The same, with progress reports. */
    @Internal
    public static Workload read(Path prefix, Progress progress) {
        return of(GoalFiles.readSet(Given.value(prefix, "the prefix"), progress));
    }

    /**
     * Reads the messages of one collective from an execution plan: MSCCL's XML or MSCCL++'s JSON.
     *
     * @param size the collective's size: a rank's whole buffer; for an all-gather, the rank's own part
     * @throws org.etude.report.EtudeException with the position, when the plan cannot be read or uses an unsupported
     *     feature
     */
    public static Workload plan(String file, Bytes size) {
        return plan(Given.path(file), size);
    }

    /** {@link #plan(String, Bytes)}. */
    public static Workload plan(Path file, Bytes size) {
        long bytes = Given.value(size, "the size of the collective").value();
        return of(CollectivePlan.read(Given.value(file, "the file")).traces(bytes));
    }

    /**
     * Builds a job in code: {@code Workload.of(8, r -> r.compute("forward", us(100)).allReduce("gradients", mib(25)))}.
     * If the builder never calls {@code r.rank()}, all ranks share one trace.
     *
     * @param ranks number of ranks, at least 1
     * @param job builds the trace of one rank; called for rank 0 first
     * @throws org.etude.report.EtudeException when there is no rank
     */
    public static Workload of(int ranks, Consumer<RankBuilder> job) {
        if (ranks < 1) {
            throw new WorkloadException("a job of " + ranks + " ranks has nothing to run", "Give at least 1 rank.");
        }
        return of(new EtSet("workload", JobGraphs.of(ranks, job), CommGroups.none(), Report.empty()));
    }

    /**
     * The same job with these communicator groups: {@code work.groups(Map.of(1, List.of(0, 1)))}.
     *
     * @throws org.etude.report.EtudeException when a group has no members, the same one twice, or one that is no rank
     */
    public Workload groups(Map<Integer, List<Integer>> groups) {
        Given.value(groups, "the map of groups")
                .forEach((group, members) -> JobGraphs.requireMembers(group, members, ranks()));
        return new Workload(
                new EtSet(set.prefix(), set.ranks(), CommGroups.of(groups), set.report()), changes, sources);
    }

    /**
     * Converts the recordings of many ranks on a cluster, one task per rank, with the byte-identical result of {@code
     * Traces.load(directory).link().toEt()}. This machine receives only the execution traces and what ranks must know
     * about each other.
     *
     * @param directory a directory that exists under the same name on the cluster's machines
     * @throws org.etude.report.EtudeException as loading and converting do, and when the cluster cannot be used
     */
    public static Workload convert(Cluster cluster, String directory) {
        return convert(cluster, Given.path(directory));
    }

    /** {@link #convert(Cluster, String)}. */
    public static Workload convert(Cluster cluster, Path directory) {
        return ClusterWorkloads.convert(
                Given.value(cluster, "the cluster"),
                TraceConversion.of(Given.value(directory, "the directory")),
                Progress.ambient());
    }

    /** Wraps execution traces. */
    @Internal
    public static Workload of(EtSet set) {
        return new Workload(set, List.of());
    }

    /** Wraps repaired execution traces. */
    @Internal
    public static Workload of(Repaired repaired) {
        return new Workload(repaired.set(), repaired.changes());
    }

    /** The execution traces behind this value. */
    @Internal
    public EtSet set() {
        return set;
    }

    /**
     * Writes PREFIX.RANK.et for each rank and groups.json into a directory, created if needed.
     *
     * @throws org.etude.report.EtudeException when it cannot be written
     */
    public Workload save(String directory) {
        return save(Given.path(directory));
    }

    /** {@link #save(String)}. */
    public Workload save(Path directory) {
        return save(directory, Progress.ambient());
    }

    /** {@link #save(String)}, with progress reports. */
    @Internal
    public Workload save(Path directory, Progress progress) {
        return save(directory, Existing.KEEP, progress);
    }

    /**
     * Like {@link #save(String)}, and removes all other ETs that the directory holds, of whatever job. Files that are
     * no ETs stay.
     *
     * @throws org.etude.report.EtudeException when it cannot be written; then the ETs that are there remain
     */
    public Workload saveOver(String directory) {
        return saveOver(Given.path(directory));
    }

    /** {@link #saveOver(String)}. */
    public Workload saveOver(Path directory) {
        return save(directory, Existing.REPLACE, Progress.ambient());
    }

    /**
     * {@link #saveOver(String)} if forced, else {@link #save(String)}.
     */
    @Internal
    public Workload save(Path directory, boolean force, Progress progress) {
        return save(directory, Existing.forced(force), progress);
    }

    /** {@link #save(String)} over what this job wrote before; any other ET there is an error. */
    @Internal
    public Workload saveAgain(Path directory, Progress progress) {
        return save(directory, Existing.ALONE, progress);
    }

    private Workload save(Path directory, Existing existing, Progress progress) {
        EtFiles.writeSet(set, Given.value(directory, "the directory"), existing, progress);
        return this;
    }

    /**
     * The same workload under another name, the prefix of the files that {@link #save} writes.
     *
     * @throws org.etude.report.EtudeException when no file can have this name
     */
    public Workload named(String prefix) {
        if (prefix == null || prefix.isEmpty() || prefix.matches(".*[/\\\\\\x00].*")) {
            throw new WorkloadException(
                    "'" + prefix + "' cannot name a workload, because files are named after it",
                    "Give a name without slashes; save(directory) says where the files go.");
        }
        return new Workload(new EtSet(prefix, set.ranks(), set.groups(), set.report()), changes, sources);
    }

    /** Number of ranks. */
    public int ranks() {
        return set.ranks().size();
    }

    /**
     * Which rank's trace each rank runs: {@link RankMapTable#SCHEMA}. After {@link #scaleTo} several ranks may run the
     * same one.
     */
    public Table rankMap() {
        return RankMapTable.of(
                sources.isEmpty() ? IntStream.range(0, ranks()).boxed().toList() : sources);
    }

    /** Whether collectives and messages carry recorded times. */
    public boolean hasRecordedTransfers() {
        return set.hasRecordedTransfers();
    }

    /** The findings of all stages so far, as values; {@link #findings()} is the table. */
    public Report assumptions() {
        return set.report();
    }

    /** Violations of the execution-trace rules, as {@code etude validate} shows them; empty when there are none. */
    public Report check() {
        return check(Progress.ambient());
    }

    /** {@link #check()}, with progress reports. */
    @Internal
    public Report check(Progress progress) {
        return EtValidator.check(set, progress);
    }

    /**
     * Writes the job as a GOAL schedule for ATLAHS, htsim or LogGOPSim, with collectives expanded to messages
     * (docs/formats.md).
     *
     * @param file text for txt2bin, or with the extension {@code .bin} the binary form that LogGOPSim reads
     * @return this workload, with findings for what GOAL cannot express
     * @throws org.etude.report.EtudeException when ranks disagree about a collective or the file cannot be written
     */
    public Workload exportGoal(String file) {
        return exportGoal(Given.path(file));
    }

    /** {@link #exportGoal(String)}. */
    public Workload exportGoal(Path file) {
        Report more = GoalFiles.write(
                set, Given.value(file, "the file"), file.toString().endsWith(".bin"));
        return new Workload(
                new EtSet(set.prefix(), set.ranks(), set.groups(), set.report().plus(more)), changes);
    }

    /**
     * Draws the dependency graph of one rank's trace; a picture shows at most 5,000 nodes.
     *
     * @param rank the rank, from 0
     * @param file a name ending in {@code .svg} (a finished picture), {@code .dot} (for Graphviz) or {@code .graphml}
     * @return this workload
     * @throws org.etude.report.EtudeException for a missing rank, an unknown extension, or a file that cannot be
     *     written
     */
    public Workload exportGraph(int rank, String file) {
        return exportGraph(rank, Given.path(file));
    }

    /** {@link #exportGraph(int, String)}. */
    public Workload exportGraph(int rank, Path file) {
        if (rank < 0 || rank >= ranks()) {
            throw new EtException(
                    set.prefix() + ": there is no rank " + rank + " to draw; ranks are 0 to " + (ranks() - 1) + ".",
                    "Give one of these ranks.");
        }
        Visualizer.write(set.ranks().get(rank), Given.value(file, "the file"));
        return this;
    }

    /**
     * Runs this workload's single trace on many ranks, which share it in memory: a symmetric data-parallel job. On a
     * symmetric network one simulated rank then represents all.
     *
     * @throws org.etude.report.EtudeException when ranks have different traces
     */
    public Workload replicate(int ranks) {
        return of(set.replicate(ranks));
    }

    /** Every node of every rank: {@link NodesTable#SCHEMA}. */
    public Table nodes() {
        return NodesTable.of(set.ranks());
    }

    /** Number of nodes, time, bytes and dependencies by rank and kind of node: {@link SummaryTable#SCHEMA}. */
    public Table summary() {
        return SummaryTable.of(set.ranks());
    }

    /** Findings of all stages so far: {@link FindingsTable#SCHEMA}. */
    public Table findings() {
        return FindingsTable.of(set.report());
    }

    /** Changes that {@link #repair()} made; empty before it: {@link ChangesTable#SCHEMA}. */
    public Table changes() {
        return ChangesTable.of(changes);
    }

    /** The changes behind the table. */
    List<Change> changeList() {
        return changes;
    }

    /**
     * Repairs the traces so that they can run: without cycles or dangling dependencies, and with ranks that agree about
     * their communication. Nodes that only ASTRA-sim cannot run are kept; {@code repair(r ->
     * RepairOptions.forAstraSim())} removes those too.
     */
    public Workload repair() {
        return repair(r -> r);
    }

    /** {@link #repair()} with options: {@code work.repair(r -> r.dropMismatches())}. */
    public Workload repair(UnaryOperator<RepairOptions> options) {
        return repair(Given.options(options, RepairOptions.defaults()), Progress.ambient());
    }

    /** {@link #repair()} with options, with progress reports. */
    @Internal
    public Workload repair(RepairOptions options, Progress progress) {
        return of(Repair.run(set, options, progress));
    }

    /**
     * {@link #repair()} on a cluster, one task per rank, with the byte-identical result. This process sends the traces;
     * {@link #repair(Cluster, String)} lets the cluster read them.
     *
     * @throws org.etude.report.EtudeException when the cluster cannot be used
     */
    public Workload repair(Cluster cluster) {
        return ClusterWorkloads.repair(cluster, this, RepairOptions.defaults(), Progress.ambient());
    }

    /**
     * Reads execution traces and repairs them on a cluster, one task per rank, with the byte-identical result of {@code
     * Workload.read(prefix).repair()}. What ranks disagree about is decided on the cluster, by process group and by
     * sender and receiver; this machine receives the repaired traces and the changes.
     *
     * @param prefix the path before {@code .RANK.et}, or a directory that holds traces of one prefix, which must exist
     *     under the same name on the cluster's machines
     * @throws org.etude.report.EtudeException as reading does, and when the cluster cannot be used
     */
    public static Workload repair(Cluster cluster, String prefix) {
        return ClusterWorkloads.repair(
                Given.value(cluster, "the cluster"), Given.path(prefix), RepairOptions.defaults(), Progress.ambient());
    }

    /**
     * Replays each rank in isolation with its recorded durations and compares every step with the measured one: whether
     * the traces explain their own time. One row per rank and step: {@link ReplayTable#SCHEMA}. The first call replays.
     *
     * @throws org.etude.report.EtudeException when the workload was not converted from a recording
     */
    public Table replay() {
        return ReplayTable.of(replayed());
    }

    /** {@link #replay()}, one entry per rank and step. */
    synchronized List<ReplayedStep> replayed() {
        if (replayed == null) {
            replayed = Replays.of(set, Progress.ambient());
        }
        return replayed;
    }

    /** The same job on more (or fewer) ranks: {@link #scaleTo(int, Consumer)} with default options. */
    public Workload scaleTo(int ranks) {
        return scaleTo(ranks, s -> {});
    }

    /**
     * The same job on another number of ranks, where rank r runs the trace of rank r mod M. {@link #findings()} lists
     * the assumptions: {@code work.scaleTo(128, s -> s.sizes(WIRE).jitter(0.05).seed(7))}.
     *
     * @throws org.etude.report.EtudeException when messages or process groups do not fit that number
     */
    public Workload scaleTo(int ranks, Consumer<ScaleSettings> options) {
        ScaleSettings settings = new ScaleSettings();
        Given.change(options, settings);
        return scaleTo(ranks, settings, Progress.ambient());
    }

    /** {@link #scaleTo(int, Consumer)} with settings and progress reports. */
    @Internal
    public Workload scaleTo(int ranks, ScaleSettings settings, Progress progress) {
        Scaled scaled = Scaler.run(set, ranks, settings, progress);
        return new Workload(scaled.set(), List.of(), scaled.source());
    }

    /**
     * Simulates a recorded job on the network it was recorded on. Hosts and GPUs run as recorded; every collective and
     * message takes its recorded time, counted from the arrival of its last participant. Any other workload, including
     * a recording scaled to other ranks, runs as in {@link #simulate(Topology)} on a switch (up to 8 ranks) or ring of
     * 400 Gbps.
     *
     * @throws org.etude.sim.result.StallException when ranks wait for something that never comes
     */
    public Simulation simulate() {
        return Simulation.of(this).run();
    }

    /**
     * Simulates the workload on a network, as {@code etude simulate} does. A recording runs with its hosts and GPUs as
     * recorded, on links that carry one message at a time. Everything else runs packet by packet, at about one second
     * per ten million packet-hops. Choose another fidelity with {@code s -> s.fidelity(Fidelity.PACKET)}, {@code AWARE}
     * or {@code ANALYTIC}.
     */
    public Simulation simulate(Topology topology) {
        return simulate(topology, s -> {});
    }

    /**
     * {@link #simulate(Topology)} with options: {@code work.simulate(torus, s -> s.splits(4).activeChunks(4))}.
     *
     * @throws org.etude.report.EtudeException when the network has a different number of ranks
     * @throws org.etude.sim.result.StallException when ranks wait for something that never comes
     */
    public Simulation simulate(Topology topology, Consumer<SimulationSettings> options) {
        return Simulation.of(this).network(topology).with(options).run();
    }

    @Override
    public String toString() {
        return Titles.of(set, changes.size()) + System.lineSeparator() + TableText.of(summary(), Titles.ROWS);
    }
}
