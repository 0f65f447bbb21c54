// SPDX-License-Identifier: Apache-2.0
package org.etude;

import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.etude.analysis.PerfettoFile;
import org.etude.analysis.StepSpread;
import org.etude.analysis.counter.CounterUses;
import org.etude.analysis.counter.MemoryTimeline;
import org.etude.analysis.recorded.AnnotationUses;
import org.etude.analysis.recorded.CollectiveRate;
import org.etude.analysis.recorded.CopyUses;
import org.etude.analysis.recorded.DiffEntry;
import org.etude.analysis.recorded.DiffRow;
import org.etude.analysis.recorded.FilteredTraces;
import org.etude.analysis.recorded.IdleTimes;
import org.etude.analysis.recorded.KernelSequences;
import org.etude.analysis.recorded.KernelUses;
import org.etude.analysis.recorded.LaunchCalls;
import org.etude.analysis.recorded.LaunchQueues;
import org.etude.analysis.recorded.MatrixUses;
import org.etude.analysis.recorded.NodeTraffic;
import org.etude.analysis.recorded.OperatorKernels;
import org.etude.analysis.recorded.StreamIdle;
import org.etude.link.check.MissingRanks;
import org.etude.report.Given;
import org.etude.report.Internal;
import org.etude.report.Progress;
import org.etude.report.Report;
import org.etude.spec.EventFilter;
import org.etude.spec.LinkOptions;
import org.etude.spec.LoadOptions;
import org.etude.store.StoredFile;
import org.etude.table.Excerpt;
import org.etude.table.FindingsTable;
import org.etude.table.TableText;
import org.etude.table.recorded.AnnotationsTable;
import org.etude.table.recorded.BandwidthTable;
import org.etude.table.recorded.CopiesTable;
import org.etude.table.recorded.CountersTable;
import org.etude.table.recorded.DiffTable;
import org.etude.table.recorded.FlopsTable;
import org.etude.table.recorded.IdleTable;
import org.etude.table.recorded.KernelsTable;
import org.etude.table.recorded.LaunchQueuesTable;
import org.etude.table.recorded.LaunchesTable;
import org.etude.table.recorded.MemoryTimelineTable;
import org.etude.table.recorded.NodeTrafficTable;
import org.etude.table.recorded.OperatorsTable;
import org.etude.table.recorded.SequencesTable;
import org.etude.table.recorded.StepMemoryTable;
import org.etude.table.recorded.StepsTable;
import org.etude.table.recorded.TracesTable;
import org.etude.table.run.CriticalPathTable;
import org.etude.table.run.StepSpreadTable;
import org.etude.trace.activity.PartnerWaits;
import org.etude.trace.activity.StepActivity;
import org.etude.trace.activity.TraceCut;
import org.etude.trace.load.TraceLoader;
import org.etude.trace.memory.StepMemories;
import org.etude.trace.model.TraceSet;
import org.etude.unit.Bandwidth;
import org.etude.unit.Time;
import tech.tablesaw.api.Table;

/** Recorded traces of one job, every rank at once. Immutable; the tables are made anew by each call. */
public final class Traces {
    /** Number of steps that {@link #spread()} draws. */
    @Internal
    public static final int DRAWS = StepSpread.DRAWS;

    private static final String KIND = "traces";
    private static final long PS_PER_NS = 1_000;

    private final TraceSet set;
    private final TraceLinks links;

    private Traces(TraceSet set) {
        this.set = set;
        links = new TraceLinks(set);
    }

    /**
     * Loads all host execution traces and Kineto traces under some paths (directories, files, .gz, .zip) and matches
     * them by rank.
     *
     * @throws org.etude.report.EtudeException when no usable trace is found, or a file is broken
     */
    public static Traces load(String path, String... more) {
        return load(
                Stream.concat(Stream.of(path), Stream.of(Given.values(more, "the further paths")))
                        .map(Given::path)
                        .toList(),
                t -> t);
    }

    /** {@link #load(String, String...)}. */
    public static Traces load(Path path, Path... more) {
        return load(
                Stream.concat(Stream.of(Given.path(path)), Stream.of(Given.values(more, "the further paths")))
                        .toList(),
                t -> t);
    }

    /** {@link #load(String, String...)} with options: {@code Traces.load(dir, t -> t.withKeepTruncated())}. */
    public static Traces load(String path, UnaryOperator<LoadOptions> options) {
        return load(Given.path(path), options);
    }

