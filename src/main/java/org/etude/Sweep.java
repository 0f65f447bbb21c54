package org.etude;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.etude.report.Progress;
import org.etude.sweep.Shard;
import org.etude.sweep.SweepOutcome.Status;
import org.etude.sweep.SweepRow;
import org.etude.sweep.SweepRunner;
import org.etude.table.TableText;
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

    /** A sweep of a workload with a name, whose ranks hold so many bytes at most, if that is known. */
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

    /** The same with another workload beside, whose ranks hold so many bytes at most, if that is known. */
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

    /** On networks as people write them, which take the number of ranks where they leave it open: {@code "auto:2d"}. */
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
     * With each of these degradations of links: {@code "none"}, {@code "3-8:0.5"} for the links between two nodes at half their rate,
     * {@code "10%:0.25"} for a share of all links ({@link Topology#degraded}).
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
        return change(p -> p.cache(Optional.of(Path.of(directory))));
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

    /** Tells somebody how many runs have ended. */
    public Sweep progress(Progress progress) {
        return change(p -> p.progress(progress));
    }

    /**
     * Runs it. A stall, or a network the workload does not fit, is a row with its reason.
     *
     * @throws java.util.concurrent.CancellationException when the thread was interrupted; what had ended is kept
     * @throws org.etude.sweep.SweepException when there is no network, or the cache cannot be used
     */
    public Result run() {
        SweepRunner runner = new SweepRunner(plan.cache(), plan.threads(), plan.shard(), plan.progress());
        return new Result(runner.run(plan.points(jobs)));
    }

    @Override
    public String toString() {
        return "Sweep of " + Titles.count(jobs.size(), "workload", "workloads") + " " + plan;
    }

    /** The outcomes of a sweep. Immutable. */
    public static final class Result {
        private final List<SweepRow> rows;

        private Result(List<SweepRow> rows) {
            this.rows = List.copyOf(rows);
        }

        /** One row per run, in the order networks, scales, settings: {@link SweepTable#SCHEMA}. */
        public Table table() {
            return SweepTable.of(rows);
        }

        /** Whether every run ended or was left out as asked for. */
        public boolean isComplete() {
            return rows.stream()
                    .map(row -> row.outcome().status())
                    .allMatch(status -> status == Status.DONE || status == Status.SKIPPED);
        }

        /** The outcomes behind the table. */
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
