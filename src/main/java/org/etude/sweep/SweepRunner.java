// SPDX-License-Identifier: Apache-2.0
package org.etude.sweep;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import org.etude.cluster.Cluster;
import org.etude.report.EtudeException;
import org.etude.report.Progress;
import org.etude.report.WorkerPool;
import org.etude.sim.result.StallException;
import org.etude.sweep.SweepOutcome.Status;
import org.etude.sweep.SweepPoint.Prepared;

/** Runs the points of a sweep on a given number of threads, one thread per point. */
public final class SweepRunner {
    private final Optional<SweepCache> cache;
    private final int threads;
    private final Shard shard;
    private final Progress progress;
    private Optional<Cluster> away = Optional.empty();

    /**
     * A runner.
     *
     * @param cache directory of cached outcomes, or empty for no cache
     * @param threads number of concurrent runs
     * @param shard the shard to run
     * @param progress receives the number of finished runs
     */
    public SweepRunner(Optional<Path> cache, int threads, Shard shard, Progress progress) {
        requireThreads(threads);
        this.cache = cache.map(SweepCache::new);
        this.threads = threads;
        this.shard = shard;
        this.progress = progress;
    }

    /** Runs execute on the cluster; this machine prepares them and stores their outcomes. */
    public SweepRunner on(Optional<Cluster> cluster) {
        away = cluster;
        return this;
    }

    /** Rejects fewer than one thread. */
    public static void requireThreads(int threads) {
        if (threads < 1) {
            throw new SweepException("a sweep on " + threads + " threads", "Use at least one thread.");
        }
    }

    /**
     * Runs the points of the shard. A stall and incompatible inputs are outcomes; a fault of Etude itself ends the
     * sweep.
     *
     * @return one row per point of the shard, in the order of the points
     * @throws CancellationException when the thread was interrupted; runs in progress have stopped, finished ones are in the
     *     cache
     */
    public List<SweepRow> run(List<SweepPoint> points) {
        List<Integer> mine = shard.among(points.size());
        // No run continues after the call returns, or leaves a temporary file when the process ends.
        try (WorkerPool pool = WorkerPool.patient("etude-sweep", threads)) {
            return away.isPresent()
                    ? new ClusterRunner(this, pool, progress).run(points, mine, away.get())
                    : run(points, mine, pool);
        }
    }

    private List<SweepRow> run(List<SweepPoint> points, List<Integer> mine, WorkerPool pool) {
        SweepRow[] rows = new SweepRow[points.size()];
        List<Callable<Integer>> tasks = new ArrayList<>();
        for (int i : mine) {
            tasks.add(() -> {
                rows[i] = run(points.get(i));
                return i;
            });
        }
        pool.asTheyEnd(tasks, done -> progress.at("sweep", done, mine.size()), ended -> {});
        progress.at("sweep", mine.size(), mine.size());
        return mine.stream().map(i -> rows[i]).toList();
    }

    private SweepRow run(SweepPoint point) throws Exception {
        Begun begun = begin(point);
        return begun.prepared() == null
                ? begun.known()
                : ended(point, begun.prepared().key(), outcome(begun.prepared().run()));
    }

    /**
     * A point with a cached outcome, or one ready to run.
     *
     * @param known its row, or null
     * @param prepared its run, or null
     */
    record Begun(SweepRow known, Prepared prepared) {
        private static Begun of(SweepPoint point, String key, SweepOutcome outcome, boolean cached) {
            return new Begun(new SweepRow(point.labels(), key, outcome, cached), null);
        }
    }

    Begun begin(SweepPoint point) throws Exception {
        if (!point.skipped().isEmpty()) {
            return Begun.of(point, "", SweepOutcome.without(Status.SKIPPED, 0, point.skipped()), false);
        }
        Prepared prepared;
        try {
            prepared = point.work().call();
        } catch (EtudeException e) {
            return Begun.of(point, "", SweepOutcome.without(Status.FAILED, 0, e.getMessage()), false);
        }
        return cache.flatMap(c -> c.find(prepared.key()))
                .map(outcome -> Begun.of(point, prepared.key(), outcome, true))
                .orElse(new Begun(null, prepared));
    }

    SweepRow ended(SweepPoint point, String key, SweepOutcome outcome) {
        if (outcome.repeats()) {
            cache.ifPresent(c -> c.keep(key, outcome));
        }
        return new SweepRow(point.labels(), key, outcome, false);
    }

    static SweepOutcome outcome(Callable<SweepOutcome> run) throws Exception {
        long start = System.nanoTime();
        try {
            return run.call();
        } catch (StallException e) {
            return SweepOutcome.without(Status.STALLED, seconds(start), e.getMessage());
        } catch (EtudeException e) {
            return SweepOutcome.without(Status.FAILED, seconds(start), e.getMessage());
        }
    }

    private static double seconds(long start) {
        return (System.nanoTime() - start) / 1e9;
    }
}