    /** {@link #load(String, UnaryOperator)}. */
    public static Traces load(Path path, UnaryOperator<LoadOptions> options) {
        return load(List.of(Given.path(path)), options);
    }

    /** {@link #load(String, String...)} with options. */
    public static Traces load(List<Path> paths, UnaryOperator<LoadOptions> options) {
        return load(paths, options, Progress.ambient());
    }

    /** The same, with progress reports. */
    @Internal
    public static Traces load(List<Path> paths, UnaryOperator<LoadOptions> options, Progress progress) {
        return of(TraceLoader.load(
                Given.values(paths, "the paths"), Given.options(options, LoadOptions.defaults()), progress));
    }

    /** Wraps traces that are already loaded. */
    @Internal
    public static Traces of(TraceSet set) {
        return new Traces(set);
    }

    /** The traces behind this value. */
    @Internal
    public TraceSet set() {
        return set;
    }

    /** One row per rank: {@link TracesTable#SCHEMA}. */
    public Table ranks() {
        return TracesTable.of(set);
    }

    /**
     * One row per rank and step, as measured: {@link StepsTable#SCHEMA}. With several ranks the first call links the
     * traces to separate waiting for other ranks from transfer.
     */
    public Table steps() {
        return StepsTable.of(set, links.waits());
    }

    /** How much the job's step and its parts vary: {@link #spread(int, int, long)} of the recorded ranks. */
    public Table spread() {
        return spread(0, DRAWS, 1);
    }

    /**
     * How much the job's step and its parts vary over recorded steps and ranks: {@link StepSpreadTable#SCHEMA}. The
     * estimator is that of {@link StepSpread}; results are deterministic for a given seed.
     *
     * @param ranks ranks of the job; 0 for as many as recorded
     * @param draws number of steps to draw
     * @param seed of the generator
     * @throws org.etude.report.EtudeException when no step was recorded, ranks are negative or draws below 1
     */
    public Table spread(int ranks, int draws, long seed) {
        return StepSpreadTable.of(stepSpread().parts(ranks, draws, seed));
    }

    /** How much each rank delays the job's step: {@link StepSpreadTable#COSTS}; empty for a single rank. */
    public Table stragglerCosts() {
        return StepSpreadTable.costs(stepSpread().costs());
    }

    private StepSpread stepSpread() {
        return StepSpread.of(StepActivity.of(set, links.waits()));
    }

    /**
     * Time of each rank by kernel: {@link KernelsTable#SCHEMA}. Without GPU work, host operators with their self time.
     */
    public Table kernels() {
        return KernelsTable.of(KernelUses.of(set));
    }

    /** Why each GPU stream was idle: {@link IdleTable#SCHEMA}; empty without GPU work. */
    public Table idle() {
        return idle(new Time(StreamIdle.KERNEL_DELAY * PS_PER_NS));
    }

    /**
     * Why each GPU stream was idle.
     *
     * @param kernelWait shorter idle intervals count as kernel start overhead
     */
    public Table idle(Time kernelWait) {
        return IdleTable.of(
                IdleTimes.of(set, Given.value(kernelWait, "the kernel delay").picoseconds() / PS_PER_NS));
    }

    /** Which operator launched which GPU work, and with what delay: {@link OperatorsTable#SCHEMA}. */
    public Table operators() {
        return OperatorsTable.of(OperatorKernels.of(set));
    }

    /** Launch overhead, and GPU work shorter than its launch: {@link LaunchesTable#SCHEMA}. */
    public Table launches() {
        return LaunchesTable.of(LaunchCalls.of(set));
    }

    /** How long the launch queues of the streams were: {@link LaunchQueuesTable#SCHEMA}. */
    public Table launchQueues() {
        return LaunchQueuesTable.of(LaunchQueues.of(set));
    }

    /** Copies and memory sets, and the bandwidth they achieved: {@link CopiesTable#SCHEMA}. */
    public Table copies() {
        return CopiesTable.of(CopyUses.of(set));
    }

    /** Time of the user's annotations, and of the GPU work inside them: {@link AnnotationsTable#SCHEMA}. */
    public Table annotations() {
        return AnnotationsTable.of(AnnotationUses.of(set));
    }

    /**
     * Matrix products, convolutions and attention by shape, with the rate they achieved: {@link FlopsTable#SCHEMA}.
     * Shapes are recorded only when the profiler ran with {@code record_shapes=True}.
     */
    public Table flops() {
        return FlopsTable.of(MatrixUses.of(set), FlopsTable.Roof.NONE);
    }

