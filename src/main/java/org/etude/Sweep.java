// SPDX-License-Identifier: Apache-2.0
package org.etude;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.etude.cluster.Cluster;
import org.etude.et.wire.EtDigest;
import org.etude.report.Counted;
import org.etude.report.Given;
import org.etude.report.Internal;
import org.etude.report.IoReason;
import org.etude.report.Progress;
import org.etude.spec.ScaleSettings;
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
import org.etude.workload.parallel.JobPlacement;
import tech.tablesaw.api.Table;

/**
 * Simulates workloads on every combination of networks, scales and settings. Runs use all cores. Outcomes are cached by
 * the content of their inputs, so that a stopped sweep resumes and a repeated one costs nothing. Immutable; each method
 * returns a new sweep.
 *
 * <p>{@code Sweep.of(work).over(Topology.torus(4, 4, 8), Topology.fatTree(16, 8)).overRanks(128).run().table()}
 */
public final class Sweep {
    private final List<SweepPlan.Job> jobs;
    private final SweepPlan plan;

    private Sweep(List<SweepPlan.Job> jobs, SweepPlan plan) {
        this.jobs = List.copyOf(jobs);
        this.plan = plan;
    }

    /** Starts a sweep of a workload; add what to vary. */
    public static Sweep of(Workload work) {
        Given.value(work, "the workload");
        return new Sweep(List.of(new SweepPlan.Job("", work, OptionalLong.empty())), new SweepPlan());
    }

    /**
     * Starts a sweep of a named workload.
     *
     * @param memory the most bytes that a rank holds, if known
     */
    public static Sweep of(String name, Workload work, OptionalLong memory) {
        return new Sweep(
                List.of(new SweepPlan.Job(
                        Given.value(name, "the name"),
                        Given.value(work, "the workload"),
                        Given.value(memory, "the memory"))),
                new SweepPlan());
    }

    /**
     * The most bytes that a rank of execution traces holds, from the memory.csv that {@code etude workload et} writes
     * with them; empty without that file.
     *
     * @param traces the directory of the traces, or the path before {@code .RANK.et}
     * @throws org.etude.report.EtudeException when the file cannot be read or holds a different table
     */
    @Internal
    public static OptionalLong memoryOf(Path traces) {
        return RankMemoryFile.beside(traces);
    }

    /**
     * Starts a sweep of generated workloads by name, such as parallelizations of one model. Their memory is known, so
     * {@link #fitting} applies.
     */
    public static Sweep of(Map<String, LlmWorkload> steps) {
        if (Given.values(steps, "the workloads").isEmpty()) {
            throw new SweepException("a sweep over no workload has no runs", "Give at least one workload.");
        }
        List<SweepPlan.Job> jobs = new ArrayList<>();
        steps.forEach((name, step) -> jobs.add(new SweepPlan.Job(
                name, step.toEt().repair(), OptionalLong.of(step.rankMemory().value()))));
        return new Sweep(jobs, new SweepPlan());
    }

    /**
     * Adds a workload to compare.
     *
     * @param memory the most bytes that a rank holds, if known
     */
    public Sweep and(String name, Workload work, OptionalLong memory) {
        List<SweepPlan.Job> more = new ArrayList<>(jobs);
        more.add(new SweepPlan.Job(
                Given.value(name, "the name"), Given.value(work, "the workload"), Given.value(memory, "the memory")));
        return new Sweep(more, plan);
    }

    private Sweep change(Consumer<SweepPlan> change) {
        SweepPlan copy = plan.copy();
        change.accept(copy);
        return new Sweep(jobs, copy);
    }

    /** Varies the network. Without {@link #overRanks} the workload is scaled to each network's number of hosts. */
    public Sweep over(Topology... topologies) {
        return change(p -> p.topologies(List.of(Given.values(topologies, "the topologies"))));
    }

    /**
     * Varies the network, given as text; {@code "auto:2d"} and other forms without a size adapt to the number of ranks.
     */
    public Sweep over(String... topologies) {
        return change(p -> p.names(List.of(Given.values(topologies, "the topologies")), UnaryOperator.identity()));
    }

    /** The same for one network, with changes: {@code sweep.over("auto:2d", t -> t.bandwidth(gbps(100)).latency(us(2)))}. */
    public Sweep over(String topology, UnaryOperator<Topology> changes) {
        String name = Given.value(topology, "the topology");
        UnaryOperator<Topology> checked = Given.value(changes, "the changes of the topology");
        return change(p -> p.names(List.of(name), checked));
    }

