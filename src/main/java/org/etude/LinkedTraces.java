// SPDX-License-Identifier: Apache-2.0
package org.etude;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.etude.analysis.Arrivals;
import org.etude.et.convert.EtConverter;
import org.etude.link.match.CollectiveMatcher;
import org.etude.link.model.CollectiveMatches;
import org.etude.link.model.LinkedSet;
import org.etude.replay.RecordedWaits;
import org.etude.report.Inside;
import org.etude.report.Progress;
import org.etude.report.Report;
import org.etude.spec.ConvertOptions;
import org.etude.spec.LinkOptions;
import org.etude.spec.Spread;
import org.etude.store.StoredFile;
import org.etude.table.FindingsTable;
import org.etude.table.TableText;
import org.etude.table.recorded.CollectivesTable;
import org.etude.table.recorded.CoverageTable;
import org.etude.table.recorded.UnmatchedTable;
import org.etude.table.run.ArrivalsTable;
import org.etude.table.run.StragglersTable;
import org.etude.trace.activity.PartnerWaits;
import org.etude.trace.activity.Span;
import org.etude.workload.extrapolate.Extrapolator;
import tech.tablesaw.api.Table;

/** Linked traces: one graph per rank. Immutable; the tables are made anew by each call. */
public final class LinkedTraces {
    private static final String KIND = "linked";

    private final LinkedSet set;
    private final LinkOptions options;
    /** Found when first asked for. */
    private CollectiveMatches matches;

    private PartnerWaits waits;

    private LinkedTraces(LinkedSet set, LinkOptions options) {
        this.set = set;
        this.options = options;
    }

    /** Traces that are linked already, by default options. */
    @Inside
    public static LinkedTraces of(LinkedSet set) {
        return of(set, LinkOptions.defaults());
    }

    /** Traces that were linked with these options. */
    @Inside
    public static LinkedTraces of(LinkedSet set, LinkOptions options) {
        return new LinkedTraces(set, options);
    }

    /** The options that the traces were linked with. */
    LinkOptions options() {
        return options;
    }

    /** The graphs behind this value. */
    @Inside
    public LinkedSet set() {
        return set;
    }

    /** Which collective of one rank is which of another. */
    @Inside
    public synchronized CollectiveMatches matches() {
        if (matches == null) {
            matches = CollectiveMatcher.match(set);
        }
        return matches;
    }

    /**
     * How long each rank's collectives and messages waited for the last rank and, of ranks without GPU work, when their hosts waited for
     * transfers. Found once; takes the times of a conversion where hosts compute.
     */
    synchronized PartnerWaits waits() {
        if (waits == null) {
            waits = RecordedWaits.of(set, matches(), Progress.ambient());
        }
        return waits;
    }

    /** How much was linked, one row per rank and sort: {@link CoverageTable#SCHEMA}. */
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

    /** What loading and linking assumed, and where ranks disagree: {@link FindingsTable#SCHEMA}. */
    public Table findings() {
        return FindingsTable.of(set.traces().report().plus(set.report()));
    }

    /** What linking assumed, and where ranks disagree, as values; without what loading did. */
    public Report assumptions() {
        return set.report();
    }

    /** Whether the traces are fit to be simulated, and what to record where they are not. */
    public TraceCheck check() {
        return TraceCheck.of(set);
    }

    /** Converts to Chakra execution traces: measured kernel times, gaps on the host kept. */
    public Workload toEt() {
        return toEt(t -> t);
    }

    /** {@link #toEt()} with options: {@code linked.toEt(t -> t.averageKernel(us(609)))}. */
    public Workload toEt(UnaryOperator<ConvertOptions> options) {
        return toEt(options.apply(ConvertOptions.defaults()), Progress.ambient());
    }

    /** {@link #toEt()} with options, with progress reports. */
    public Workload toEt(ConvertOptions options, Progress progress) {
        return Workload.of(EtConverter.convert(set, options, progress));
    }

    /**
     * The recorded steps on another network, its rate and latency as given: messages between two ranks keep their order, and
     * nothing is added to them.
     */
    public Prediction predict(Topology network) {
        return predict(network, s -> {});
    }

    /**
     * {@link #predict(Topology)} with options, such as timed collectives of that network: {@code linked.predict(network, s ->
     * s.calibration("timings.json"))}.
     *
     * @throws org.etude.report.EtudeException when the network has another number of ranks
     */
    public Prediction predict(Topology network, Consumer<SimulationSettings> options) {
        Simulation sim = toEt().repair().simulate(network, options);
        return Prediction.of(Traces.of(set.traces()), sim);
    }

    /**
     * The same step on other ranks: {@code linked.parallelize(p -> p.dp(8).tp(2).pp(4).batch(64))}. Recorded under data
     * parallelism or on one rank; host gaps are kept, the optimizer does not grow with the batch, gradients go out in
     * PyTorch's buckets, stages send and receive. Of several steps the one of middle length counts.
     *
     * @throws org.etude.spec.WorkloadException when the recording cannot be spread so, with the reason
     */
    public Extrapolation parallelize(UnaryOperator<Spread> spread) {
        return parallelize(spread, null);
    }

    /**
     * {@link #parallelize(UnaryOperator)} with the help of the same model recorded with another batch: times then follow the
     * batch as the two steps do.
     *
     * @throws org.etude.spec.WorkloadException as there, and when the two recordings differ in more than their batch
     */
    public Extrapolation parallelize(UnaryOperator<Spread> spread, LinkedTraces otherBatch) {
        LinkedSet second = otherBatch == null ? null : otherBatch.set;
        return Extrapolation.of(
                Extrapolator.run(set, options, second, spread.apply(Spread.defaults()), Progress.ambient()));
    }

    /**
     * Saves the traces and how they were linked to one compressed file, about a tenth of the recorded JSON, which {@link #read}
     * opens again: they are linked again, all tables are equal. Nothing is left behind when it cannot be written.
     *
     * @throws org.etude.report.EtudeException when it cannot be written
     */
    public LinkedTraces save(String file) {
        return save(Path.of(file));
    }

    /** {@link #save(String)}. */
    public LinkedTraces save(Path file) {
        StoredFile.write(file, KIND, new SavedLink(set.traces(), options));
        return this;
    }

    /**
     * Opens what {@link #save} wrote.
     *
     * @throws org.etude.report.EtudeException when it is nothing of the kind, truncated, damaged, or of another version
     */
    public static LinkedTraces read(String file) {
        return read(Path.of(file));
    }

    /** {@link #read(String)}. */
    public static LinkedTraces read(Path file) {
        return StoredFile.read(file, KIND, SavedLink.class).linked(Progress.ambient());
    }

    @Override
    public String toString() {
        return Titles.of(set) + System.lineSeparator() + TableText.of(report(), Titles.ROWS);
    }
}