    /**
     * {@link #flops()} compared with the device's peak: {@code traces.flops(312, gigabytesPerSecond(2039))}.
     *
     * @param peakTflops the device's peak rate for the element type in use, in 1e12 operations per second
     * @param memory bandwidth of its memory
     * @throws org.etude.report.EtudeException when the rate is not positive
     */
    public Table flops(double peakTflops, Bandwidth memory) {
        return FlopsTable.of(
                MatrixUses.of(set), FlopsTable.Roof.of(peakTflops, Given.value(memory, "the bandwidth of memory")));
    }

    /**
     * Allocations and releases with the memory in use: {@link MemoryTimelineTable#SCHEMA}. Recorded only when the
     * profiler ran with {@code profile_memory=True}.
     */
    public Table memory() {
        return MemoryTimelineTable.of(MemoryTimeline.of(set));
    }

    /**
     * Memory of each rank in each recorded step, by kind: {@link StepMemoryTable#SCHEMA}. Derived from the tensors of
     * the execution traces, so ranks without one have no row; workspaces inside kernel libraries appear in no trace.
     * Linear in the number of operators.
     */
    public Table stepMemory() {
        return StepMemoryTable.of(StepMemories.of(set));
    }

    /**
     * Hardware counters by kernel and operator: {@link CountersTable#SCHEMA}. Recorded only when the profiler ran with
     * CUPTI's range profiler: {@code profiler_metrics} and {@code profiler_measure_per_kernel=True}.
     */
    public Table counters() {
        return CountersTable.of(CounterUses.of(set));
    }

    /**
     * Recurring sequences of three or more GPU activities that the outermost operators launch: {@link
     * SequencesTable#SCHEMA}.
     */
    public Table sequences() {
        return sequences("", KernelSequences.LEAST);
    }

    /**
     * Recurring sequences of GPU work inside operators: {@code traces.sequences("attention", 3)}.
     *
     * @param operator part of the name of operators or annotations, ignoring case; those nested in another match are
     *     skipped
     * @param least minimum length of a sequence
     */
    public Table sequences(String operator, int least) {
        return SequencesTable.of(KernelSequences.of(set, Given.value(operator, "the operator's name"), least));
    }

    /** Bandwidth achieved by collectives, by type and size: {@link BandwidthTable#SCHEMA}. Links the traces. */
    public Table bandwidth() {
        return BandwidthTable.of(CollectiveRate.of(links.calls()));
    }

    /**
     * Traffic of each rank within its node and with other nodes: {@link NodeTrafficTable#SCHEMA}. Links the traces.
     *
     * @param ranksPerNode ranks 0 to ranksPerNode - 1 form the first node, and so on
     * @throws org.etude.report.EtudeException when it is less than 1
     */
    public Table nodeTraffic(int ranksPerNode) {
        return NodeTrafficTable.of(NodeTraffic.of(links.calls(), ranksPerNode));
    }

    /**
     * Differences between this recording (before) and another (after), per rank and step: {@link DiffTable#SCHEMA}.
     * Links both.
     */
    public Table diff(Traces after) {
        Traces other = Given.value(after, "what is compared with");
        return DiffTable.of(DiffRow.of(links.entries(), other.links.entries()));
    }

    /**
     * Differences between this recording (before) and a simulated run of its conversion (after), node by node: {@link
     * DiffTable#SCHEMA}.
     *
     * @throws org.etude.report.EtudeException when the run kept no ops
     */
    public Table diff(Simulation after) {
        List<DiffEntry> simulated = Given.value(after, "the simulation").entries();
        return DiffTable.of(DiffRow.of(links.nodeEntries(), simulated));
    }

    /**
     * The chain of nodes that determined when the recording ended: {@link CriticalPathTable#SCHEMA}, with the columns
     * of {@link Simulation#criticalPath}. Links and converts the traces; {@code traces.step(2).criticalPath()} covers
     * one step.
     */
    public Table criticalPath() {
        return criticalPath(Integer.MAX_VALUE).table();
    }

    /**
     * The first rows of {@link #criticalPath()}: the table is a fifth of the time of a long recording.
     *
     * @param most how many rows, at least 1
     */
    @Internal
    public Excerpt criticalPath(int most) {
        return links.criticalPath(most);
    }

