// SPDX-License-Identifier: Apache-2.0
package org.etude.table;

import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.etude.csv.CsvCells;
import org.etude.et.wire.Existing;
import org.etude.number.NumberRuns;
import org.etude.report.AtomicFiles;
import org.etude.report.Finding.Level;
import org.etude.report.Given;
import org.etude.report.Internal;
import org.etude.report.IoReason;
import org.etude.report.Progress;
import org.etude.report.Report;
import org.etude.sweep.ShardMerge;
import org.etude.sweep.ShardMerge.Merged;
import org.etude.sweep.SweepException;
import org.etude.table.shard.JoinableJob;
import org.etude.table.shard.JoinedWork;
import tech.tablesaw.api.Table;

/**
 * The merged shards of a sweep, a plan, a conversion, a replay or of the kernels of a recording: {@code
 * Shards.merge(Path.of("runs/x")).save("runs/x")}. The files are byte-identical to those of a single process. Immutable.
 */
@Internal
public final class Shards {
    private final ShardMerge merge;
    private final Optional<JoinableJob> job;
    private final List<Merged> rows;
    private final Progress progress;
    /** The merged work; null until first used, and always null for a sweep. */
    private JoinedWork joined;
    /** Number of input files that no longer exist. */
    private int gone;

    private Shards(ShardMerge merge, Optional<JoinableJob> job, List<Merged> rows, Progress progress) {
        this.merge = merge;
        this.job = job;
        this.rows = rows;
        this.progress = progress;
    }

    /**
     * Finds shards.
     *
     * @param places directories of shards, or directories that contain them
     * @throws org.etude.report.EtudeException when there is no shard, shards belong to different works or inputs, or a file is damaged
     */
    public static Shards merge(Path... places) {
        ShardMerge merge = ShardMerge.of(List.of(places));
        Optional<JoinableJob> job = merge.job().map(JoinableJob.class::cast);
        return new Shards(merge, job, job.isPresent() ? List.of() : merge.tables(), Progress.NONE);
    }

    /** The same, with progress reports. */
    public Shards progress(Progress watcher) {
        return new Shards(merge, job, rows, watcher);
    }

    /** Total number of shards. */
    public int count() {
        return merge.shards();
    }

    /** The missing shards, ascending; empty when all are present. */
    public List<Integer> missing() {
        return merge.missing();
    }

    /** The missing shards as text: {@code 0,3-5}; "" when none is missing. */
    public String missingText() {
        return NumberRuns.text(missing().stream().mapToInt(Integer::intValue).toArray(), ",");
    }

    /**
     * The tables that the command prints. For a sweep: its outcomes, one row per run of the shards found.
     *
     * @throws org.etude.report.EtudeException when shards are missing without which the command has no result
     */
    public List<Table> tables() {
        if (job.isEmpty()) {
            Merged outcomes = rows.get(0);
            return List.of(TableReader.of(outcomes.name(), outcomes.header(), outcomes.rows()));
        }
        List<Table> tables = new ArrayList<>(joined().shown());
        joined().findings().map(FindingsTable::of).ifPresent(tables::add);
        return tables;
    }

    /** The first of {@link #tables}. */
    public Table table() {
        return tables().get(0);
    }

    /** The command whose parts these are, or "" for a sweep. */
    public String verb() {
        return job.map(JoinableJob::verb).orElse("");
    }

    /** Whether the command shows ranks with equal rows as one row. */
    public boolean showsRankGroups() {
        return job.map(JoinableJob::showsRankGroups).orElse(false);
    }

    /** The text that the command prints after its tables, or "". */
    public String note() {
        return job.isPresent() ? joined().note() : "";
    }

    /** A sentence on traces that could not be compared because they are gone; "" if all could. */
    public String goneText() {
        int files = job.isPresent() ? joinedGone() : 0;
        return files == 0
                ? ""
                : (files == 1 ? "1 trace is" : files + " traces are")
                        + " not here any more: that all shards read the same is known by modification times, not by content";
    }

    private synchronized int joinedGone() {
        joined();
        return gone;
    }

    /** Whether the report has no error, which determines the command's exit status. */
    public boolean isSound() {
        return job.isEmpty() || !joined().findings().orElse(Report.empty()).has(Level.ERROR);
    }

    private synchronized JoinedWork joined() {
        JoinableJob work = job.orElseThrow();
        if (!missing().isEmpty() && !work.joinsSome()) {
            throw new SweepException(
                    "shards " + missing() + " of " + count() + " are missing, and 'etude " + work.verb()
                            + "' has no result without them",
                    "Run these tasks again into the same directory.");
        }
        if (joined == null) {
            gone = merge.checkInputs(progress);
            joined = work.join(merge, progress);
        }
        return joined;
    }

    /** Writes the files that a single process would have written, each atomically. */
    public void save(Path directory) {
        save(directory, false);
    }

    /**
     * The same.
     *
     * @param force whether to replace other ETs there, as in {@code Workload.save}
     */
    public void save(Path directory, boolean force) {
        Given.value(directory, "the directory");
        rows.forEach(table -> write(directory, table.name(), out -> {
            Writer writer = new OutputStreamWriter(out, StandardCharsets.UTF_8);
            CsvCells.appendLine(writer, table.header());
            for (List<String> row : table.rows()) {
                CsvCells.appendLine(writer, row);
            }
            writer.flush();
        }));
        if (job.isPresent()) {
            joined().traces().ifPresent(files -> files.write(directory, Existing.forced(force), progress));
            List<Table> tables = new ArrayList<>(tables());
            tables.addAll(joined().more());
            tables.forEach(table -> write(directory, table.name(), TableCsv.content(table)));
        }
    }

    private static void write(Path directory, String name, AtomicFiles.Content csv) {
        Path file = directory.resolve(name + ".csv");
        try {
            AtomicFiles.write(file, csv);
        } catch (IOException e) {
            throw new SweepException(IoReason.notWritten(file, e), IoReason.notWrittenAdvice(e), e);
        }
    }

    /** The same. */
    public void save(String directory) {
        save(Given.path(directory));
    }

    @Override
    public String toString() {
        int here = count() - missing().size();
        return "Shards" + job.map(work -> " of " + work.verb()).orElse("") + ": " + here + " of " + count()
                + (job.isPresent() ? "" : ", " + rows.get(0).rows().size() + " runs")
                + (missing().isEmpty() ? "" : "; missing: " + missingText());
    }
}
