// SPDX-License-Identifier: Apache-2.0
package org.etude;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.etude.cluster.Cluster;
import org.etude.cluster.ranks.ClusterConverter;
import org.etude.compat.chakra.view.Visualizer;
import org.etude.compat.goal.GoalFiles;
import org.etude.compat.msccl.CollectivePlan;
import org.etude.et.check.EtValidator;
import org.etude.et.graph.EtException;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.RankBuilder;
import org.etude.et.wire.CommGroups;
import org.etude.et.wire.EtFiles;
import org.etude.et.wire.EtSet;
import org.etude.repair.Repair;
import org.etude.repair.Repaired;
import org.etude.repair.graph.Change;
import org.etude.replay.Replays;
import org.etude.report.Inside;
import org.etude.report.Progress;
import org.etude.report.Report;
import org.etude.spec.ConvertOptions;
import org.etude.spec.LinkOptions;
import org.etude.spec.LoadOptions;
import org.etude.spec.RepairOptions;
import org.etude.spec.ScaleSettings;
import org.etude.table.FindingsTable;
import org.etude.table.TableText;
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
    /** The rank whose trace each rank runs; empty when each runs its own. */
    private final List<Integer> sources;

    private Workload(EtSet set, List<Change> changes) {
        this(set, changes, List.of());
    }

    private Workload(EtSet set, List<Change> changes, List<Integer> sources) {
        this.set = set;
        this.changes = changes;
        this.sources = sources;
    }

    /**
     * Reads the ETs of all ranks, or a GOAL schedule (text or binary) as such.
     *
     * @param prefix the path before {@code .RANK.et}, a directory that holds one prefix, or the file of a schedule
     * @throws org.etude.report.EtudeException with file and byte offset when one is missing or broken
     */
    public static Workload read(String prefix) {
        return read(Path.of(prefix));
    }

    /** {@link #read(String)}. */
    public static Workload read(Path prefix) {
        return read(prefix, Progress.ambient());
    }

    /** The same, with progress reports. */
    public static Workload read(Path prefix, Progress progress) {
        return of(GoalFiles.readSet(prefix, progress));
    }

    /**
     * The messages of one collective that a plan spells out: MSCCL's XML or MSCCL++'s JSON.
     *
     * @param size the collective's size: a rank's whole buffer, of an all-gather its part
     * @throws org.etude.report.EtudeException with the place, when the plan cannot be read or uses what is not simulated
     */
    public static Workload plan(String file, Bytes size) {
        return plan(Path.of(file), size);
    }

    /** {@link #plan(String, Bytes)}. */
    public static Workload plan(Path file, Bytes size) {
        return of(CollectivePlan.read(file).traces(size.value()));
    }

    /** {@link #plan}, also written: NAME.RANK.et, and a system.json that makes them the implementation of the collective. */
    public static Workload savePlan(Path file, Bytes size, Path directory, Progress progress) {
        return of(CollectivePlan.read(file).save(directory, size.value(), progress));
    }

    /**
     * Writes a job by code: {@code Workload.of(8, r -> r.compute("forward", us(100)).allReduce("gradients", mib(25)))}. When the
     * writing never asks for {@code r.rank()}, one trace serves all ranks, however many.
     *
     * @param ranks number of ranks
     * @param job writes the trace of one rank; called for rank 0 first
     */
    public static Workload of(int ranks, Consumer<RankBuilder> job) {
        List<EtGraph> graphs = new ArrayList<>();
        boolean same = false;
        for (int rank = 0; rank < ranks; rank++) {
            if (same) {
                graphs.add(graphs.get(0));
                continue;
            }
            RankBuilder builder = new RankBuilder(rank, ranks);
            job.accept(builder);
            graphs.add(builder.build());
            same = !builder.dependsOnRank();
        }
        return of(new EtSet("workload", graphs, CommGroups.none(), Report.empty()));
    }

    /** The same job with these communicator groups: {@code work.groups(Map.of(1, List.of(0, 1)))}. */
    public Workload groups(Map<Integer, List<Integer>> groups) {
        return new Workload(
                new EtSet(set.prefix(), set.ranks(), CommGroups.of(groups), set.report()), changes, sources);
    }

    /**
     * Converts the recordings of many ranks on a cluster, one task per rank: what {@code
     * Traces.load(paths).link(link).toEt(convert)} gives here, byte for byte. Only what ranks must know of each other comes to this
     * machine, and the execution traces.
     *
     * @param paths files and directories, which the cluster's machines find under the same names
     * @param step the only step to convert, if any
     * @throws org.etude.report.EtudeException as loading and converting do, and when the cluster cannot be used
     */
    public static Workload convert(
            Cluster cluster,
            List<Path> paths,
            UnaryOperator<LoadOptions> load,
            Optional<Integer> step,
            LinkOptions link,
            ConvertOptions convert,
            Progress progress) {
        return of(ClusterConverter.convert(
                cluster, paths, load.apply(LoadOptions.defaults()), step, link, convert, progress));
    }

    /**
     * {@link #convert(Cluster, List, UnaryOperator, Optional, LinkOptions, ConvertOptions, Progress)} with nothing but the
     * defaults.
     */
    public static Workload convert(Cluster cluster, String directory) {
        return convert(cluster, Path.of(directory));
    }

    /** {@link #convert(Cluster, String)}. */
    public static Workload convert(Cluster cluster, Path directory) {
        return convert(
                cluster,
                List.of(directory),
                l -> l,
                Optional.empty(),
                LinkOptions.defaults(),
                ConvertOptions.defaults(),
                Progress.ambient());
    }

    /** Execution traces that exist already. */
    @Inside
    public static Workload of(EtSet set) {
        return new Workload(set, List.of());
    }

    /** What repair made. */
    @Inside
    public static Workload of(Repaired repaired) {
        return new Workload(repaired.set(), repaired.changes());
    }

    /** The traces behind this value. */
    @Inside
    public EtSet set() {
        return set;
    }

    /**
     * Writes PREFIX.RANK.et for each rank and groups.json into a directory, which is made.
     *
     * @throws org.etude.report.EtudeException when it cannot be written
     */
    public Workload save(String directory) {
        return save(Path.of(directory));
    }

    /** {@link #save(String)}. */
    public Workload save(Path directory) {
        return save(directory, Progress.ambient());
    }

    /** {@link #save(String)}, with progress reports. */
    public Workload save(Path directory, Progress progress) {
        EtFiles.writeSet(set, directory, progress);
        return this;
    }

    /** The same under another name: what {@link #save} writes begins with it. */
    public Workload named(String prefix) {
        return new Workload(new EtSet(prefix, set.ranks(), set.groups(), set.report()), changes, sources);
    }

    /** Number of ranks. */
    public int ranks() {
        return set.ranks().size();
    }

    /** Which rank's trace each rank runs: {@link RankMapTable#SCHEMA}; its own unless {@link #scaleTo} made more of them. */
    public Table rankMap() {
        return RankMapTable.of(
                sources.isEmpty() ? IntStream.range(0, ranks()).boxed().toList() : sources);
    }

    /** Whether collectives and messages have the times that they took where they were recorded. */
    public boolean hasRecordedTransfers() {
        return set.hasRecordedTransfers();
    }

    /** What was assumed on the way here, as values; {@link #findings()} is the table. */
    public Report assumptions() {
        return set.report();
    }

    /** Where it breaks the rules of ETs, which {@code etude validate} shows; nothing when it is sound. */
    public Report check() {
        return check(Progress.ambient());
    }

    /** {@link #check()}, with progress reports. */
    public Report check(Progress progress) {
        return EtValidator.check(set, progress);
    }

    /**
     * Writes the job as a GOAL schedule for ATLAHS, htsim or LogGOPSim; collectives become messages (docs/formats.md).
     *
     * @param file text for txt2bin, or with the extension {@code .bin} the binary form that LogGOPSim reads
     * @return this workload, with what GOAL cannot say among its findings
     * @throws org.etude.report.EtudeException when ranks disagree about a collective or the file cannot be written
     */
    public Workload exportGoal(String file) {
        return exportGoal(Path.of(file));
    }

    /** {@link #exportGoal(String)}. */
    public Workload exportGoal(Path file) {
        Report more = GoalFiles.write(set, file, file.toString().endsWith(".bin"));
        return new Workload(
                new EtSet(set.prefix(), set.ranks(), set.groups(), set.report().plus(more)), changes);
    }

    /**
     * Draws what waits for what in the trace of one rank, at most 5,000 nodes in a picture.
     *
     * @param rank the rank, from 0
     * @param file a name that ends in {@code .svg} (a picture, laid out here), {@code .dot} (for Graphviz) or {@code .graphml}
     * @return this workload
     * @throws org.etude.report.EtudeException for a rank that is not there, another ending, or a file that cannot be written
     */
    public Workload exportGraph(int rank, String file) {
        return exportGraph(rank, Path.of(file));
    }

    /** {@link #exportGraph(int, String)}. */
    public Workload exportGraph(int rank, Path file) {
        if (rank < 0 || rank >= ranks()) {
            throw new EtException(
                    set.prefix() + ": rank " + rank + " to draw, of ranks 0 to " + (ranks() - 1) + ".",
                    "Give a rank that is there.");
        }
        Visualizer.write(set.ranks().get(rank), file);
        return this;
    }

    /**
     * The one trace of this workload on this many ranks, which share it in memory: a symmetric data-parallel job. Simulated on
     * a symmetric network, one rank then represents all.
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

    /** Nodes, time, bytes and dependencies by rank and kind of node: {@link SummaryTable#SCHEMA}. */
    public Table summary() {
        return SummaryTable.of(set.ranks());
    }

    /** What was assumed on the way here: {@link FindingsTable#SCHEMA}. */
    public Table findings() {
        return FindingsTable.of(set.report());
    }

    /** What {@link #repair()} changed, no rows before it: {@link ChangesTable#SCHEMA}. */
    public Table changes() {
        return ChangesTable.of(changes);
    }

    /**
     * Makes it fit to run: no cycles, no dangling dependencies, ranks that agree about their communication. What only
     * ASTRA-sim cannot run stays; {@code repair(r -> RepairOptions.forAstraSim())} takes that out too.
     */
    public Workload repair() {
        return repair(r -> r);
    }

    /** {@link #repair()} with options: {@code work.repair(r -> r.withMismatch(DROP))}. */
    public Workload repair(UnaryOperator<RepairOptions> options) {
        return repair(options.apply(RepairOptions.defaults()), Progress.ambient());
    }

    /** {@link #repair()} with options, with progress reports. */
    public Workload repair(RepairOptions options, Progress progress) {
        return of(Repair.run(set, options, progress));
    }

    /**
     * Each rank by itself with its recorded durations, step by step against what was measured: whether what the traces hold
     * explains their time.
     *
     * @throws org.etude.report.EtudeException when the workload was not converted from a recording
     */
    public Replay replay() {
        return Replay.of(Replays.of(set, Progress.ambient()));
    }

    /** The same job on more (or fewer) ranks: {@link #scaleTo(int, Consumer)} with nothing else changed. */
    public Workload scaleTo(int ranks) {
        return scaleTo(ranks, s -> {});
    }

    /**
     * The same job on another number of ranks, rank r with the trace of rank r mod M; {@link #findings()} tells what was
     * assumed: {@code work.scaleTo(128, s -> s.sizes(WIRE).jitter(0.05).seed(7))}.
     *
     * @throws org.etude.spec.WorkloadException when messages or process groups do not fit that number
     */
    public Workload scaleTo(int ranks, Consumer<ScaleSettings> options) {
        ScaleSettings settings = new ScaleSettings();
        options.accept(settings);
        return scaleTo(ranks, settings, Progress.ambient());
    }

    /** {@link #scaleTo(int, Consumer)} with settings, with progress reports. */
    public Workload scaleTo(int ranks, ScaleSettings settings, Progress progress) {
        Scaled scaled = Scaler.run(set, ranks, settings, progress);
        return new Workload(scaled.set(), List.of(), scaled.source());
    }

    /**
     * Simulates a recorded job on the network it was recorded on: each rank with its host and GPU as they were, every collective
     * and message with the time that it took from the moment when all whom it waited for had reached it. Anything else, and a
     * recording spread over other ranks, runs on a switch of 400 Gbps (up to 8 ranks, else a ring) as {@link
     * #simulate(Topology)} does.
     *
     * @throws org.etude.sim.result.StallException when ranks wait for something that never comes
     */
    public Simulation simulate() {
        return Simulation.of(this).run();
    }

    /**
     * Simulates it on a network, as {@code etude simulate} does: a recording with its host and GPU as they were, on links that
     * carry one message after the other; everything else packet by packet, a second or so for each ten million packets on
     * each link they pass. {@code s -> s.fidelity(Fidelity.PACKET)}, {@code AWARE} or {@code ANALYTIC} says which.
     */
    public Simulation simulate(Topology topology) {
        return simulate(topology, s -> {});
    }

    /**
     * {@link #simulate(Topology)} with options: {@code work.simulate(torus, s -> s.splits(4).activeChunks(4))}.
     *
     * @throws org.etude.report.EtudeException when the network has another number of ranks
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