    /** Varies the number of ranks; a network of another size yields a row marked as skipped. */
    public Sweep overRanks(int... ranks) {
        return change(p -> p.ranks(Given.value(ranks, "the numbers of ranks")));
    }

    /**
     * Scales with these options, to the numbers of {@link #overRanks} or of each network's hosts: {@code sweep.scaled(s ->
     * s.wireSizes())}.
     */
    public Sweep scaled(Consumer<ScaleSettings> options) {
        return change(p -> p.scaled(Given.consumer(options)));
    }

    /**
     * Adds one value of a factor: {@code sweep.vary("splits", "1", s -> s.splits(1)).vary("splits", "4", s -> s.splits(4))}.
     * Values of one factor are compared; several factors combine, each value of one with each of the others.
     *
     * @param factor heading of the column of the result
     * @param value what the column shows for these settings
     * @param settings the change to the settings
     * @throws org.etude.report.EtudeException when the factor already has this value
     */
    public Sweep vary(String factor, String value, Consumer<SimulationSettings> settings) {
        return change(p -> p.vary(new Variant(
                Given.value(factor, "the factor"), Given.value(value, "the value"), Given.consumer(settings))));
    }

    /**
     * Varies the degradation of links: {@code "none"}, {@code "3-8:0.5"} for the links between two nodes at half their
     * rate, {@code "10%:0.25"} for a share of all links ({@link Topology#degraded}). Next to others {@code "none"} runs over the graph, too.
     */
    public Sweep overLinks(String... degraded) {
        return change(p -> p.links(List.of(Given.values(degraded, "the degradations"))));
    }

    /** Skips jobs whose ranks hold more memory than this; their rows are marked as skipped. */
    public Sweep fitting(Bytes memory) {
        return change(p -> p.limit(Given.value(memory, "the memory of a GPU")));
    }

    /** Applies these settings to every run: {@code sweep.with(s -> s.fidelity(Fidelity.ANALYTIC).splits(4))}. */
    public Sweep with(Consumer<SimulationSettings> settings) {
        return change(p -> p.common(Given.consumer(settings)));
    }

    /** Caches outcomes in this directory, which processes may share, instead of the user's cache. */
    public Sweep cache(String directory) {
        return cache(Given.path(directory));
    }

    /** {@link #cache(String)}. */
    public Sweep cache(Path directory) {
        return change(p -> p.cache(Optional.of(Given.value(directory, "the cache"))));
    }

    /** Runs everything without a cache. */
    public Sweep withoutCache() {
        return change(p -> p.cache(Optional.empty()));
    }

    /** Number of concurrent runs; all cores by default. Memory use grows in proportion. */
    public Sweep threads(int count) {
        return change(p -> p.threads(Given.atLeast(1, count, "the number of threads")));
    }

    /**
     * Runs only part {@code index} of {@code count}, for a job array. With a shared cache, a later run of the whole
     * sweep collects the parts.
     */
    public Sweep shard(int index, int count) {
        Shard shard = new Shard(index, count);
        return change(p -> p.shard(shard));
    }

    private Sweep shard(Shard shard) {
        return change(p -> p.shard(shard));
    }

    /**
     * Runs only the part that belongs to this task of a job array, as determined from the scheduler's environment
     * variables.
     *
     * @param out the directory that all parts write to; the first task notes there how tasks are numbered
     * @param shards number of parts, if the scheduler does not provide it
     * @param firstTask the scheduler's number of part 0, if the scheduler does not provide it
     * @throws org.etude.report.EtudeException when this process is not a task of an array, or its part cannot be
     *     determined
     */
    @Internal
    public Sweep shardOfTask(Path out, OptionalInt shards, OptionalLong firstTask) {
        return shard(ShardNumbering.shard(out, JobArray.here(), shards, firstTask));
    }

    /**
     * Returns the file that submits a command as a job array of {@code shards} tasks.
     *
     * @param scheduler slurm, kubernetes or nextflow
     * @param command the program and its arguments, without the shard options
     * @param out the directory that all tasks write to
     * @throws IllegalArgumentException for any other scheduler
     * @throws org.etude.report.EtudeException when there is no task
     */
    @Internal
    public static String submission(String scheduler, List<String> command, int shards, String out) {
        if (shards < 1) {
            throw new SweepException("a job array of " + shards + " tasks has nothing to run", "Give at least 1.");
        }
        return Submission.of(scheduler).text(command, shards, out);
    }