    /**
     * Writes the recordings of all ranks as one Chrome trace for Perfetto, with the host threads and GPU streams of all
     * ranks on one clock. Arrows lead from each launch to its work and from the last rank of each collective to the
     * others. Counters show launch queues, busy streams, bytes in flight and bus bandwidth; the critical path is a
     * separate process. Links and converts the traces.
     *
     * @throws org.etude.report.EtudeException when the file cannot be written
     */
    public Traces exportPerfetto(String file) {
        return exportPerfetto(Given.path(file));
    }

    /** {@link #exportPerfetto(String)}. */
    public Traces exportPerfetto(Path file) {
        PerfettoFile.recorded(link().set(), link().matches(), links.nodes(), Given.value(file, "the file"));
        return this;
    }

    /**
     * {@link #exportPerfetto(String)} with a simulated run in the same file, each starting at its own zero: processes
     * {@code recorded rank 0}, {@code simulated rank 0} and so on, each with its arrows, counters and critical path.
     *
     * @throws org.etude.report.EtudeException when the run kept no ops
     * @throws org.etude.report.EtudeException when the file cannot be written
     */
    public Traces exportPerfetto(String file, Simulation run) {
        return exportPerfetto(Given.path(file), run);
    }

    /** {@link #exportPerfetto(String, Simulation)}. */
    public Traces exportPerfetto(Path file, Simulation run) {
        PerfettoFile.both(
                link().set(),
                link().matches(),
                links.nodes(),
                Given.value(run, "the simulation").result(),
                Given.value(file, "the file"));
        return this;
    }

    /** How long ranks waited for others, {@link TraceLinks#waits()}. */
    PartnerWaits waits() {
        return links.waits();
    }

    /** How long hosts that compute waited, {@link TraceLinks#hostWaits()}. */
    PartnerWaits hostWaits() {
        return links.hostWaits();
    }

    /** Assumptions and omissions of loading: {@link FindingsTable#SCHEMA}. */
    public Table findings() {
        return FindingsTable.of(set.report());
    }

    /** The findings of loading as values; {@link #findings()} is the table. */
    public Report assumptions() {
        return set.report();
    }

    /** An error for ranks of the job that were not loaded; empty when all are present. */
    public Report missingRanks() {
        return MissingRanks.of(set, "load");
    }

    /**
     * The same traces, cut to one step.
     *
     * @param number the N of ProfilerStep#N
     * @throws org.etude.report.EtudeException when no rank has that step
     */
    public Traces step(int number) {
        return of(TraceCut.step(set, number));
    }

    /**
     * A part of the traces: {@code traces.filter(f -> f.ranks(0, 1).streams(7).name("gemm").from(ms(2)).to(ms(5)))}.
     *
     * @throws org.etude.report.EtudeException when no event is left
     */
    public Traces filter(UnaryOperator<EventFilter> filter) {
        return of(FilteredTraces.of(set, Given.options(filter, EventFilter.all())));
    }

    /** Links host nodes, launches and GPU work into one graph per rank, for CUDA and HIP alike. */
    public LinkedTraces link() {
        return link(l -> l);
    }

    /** {@link #link()} with options: {@code traces.link(l -> l.assumeGeneric(ALL_REDUCE))}. */
    public LinkedTraces link(UnaryOperator<LinkOptions> options) {
        return link(Given.options(options, LinkOptions.defaults()), Progress.ambient());
    }

    /**
     * {@link #link()} with options and progress reports. Linking again with equal options reuses the result.
     *
     * @param watcher receives the progress
     */
    @Internal
    public LinkedTraces link(LinkOptions options, Progress watcher) {
        return links.link(options, watcher);
    }

    /**
     * Saves the traces to one compressed file, about a tenth of the size of the recorded JSON. {@link #read} restores
     * them with equal tables. The file is written atomically.
     *
     * @throws org.etude.report.EtudeException when it cannot be written
     */
    public Traces save(String file) {
        return save(Given.path(file));
    }

    /** {@link #save(String)}. */
    public Traces save(Path file) {
        StoredFile.write(Given.value(file, "the file"), KIND, set);
        return this;
    }

    /**
     * Opens what {@link #save} wrote.
     *
     * @throws org.etude.report.EtudeException when the file is not saved traces, truncated, damaged, or of another
     *     version
     */
    public static Traces read(String file) {
        return read(Given.path(file));
    }

    /** {@link #read(String)}. */
    public static Traces read(Path file) {
        return of(StoredFile.read(Given.value(file, "the file"), KIND, TraceSet.class));
    }

    @Override
    public String toString() {
        return Titles.of(set) + System.lineSeparator() + TableText.of(ranks(), Titles.ROWS);
    }
}
