// SPDX-License-Identifier: Apache-2.0
package org.etude;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.etude.analysis.Arrivals;
import org.etude.calibrate.steps.ProfilerCost;
import org.etude.et.convert.EtConverter;
import org.etude.link.check.Readiness;
import org.etude.link.match.CollectiveMatcher;
import org.etude.link.model.CollectiveMatches;
import org.etude.link.model.LinkedSet;
import org.etude.replay.RecordedWaits;
import org.etude.report.Given;
import org.etude.report.Internal;
import org.etude.report.Progress;
import org.etude.report.Report;
import org.etude.spec.ConvertOptions;
import org.etude.spec.LinkOptions;
import org.etude.spec.ParallelizeOptions;
import org.etude.store.StoredFile;
import org.etude.table.FindingsTable;
import org.etude.table.TableText;
import org.etude.table.recorded.CollectivesTable;
import org.etude.table.recorded.CoverageTable;
import org.etude.table.recorded.ReadinessTable;
import org.etude.table.recorded.UnmatchedTable;
import org.etude.table.run.ArrivalsTable;
import org.etude.table.run.StragglersTable;
import org.etude.trace.activity.PartnerWaits;
import org.etude.trace.activity.Span;
import org.etude.unit.Time;
import org.etude.workload.extrapolate.Extrapolator;
import tech.tablesaw.api.Table;

/** Linked traces: one graph per rank. Immutable; the tables are made anew by each call. */
public final class LinkedTraces {
    private static final String KIND = "linked";

    private final LinkedSet set;
    private final LinkOptions options;
    /** Computed on first use. */
    private CollectiveMatches matches;

    private PartnerWaits waits;
    private Readiness readiness;

    private LinkedTraces(LinkedSet set, LinkOptions options) {
        this.set = set;
        this.options = options;
    }

    /** Wraps traces that were linked with default options. */
    @Internal
    public static LinkedTraces of(LinkedSet set) {
        return of(set, LinkOptions.defaults());
    }

    /** Wraps traces that were linked with these options. */
    @Internal
    public static LinkedTraces of(LinkedSet set, LinkOptions options) {
        return new LinkedTraces(set, options);
    }

    /** The options that the traces were linked with. */
    LinkOptions options() {
        return options;
    }

    /** The graphs behind this value. */
    @Internal
    public LinkedSet set() {
        return set;
    }

    /** Which collective calls of different ranks belong together. */
    @Internal
    public synchronized CollectiveMatches matches() {
        if (matches == null) {
            matches = CollectiveMatcher.match(set);
        }
        return matches;
    }

    /**
     * How long each rank's collectives and messages waited for the last rank to arrive and, for ranks without GPU work,
     * when their hosts waited for transfers. Computed once; requires a conversion when hosts compute.
     */
    synchronized PartnerWaits waits() {
        if (waits == null) {
            waits = RecordedWaits.of(set, matches(), Progress.ambient());
        }
        return waits;
    }

    /** How much was linked, one row per rank and kind of event: {@link CoverageTable#SCHEMA}. */
    public Table report() {
        return CoverageTable.of(set);
    }

    /** Every collective and transfer, with its evidence: {@link CollectivesTable#SCHEMA}. */
    public Table collectives() {
        return CollectivesTable.of(set, matches());
    }

    /** When each rank reached each collective of several ranks: {@link ArrivalsTable#SCHEMA}. */
    public Table arrivals() {
        return ArrivalsTable.of("recorded", recordedArrivals());
    }

    /** How much later than the median each rank reached the collectives: {@link StragglersTable#SCHEMA}. */
    public Table stragglers() {
        return StragglersTable.of("recorded", Arrivals.stragglers(recordedArrivals()));
    }

    private List<Arrivals.Arrival> recordedArrivals() {
        return Arrivals.of(matches(), Span.origin(set.traces()));
    }

    /** What could not be linked, and why: {@link UnmatchedTable#SCHEMA}. */
    public Table unmatched() {
        return UnmatchedTable.of(set);
    }

    /** Assumptions of loading and linking, and disagreements between ranks: {@link FindingsTable#SCHEMA}. */
    public Table findings() {
        return FindingsTable.of(set.traces().report().plus(set.report()));
    }

    /** The findings of linking alone, without those of loading. */
    public Report assumptions() {
        return set.report();
    }

    /**
     * Checks whether the traces can be simulated: what is missing or suspicious, and how to record it. A finding of level
     * ERROR means that they cannot.
     */
    public Report check() {
        return checked().report();
    }

    /** What each rank recorded, one row per rank: {@link ReadinessTable#SCHEMA}. */
    public Table readiness() {
        return ReadinessTable.of(checked());
    }

    private synchronized Readiness checked() {
        if (readiness == null) {
            readiness = Readiness.of(set);
        }
        return readiness;
    }

