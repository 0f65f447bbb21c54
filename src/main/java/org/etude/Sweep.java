// SPDX-License-Identifier: Apache-2.0
package org.etude;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.etude.cluster.Cluster;
import org.etude.et.wire.EtDigest;
import org.etude.report.Inside;
import org.etude.report.IoReason;
import org.etude.report.Progress;
import org.etude.sweep.JobArray;
import org.etude.sweep.Shard;
import org.etude.sweep.ShardNumbering;
import org.etude.sweep.ShardWriter;
import org.etude.sweep.Submission;
import org.etude.sweep.SweepException;
import org.etude.sweep.SweepInputs;
import org.etude.sweep.SweepOutcome.Status;
import org.etude.sweep.SweepPoint;
import org.etude.sweep.SweepRow;
import org.etude.sweep.SweepRunner;
import org.etude.table.Shards;
import org.etude.table.TableCsv;
import org.etude.table.TableText;
import org.etude.table.run.SharedJobsTable;
import org.etude.table.run.SweepTable;
import org.etude.table.work.RankMemoryFile;
import org.etude.unit.Bytes;
import tech.tablesaw.api.Table;

/**
 * One workload on every combination of networks, scales and settings: one call, one table. Runs use all cores; outcomes are
 * kept by the content of their inputs, so a sweep that was stopped goes on where it was and one run again costs nothing.
 * Immutable; each verb gives another sweep.
 *
 * <p>{@code Sweep.of(work).over(Topology.torus(4, 4, 8), Topology.fatTree(16, 8)).over(Scale.to(128)).run().table()}
 */
public final class Sweep {
    private final List<SweepPlan.Job> jobs;
    private final SweepPlan plan;

    private Sweep(List<SweepPlan.Job> jobs, SweepPlan plan) {
        this.jobs = List.copyOf(jobs);
        this.plan = plan;
    }

    /** A sweep of a workload; say what to vary. */
    public static Sweep of(Workload work) {
        return new Sweep(List.of(new SweepPlan.Job("", work, OptionalLong.empty())), new SweepPlan());
    }

    /** A sweep of a workload with a name, whose ranks hold this many bytes at most, if that is known. */
    public static Sweep of(String name, Workload work, OptionalLong memory) {
        return new Sweep(List.of(new SweepPlan.Job(name, work, memory)), new SweepPlan());
    }

    /**
     * What a rank of execution traces holds at most, by the memory.csv that {@code etude workload et} writes with them; empty where
     * there is none.
     *
     * @param traces the directory of the traces, or the path before {@code .RANK.et}
     * @throws org.etude.report.EtudeException when the file cannot be read or is another table
     */
    public static OptionalLong memoryOf(Path traces) {
        return RankMemoryFile.beside(traces);
    }

    /** A sweep of generated steps by name, such as splits of one model; what a rank holds is known: {@link #fitting}. */
    public static Sweep of(Map<String, LlmWorkload> steps) {
        List<SweepPlan.Job> jobs = new ArrayList<>();
        steps.forEach((name, step) -> jobs.add(new SweepPlan.Job(
                name, step.toEt().repair(), OptionalLong.of(step.rankMemory().value()))));
        return new Sweep(jobs, new SweepPlan());
    }

    /** The same with one more workload to compare, whose ranks hold at most this many bytes, if that is known. */
    public Sweep and(String name, Workload work, OptionalLong memory) {
        List<SweepPlan.Job> more = new ArrayList<>(jobs);
        more.add(new SweepPlan.Job(name, work, memory));
        return new Sweep(more, plan);
    }

    private Sweep change(Consumer<SweepPlan> change) {
        SweepPlan copy = plan.copy();
        change.accept(copy);
        return new Sweep(jobs, copy);
    }

    /** On these networks. Without {@link #over(Scale)} the workload is scaled to the hosts of each. */
    public Sweep over(Topology... topologies) {
        return change(p -> p.topologies(List.of(topologies)));
    }

    /** On networks as users write them, which take the number of ranks where they leave it open: {@code "auto:2d"}. */
    public Sweep over(String... topologies) {
        return change(p -> p.names(List.of(topologies)));
    }

