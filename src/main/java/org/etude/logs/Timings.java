// SPDX-License-Identifier: Apache-2.0
package org.etude.logs;

import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.etude.CalibrationFit;
import org.etude.calibrate.CollectiveTiming;
import org.etude.calibrate.bench.TimingLog;
import org.etude.calibrate.timed.TimingFiles;
import org.etude.report.Given;
import org.etude.report.Internal;
import org.etude.report.Report;
import org.etude.spec.TimingOptions;
import org.etude.table.FindingsTable;
import org.etude.table.TableText;
import org.etude.table.run.TimingsTable;
import tech.tablesaw.api.Table;

/**
 * Timed collectives of a network, as benchmarks print them: {@code Timings.load("all_reduce.json").fit()}. Immutable; the tables are
 * made anew by each call.
 */
public final class Timings {
    private static final int ROWS = 16;

    private final TimingLog log;

    private Timings(TimingLog log) {
        this.log = log;
    }

    /**
     * Loads a file that states its collective and its ranks. The format is detected from the content: nccl-tests and
     * rccl-tests as text (all versions, with NCCL_DEBUG lines and mpirun prefixes), CSV and JSON; CSV with {@code
     * size_bytes} and {@code time_us}; JSON with {@code rows}; gzip-compressed or not.
     *
     * @throws org.etude.calibrate.CalibrationException with file and line when it cannot be read, holds no timings, or does not say
     *     what was timed
     */
    public static Timings load(String file) {
        return load(file, t -> t);
    }

    /** {@link #load(String)}. */
    public static Timings load(Path file) {
        return load(file, t -> t);
    }

    /**
     * {@link #load(String)} with details that the file does not state: {@code Timings.load("old.txt", t ->
     * t.type("all_reduce").ranks(8))}.
     *
     * @throws org.etude.calibrate.CalibrationException also when the file contradicts the options
     */
    public static Timings load(String file, UnaryOperator<TimingOptions> options) {
        return load(Given.path(file), options);
    }

    /** {@link #load(String, UnaryOperator)}. */
    public static Timings load(Path file, UnaryOperator<TimingOptions> options) {
        return new Timings(
                TimingFiles.read(Given.value(file, "the file"), Given.options(options, TimingOptions.defaults())));
    }

    /** These timings and those of another file, such as another group size. */
    public Timings and(Timings other) {
        return new Timings(log.plus(Given.value(other, "the other timings").log));
    }

    /** The timings behind the table. */
    @Internal
    public List<CollectiveTiming> list() {
        return log.timings();
    }

    /** One row per timing: {@link TimingsTable#SCHEMA}. */
    public Table table() {
        return TimingsTable.of(log.timings());
    }

    /** Assumptions and omissions of reading. */
    public Report report() {
        return log.report();
    }

    /** Assumptions and omissions of reading: {@link FindingsTable#SCHEMA}. */
    public Table findings() {
        return FindingsTable.of(log.report());
    }

    /** Starts a fit of one curve per collective and group size, and of the underlying links. */
    public CalibrationFit fit() {
        return CalibrationFit.ofTimings(log.timings());
    }

    @Override
    public String toString() {
        return "Timings: " + log.timings().size() + System.lineSeparator() + TableText.of(table(), ROWS);
    }
}