    /** The errors of {@link #check}, except missing ranks, which copies can replace. */
    @Internal
    public Report blocking() {
        return checked().blocking();
    }

    /** Converts to Chakra execution traces, keeping measured kernel times and host gaps. */
    public Workload toEt() {
        return toEt(t -> t);
    }

    /** {@link #toEt()} with options: {@code linked.toEt(t -> t.averageKernel(us(609)))}. */
    public Workload toEt(UnaryOperator<ConvertOptions> options) {
        return toEt(Given.options(options, ConvertOptions.defaults()), Progress.ambient());
    }

    /** {@link #toEt()} with options, with progress reports. */
    @Internal
    public Workload toEt(ConvertOptions options, Progress progress) {
        return Workload.of(EtConverter.convert(set, options, progress));
    }

    /**
     * How much longer recording made each piece of host time, found from steps that were timed without the profiler ({@code
     * training_R.json} next to the traces): {@code linked.toEt(t -> t.profilerCost(linked.profilerCost()))} is the job as it runs
     * without the profiler. Converts and simulates the recording about ten times.
     *
     * @throws org.etude.report.EtudeException when no such file is there, it cannot be read, or no
     *     credible cost explains its step
     */
    public Time profilerCost() {
        return ProfilerCost.of(
                set.traces(),
                cost -> toEt(t -> t.profilerCost(cost)).repair().simulate().result());
    }

    /**
     * Predicts the recorded steps on another network, taking its bandwidth and latency as given. Messages between two
     * ranks keep their order; no overhead is added to them.
     */
    public Prediction predict(Topology network) {
        return predict(network, s -> {});
    }

    /**
     * {@link #predict(Topology)} with options, such as collectives timed on that network: {@code
     * linked.predict(network, s -> s.calibration("timings.json"))}.
     *
     * @throws org.etude.report.EtudeException when the network has a different number of ranks
     */
    public Prediction predict(Topology network, Consumer<SimulationSettings> options) {
        Simulation sim = toEt().repair().simulate(network, options);
        return Prediction.of(Traces.of(set.traces()), sim);
    }

    /**
     * Extrapolates the step to another parallelization: {@code linked.parallelize(p -> p.dp(8).tp(2).pp(4).batch(64))}.
     * The recording must be of one rank or of data parallelism. Host gaps are kept, optimizer time does not grow with
     * the batch, gradients are exchanged in PyTorch's buckets, and pipeline stages send and receive activations. Of
     * several recorded steps the one of median length is used.
     *
     * @throws org.etude.report.EtudeException when the recording cannot be parallelized in this way, with the reason
     */
    public Extrapolation parallelize(UnaryOperator<ParallelizeOptions> spread) {
        return parallelize(spread, Optional.empty());
    }

    /**
     * {@link #parallelize(UnaryOperator)} with a second recording of the same model at another batch size, which
     * determines how times scale with the batch.
     *
     * @throws org.etude.report.EtudeException as above, and when the two recordings differ in more than their batch
     *     size
     */
    public Extrapolation parallelize(UnaryOperator<ParallelizeOptions> spread, LinkedTraces otherBatch) {
        return parallelize(spread, Optional.of(Given.value(otherBatch, "the recording with another batch")));
    }

    private Extrapolation parallelize(UnaryOperator<ParallelizeOptions> spread, Optional<LinkedTraces> otherBatch) {
        LinkedSet second = otherBatch.map(LinkedTraces::set).orElse(null);
        ParallelizeOptions wish = Machine.modelled(Given.options(spread, ParallelizeOptions.defaults()));
        return Extrapolation.of(Extrapolator.run(set, options, second, wish, Progress.ambient()));
    }

    /**
     * Saves the traces and their link options to one compressed file, about a tenth of the size of the recorded JSON.
     * {@link #read} links them again, with equal tables. The file is written atomically.
     *
     * @throws org.etude.report.EtudeException when it cannot be written
     */
    public LinkedTraces save(String file) {
        return save(Given.path(file));
    }

    /** {@link #save(String)}. */
    public LinkedTraces save(Path file) {
        StoredFile.write(Given.value(file, "the file"), KIND, new SavedLink(set.traces(), options));
        return this;
    }

    /**
     * Opens what {@link #save} wrote.
     *
     * @throws org.etude.report.EtudeException when the file is not a saved link, truncated, damaged, or of another
     *     version
     */
    public static LinkedTraces read(String file) {
        return read(Given.path(file));
    }

    /** {@link #read(String)}. */
    public static LinkedTraces read(Path file) {
        return StoredFile.read(Given.value(file, "the file"), KIND, SavedLink.class)
                .linked(Progress.ambient());
    }

    @Override
    public String toString() {
        return Titles.of(set) + System.lineSeparator() + TableText.of(report(), Titles.ROWS);
    }
}