    /** At these numbers of ranks; a network of another size is a row that says it was skipped. */
    public Sweep over(Scale scale) {
        return change(p -> p.scale(scale));
    }

    /** With each of these settings; called again, with each combination of both. */
    public Sweep over(Variant... variants) {
        return change(p -> p.factor(List.of(variants)));
    }

    /**
     * With each of these degradations of links: {@code "none"}, {@code "3-8:0.5"} for the links between two nodes at half their
     * rate, {@code "10%:0.25"} for a share of all links ({@link Topology#degraded}).
     */
    public Sweep overLinks(String... degraded) {
        return change(p -> p.links(List.of(degraded)));
    }

    /** Leaves out jobs whose ranks hold more than this; they are rows that say they were skipped. */
    public Sweep fitting(Bytes memory) {
        return change(p -> p.limit(memory));
    }

    /** With these settings in every run: {@code sweep.with(s -> s.fidelity(Fidelity.ANALYTIC).splits(4))}. */
    public Sweep with(Consumer<SimulationSettings> settings) {
        return change(p -> p.common(settings));
    }

    /** Keeps outcomes in this directory, which processes may share, instead of the user's cache. */
    public Sweep cache(String directory) {
        return cache(Path.of(directory));
    }

    /** {@link #cache(String)}. */
    public Sweep cache(Path directory) {
        return change(p -> p.cache(Optional.of(directory)));
    }

    /** Makes every run anew and keeps none. */
    public Sweep withoutCache() {
        return change(p -> p.cache(Optional.empty()));
    }

    /** Runs at once; all cores unless set otherwise. Memory is what one run takes, times this. */
    public Sweep threads(int count) {
        return change(p -> p.threads(count));
    }

    /** Only part {@code index} of {@code count}, for a job array; with a shared cache a run of the whole gathers them. */
    public Sweep shard(int index, int count) {
        Shard shard = new Shard(index, count);
        return change(p -> p.shard(shard));
    }

    private Sweep shard(Shard shard) {
        return change(p -> p.shard(shard));
    }

    /**
     * Only the part that this process is to make as a task of a job array, by the environment that its scheduler gave it.
     *
     * @param out the directory that all parts write to; the first task notes there how tasks are numbered
     * @param shards number of parts, where the scheduler does not tell it
     * @param firstTask the scheduler's number of part 0, where it does not tell it
     * @throws org.etude.report.EtudeException when this is no task of an array, or which part it is cannot be told
     */
    public Sweep shardOfTask(Path out, OptionalInt shards, OptionalLong firstTask) {
        return shard(ShardNumbering.shard(out, JobArray.here(), shards, firstTask));
    }

    /**
     * The file that submits a command as a job array of {@code shards} tasks.
     *
     * @param scheduler slurm, kubernetes or nextflow
     * @param command the program and its arguments, without those of shards
     * @param out the directory that all tasks write to
     * @throws IllegalArgumentException when the scheduler is another
     */
    public static String submission(String scheduler, List<String> command, int shards, String out) {
        return Submission.of(scheduler).text(command, shards, out);
    }

    /**
     * Runs on other machines: {@code sweep.on(Cluster.at("spark://head:7077"))}, {@code sweep.on(Cluster.spark(session))}. This one
     * prepares the runs and keeps their outcomes; the result is the same, byte for byte. Settings that name files need them there.
     */
    public Sweep on(Cluster machines) {
        return change(p -> p.cluster(machines));
    }

    /** Tells somebody how many runs have ended. */
    public Sweep progress(Progress progress) {
        return change(p -> p.progress(progress));
    }

    /**
     * Runs it. A stall, or a network the workload does not fit, is a row with its reason.
     *
     * @throws java.util.concurrent.CancellationException when the thread was interrupted; what had ended is kept
     * @throws org.etude.report.EtudeException when there is no network, or the cache cannot be used
     * @throws org.etude.report.EtudeException when a cluster was named and cannot be used
     */
    public Result run() {
        SweepRunner runner = new SweepRunner(plan.cache(), plan.threads(), plan.shard(), watcher()).on(plan.cluster());
        List<SweepPoint> points = plan.points(jobs);
        return new Result(runner.run(points), plan.shard(), points.size(), () -> digest(points));
    }

