package org.etude;

import java.lang.ref.SoftReference;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.etude.analysis.StepSpread;
import org.etude.link.Linker;
import org.etude.link.check.MissingRanks;
import org.etude.report.Progress;
import org.etude.report.Report;
import org.etude.spec.LinkOptions;
import org.etude.spec.LoadOptions;
import org.etude.store.StoredFile;
import org.etude.table.FindingsTable;
import org.etude.table.TableText;
import org.etude.table.recorded.StepsTable;
import org.etude.table.recorded.TracesTable;
import org.etude.table.run.StepSpreadTable;
import org.etude.trace.activity.PartnerWaits;
import org.etude.trace.activity.StepActivity;
import org.etude.trace.load.TraceCut;
import org.etude.trace.load.TraceLoader;
import org.etude.trace.model.TraceSet;
import tech.tablesaw.api.Table;

/** Recorded traces of one job, every rank at once. Immutable; the tables are made anew by each call. */
public final class Traces {
    /** Draws of a step by {@link #spread()}. */
    public static final int DRAWS = StepSpread.DRAWS;

    private static final String KIND = "traces";

    private final TraceSet set;
    /** Found when first asked for: matching collectives takes linking. */
    private PartnerWaits waits;
    /** The first link, for those that ask for the same again; let go when memory is short. */
    private SoftReference<LinkedTraces> linked = new SoftReference<>(null);

    private Traces(TraceSet set) {
        this.set = set;
    }

    /**
     * Loads all traces under some paths: directories, files, .gz, .zip; host execution traces and Kineto traces, matched
     * by rank.
     *
     * @throws org.etude.trace.model.TraceException when nothing usable is there, or a file is broken
     */
    public static Traces load(String path, String... more) {
        return load(
                Stream.concat(Stream.of(path), Stream.of(more)).map(Path::of).toList(), t -> t);
    }

    /** {@link #load(String, String...)} with options: {@code Traces.load(dir, t -> t.withKeepTruncated())}. */
    public static Traces load(String path, UnaryOperator<LoadOptions> options) {
        return load(List.of(Path.of(path)), options);
    }

    /** {@link #load(String, String...)} of paths, with options. */
    public static Traces load(List<Path> paths, UnaryOperator<LoadOptions> options) {
        return load(paths, options, Progress.ambient());
    }

    /** The same, watched. */
    public static Traces load(List<Path> paths, UnaryOperator<LoadOptions> options, Progress progress) {
        return of(TraceLoader.load(paths, options.apply(LoadOptions.defaults()), progress));
    }

    /** Traces that are loaded already. */
    public static Traces of(TraceSet set) {
        return new Traces(set);
    }

    /** The traces behind this value. */
    public TraceSet set() {
        return set;
    }

    /** One row per rank: {@link TracesTable#SCHEMA}. */
    public Table ranks() {
        return TracesTable.of(set);
    }

    /**
     * One row per rank and step, as measured: {@link StepsTable#SCHEMA}. With several ranks the first call links the traces to
     * tell waiting for a rank from transfer.
     */
    public Table steps() {
        return StepsTable.of(set, waits());
    }

    /** How much the job's step and its parts vary: {@link #spread(int, int, long)} of the recorded ranks. */
    public Table spread() {
        return spread(0, DRAWS, 1);
    }

    /**
     * How much the job's step and its parts vary over recorded steps and ranks: {@link StepSpreadTable#SCHEMA}. The estimator is that of
     * {@link StepSpread}: the same seed gives the same figures.
     *
     * @param ranks ranks of the job; 0 for as many as recorded
     * @param draws draws of the step
     * @param seed of the generator
     * @throws org.etude.spec.SimulationException when no step was recorded
     */
    public Table spread(int ranks, int draws, long seed) {
        return StepSpreadTable.of(StepSpread.of(StepActivity.of(set, waits())).parts(ranks, draws, seed));
    }

    /** What each rank costs the job's step: {@link StepSpreadTable#COSTS}; no rows for one rank. */
    public Table stragglerCosts() {
        return StepSpreadTable.costs(
                StepSpread.of(StepActivity.of(set, waits())).costs());
    }

    /** How long each rank's collectives waited for the last rank; nothing of a rank alone. */
    synchronized PartnerWaits waits() {
        if (waits == null) {
            waits = set.ranks().size() < 2 ? PartnerWaits.none() : link().waits();
        }
        return waits;
    }

    /** What loading assumed or missed: {@link FindingsTable#SCHEMA}. */
    public Table findings() {
        return FindingsTable.of(set.report());
    }

    /** What loading assumed or missed, as values; {@link #findings()} is the table. */
    public Report assumptions() {
        return set.report();
    }

    /** An error for the ranks of the job that were not loaded; nothing when all are there. */
    public Report missingRanks() {
        return MissingRanks.of(set, "load");
    }

    /**
     * The same traces, cut to one step.
     *
     * @param number N of ProfilerStep#N
     * @throws org.etude.trace.model.TraceException when no rank has that step
     */
    public Traces step(int number) {
        return of(TraceCut.step(set, number));
    }

    /** Joins host nodes, launches and GPU work into one graph a rank, CUDA and HIP alike. */
    public LinkedTraces link() {
        return link(l -> l);
    }

    /** {@link #link()} with options: {@code traces.link(l -> l.assumeGeneric(ALL_REDUCE))}. */
    public LinkedTraces link(UnaryOperator<LinkOptions> options) {
        return link(options.apply(LinkOptions.defaults()), Progress.ambient());
    }

    /**
     * {@link #link()} with options, watched. Linking twice with equal options costs once.
     *
     * @param watcher who hears how far it is
     */
    public synchronized LinkedTraces link(LinkOptions options, Progress watcher) {
        LinkedTraces kept = linked.get();
        if (kept != null && kept.options().equals(options)) {
            return kept;
        }
        LinkedTraces made = LinkedTraces.of(Linker.link(set, options, watcher), options);
        linked = new SoftReference<>(made);
        return made;
    }

    /**
     * Saves the traces to one compressed file, about a tenth of the recorded JSON, which {@link #read} opens again: all tables are equal. Nothing is
     * left behind when it cannot be written.
     *
     * @throws org.etude.store.StoreException when it cannot be written
     */
    public Traces save(String file) {
        return save(Path.of(file));
    }

    /** {@link #save(String)}. */
    public Traces save(Path file) {
        StoredFile.write(file, KIND, set);
        return this;
    }

    /**
     * Opens what {@link #save} wrote.
     *
     * @throws org.etude.store.StoreException when it is nothing of the kind, truncated, damaged, or of another version
     */
    public static Traces read(String file) {
        return read(Path.of(file));
    }

    /** {@link #read(String)}. */
    public static Traces read(Path file) {
        return of(StoredFile.read(file, KIND, TraceSet.class));
    }

    @Override
    public String toString() {
        return Titles.of(set) + System.lineSeparator() + TableText.of(ranks(), Titles.ROWS);
    }
}
