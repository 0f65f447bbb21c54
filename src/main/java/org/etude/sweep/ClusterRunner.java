// SPDX-License-Identifier: Apache-2.0
package org.etude.sweep;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Future;
import org.etude.cluster.Cluster;
import org.etude.cluster.ClusterEngine;
import org.etude.cluster.ClusterWork;
import org.etude.report.Progress;
import org.etude.report.WorkerPool;
import org.etude.store.StoredFile;

/**
 * Runs the points of a sweep on a cluster. This machine prepares the points on its own cores and computes their content
 * keys. Points without a cached outcome are sent, as three numbers each, and their outcomes are cached as they arrive.
 */
final class ClusterRunner {
    private final SweepRunner runner;
    private final WorkerPool pool;
    private final Progress progress;

    ClusterRunner(SweepRunner runner, WorkerPool pool, Progress progress) {
        this.runner = runner;
        this.pool = pool;
        this.progress = progress;
    }

    /** A point to send: its position, its key, and the input of its task. */
    private record Sent(int index, String key, byte[] input) {}

    List<SweepRow> run(List<SweepPoint> points, List<Integer> mine, Cluster cluster) {
        SweepRow[] rows = new SweepRow[points.size()];
        SweepSender sender = new SweepSender();
        List<Sent> away = prepare(points, mine, rows, sender);
        if (!away.isEmpty()) {
            ClusterEngine.Job job = new ClusterEngine.Job(
                    "sweep of " + mine.size() + " runs",
                    SweepTask.class,
                    sender.shared(),
                    away.stream().map(Sent::input).toList());
            int[] done = {mine.size() - away.size()};
            progress.at("sweep", done[0], mine.size());
            try (ClusterEngine engine = cluster.open(ClusterWork.SIMULATION)) {
                engine.run(job, (task, answer) -> {
                    Sent sent = away.get(task);
                    SweepOutcome outcome = StoredFile.of(answer, SweepTask.OUTCOME, SweepOutcome.class);
                    rows[sent.index] = runner.ended(points.get(sent.index), sent.key, outcome);
                    progress.at("sweep", ++done[0], mine.size());
                });
            }
        }
        return Arrays.stream(rows).filter(Objects::nonNull).toList();
    }

    private List<Sent> prepare(List<SweepPoint> points, List<Integer> mine, SweepRow[] rows, SweepSender sender) {
        List<Future<Sent>> begun = new ArrayList<>();
        for (int i : mine) {
            begun.add(pool.submit(() -> {
                SweepRunner.Begun point = runner.begin(points.get(i));
                rows[i] = point.known();
                return point.prepared() == null
                        ? null
                        : new Sent(i, point.prepared().key(), sender.add((ScenarioRun)
                                point.prepared().run()));
            }));
        }
        List<Sent> away = new ArrayList<>();
        for (Future<Sent> point : begun) {
            progress.at("prepare", away.size(), mine.size());
            Sent sent = WorkerPool.result(point);
            if (sent != null) {
                away.add(sent);
            }
        }
        return away;
    }
}