    private Progress watcher() {
        return plan.progress() == Progress.NONE ? Progress.ambient() : plan.progress();
    }

    private String digest(List<SweepPoint> points) {
        List<String> traces = jobs.stream()
                .map(job -> job.name() + "="
                        + EtDigest.of(job.work().set().ranks(), job.work().set().groups()))
                .toList();
        return SweepInputs.digest(traces, points);
    }

    /** The shards of a sweep put together: its files, once all are there. {@code Sweep.merge("runs/x").save("runs/x")} */
    public static Shards merge(String... directories) {
        return Shards.merge(Arrays.stream(directories).map(Path::of).toArray(Path[]::new))
                .progress(Progress.ambient());
    }

    /**
     * Runs all jobs at the same time on each network, placed in each of these ways: {@code "packed"}, {@code "spread"}, or the
     * hosts of each job, {@code "0-3,8-11/4-7"}. One row per network, placement, setting and job: its step, its step alone on the
     * same hosts, and how much longer it takes ({@link SharedJobsTable#SCHEMA}). One run for all and one for each job; nothing is
     * kept.
     *
     * @throws org.etude.spec.WorkloadException when jobs and placement do not fit a network
     * @throws org.etude.report.EtudeException when there is no network, or one that takes its size from the ranks
     */
    public Table together(String... placements) {
        return SharedJobsTable.of(plan.together(jobs, List.of(placements)));
    }

    @Override
    public String toString() {
        return "Sweep of " + Titles.count(jobs.size(), "workload", "workloads") + " " + plan;
    }

    /** The outcomes of a sweep. Immutable. */
    public static final class Result {
        private final List<SweepRow> rows;
        private final Shard shard;
        private final int points;
        private final Supplier<String> inputs;

        private Result(List<SweepRow> rows, Shard shard, int points, Supplier<String> inputs) {
            this.rows = List.copyOf(rows);
            this.shard = shard;
            this.points = points;
            this.inputs = inputs;
        }

        /** One row per run, in the order networks, scales, settings: {@link SweepTable#SCHEMA}. */
        public Table table() {
            return SweepTable.of(rows);
        }

        /**
         * Writes sweep.csv, which is the same on every machine, and sweep_runs.csv: when and how long each was run. A shard writes
         * them into a directory of its own below, from where {@link Sweep#merge} puts them together.
         */
        public void save(String directory) {
            save(Path.of(directory));
        }

        /** The same. */
        public void save(Path directory) {
            List<Table> tables = List.of(SweepTable.OUTCOMES.table(rows), SweepTable.RUNS.table(rows));
            if (shard.equals(Shard.WHOLE)) {
                tables.forEach(table -> write(table, directory.resolve(table.name() + ".csv")));
                return;
            }
            List<Integer> mine = shard.among(points);
            ShardWriter writer = new ShardWriter(directory, shard);
            tables.forEach(table -> writer.table(table.name(), mine, TableCsv.content(table)));
            writer.complete(CalibratedRuns.version(), inputs.get(), points);
        }

        private static void write(Table table, Path file) {
            try {
                TableCsv.write(table, file);
            } catch (IOException e) {
                throw new SweepException(IoReason.notWritten(file, e), IoReason.notWrittenAdvice(e), e);
            }
        }

        /** Whether every run ended or was left out as asked for. */
        public boolean isComplete() {
            return rows.stream()
                    .map(row -> row.outcome().status())
                    .allMatch(status -> status == Status.DONE || status == Status.SKIPPED);
        }

        /** The outcomes behind the table. */
        @Inside
        public List<SweepRow> rows() {
            return rows;
        }

        @Override
        public String toString() {
            long done = rows.stream()
                    .filter(r ->
                            r.outcome().stepNs() > 0 && r.outcome().reason().isEmpty())
                    .count();
            long cached = rows.stream().filter(SweepRow::cached).count();
            Table shown = table();
            shown = shown.selectColumns(
                    "topology", "scale", "variant", "status", "step_ms", "exposed_comm_ms", "run_ms", "reason");
            return "Sweep: " + rows.size() + " runs, " + done + " done, " + cached + " known before"
                    + System.lineSeparator() + TableText.of(shown, Titles.ROWS);
        }
    }
}