    /**
     * Runs on other machines: {@code sweep.on(Cluster.at("spark://head:7077"))}, {@code
     * sweep.on(Cluster.spark(session))}. This machine prepares the runs and stores their outcomes; the result is
     * byte-identical. Files named in settings must exist on the other machines.
     */
    public Sweep on(Cluster machines) {
        return change(p -> p.cluster(Given.value(machines, "the cluster")));
    }

    /** Reports how many runs have finished. */
    public Sweep progress(Progress progress) {
        return change(p -> p.progress(Given.value(progress, "the progress listener")));
    }

    /**
     * Runs the sweep. A stall, or a network that does not fit the workload, yields a row with the reason.
     *
     * @throws java.util.concurrent.CancellationException when the thread was interrupted; finished runs are kept
     * @throws org.etude.report.EtudeException when there is no network, or the cache cannot be used
     * @throws org.etude.report.EtudeException when a cluster was set and cannot be used
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

    /**
     * Merges the shards that were saved in a directory: writes the files there that one process would have written,
     * byte for byte, and returns the outcomes, one row per run.
     *
     * @throws org.etude.report.EtudeException when there are no shards, some are missing or damaged, or they belong to
     *     different sweeps
     */
    public static Table merge(String directory) {
        return merge(Given.path(directory));
    }

    /** {@link #merge(String)}. */
    public static Table merge(Path directory) {
        Shards shards = Shards.merge(Given.value(directory, "the directory")).progress(Progress.ambient());
        if (!shards.missing().isEmpty()) {
            throw new SweepException(
                    directory + ": " + shards.missing().size() + " of " + shards.count() + " shards are missing: "
                            + shards.missingText(),
                    "Run these again and save them in the same directory.");
        }
        shards.save(directory);
        return shards.table();
    }

    /** Why outcomes cannot be kept in the user's cache, so that they are not; empty when they are, or go elsewhere. */
    @Internal
    public Optional<String> cacheObstacle() {
        return plan.cacheObstacle();
    }

    /**
     * Rejects placements that {@link #together} would reject on any network.
     *
     * @throws org.etude.report.EtudeException when one is neither a word nor a list of hosts
     */
    @Internal
    public static void requirePlacements(String... placements) {
        List.of(Given.values(placements, "the placements")).forEach(JobPlacement::parse);
    }

    /**
     * Runs all jobs concurrently on each network, in each placement: {@code "packed"}, {@code "spread"}, or the hosts
     * of each job as {@code "0-3,8-11/4-7"}. One row per network, placement, setting and job: its step, its step alone
     * on the same hosts, and the slowdown ({@link SharedJobsTable#SCHEMA}). Takes one run for all jobs together and one
     * per job; outcomes are not cached.
     *
     * @throws org.etude.report.EtudeException when jobs and placement do not fit a network, and when there is no network,
     *     or one whose size depends on the ranks
     */
    public Table together(String... placements) {
        return SharedJobsTable.of(plan.together(jobs, List.of(Given.values(placements, "the placements"))));
    }

    @Override
    public String toString() {
        return "Sweep of " + Counted.grouped(jobs.size(), "workload", "workloads") + " " + plan;
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

        /** One row per run, ordered by network, scale and settings: {@link SweepTable#SCHEMA}. */
        public Table table() {
            return SweepTable.of(rows);
        }

        /**
         * Writes sweep.csv, which is the same on every machine, and sweep_runs.csv with the start and duration of each
         * run. A shard writes them into its own subdirectory, for {@link Sweep#merge}.
         */
        public void save(String directory) {
            save(Given.path(directory));
        }

        /** {@link #save(String)}. */
        public void save(Path directory) {
            List<Table> tables = List.of(SweepTable.OUTCOMES.table(rows), SweepTable.RUNS.table(rows));
            Given.value(directory, "the directory");
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

        /** Whether every run finished or was skipped on request. */
        public boolean isComplete() {
            return rows.stream()
                    .map(row -> row.outcome().status())
                    .allMatch(status -> status == Status.DONE || status == Status.SKIPPED);
        }

        /** The outcomes behind the table. */
        @Internal
        public List<SweepRow> rows() {
            return rows;
        }

        @Override
        public String toString() {
            long done = rows.stream()
                    .filter(r -> r.outcome().endNs() > 0 && r.outcome().reason().isEmpty())
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
