// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.result;

import java.util.Locale;
import org.etude.report.Progress;
import org.etude.sim.engine.Engine;
import org.etude.sim.engine.WorkCount;
import org.etude.unit.Time;

/** Says how far a run is, for people. What is left is guessed from the share of the work that is done. */
public final class RunProgress {
    private static final long PS_PER_NS = 1_000;
    /** Below this share a guess of the rest would be none. */
    private static final double LEAST_SHARE = 0.005;

    private final Engine engine;
    private final Progress progress;
    /** What a run that goes on from a checkpoint had done before. */
    private final double shareBefore;

    private final long eventsBefore;

    /** Of an engine that begins or goes on now. */
    RunProgress(Engine engine, Progress progress) {
        this.engine = engine;
        this.progress = progress;
        shareBefore = engine.work.share();
        eventsBefore = engine.queue.fired();
    }

    /** Tells; called a few times a second. */
    void tell(long elapsedNanos) {
        if (progress != Progress.NONE) {
            WorkCount work = engine.work;
            progress.at(
                    text(
                            engine.queue.now(),
                            work,
                            engine.messages.sentCount(),
                            engine.queue.fired() - eventsBefore,
                            elapsedNanos,
                            shareBefore),
                    work.nodesDone(),
                    work.nodes());
        }
    }

    /** {@code simulate 1.2 ms, 3/9 nodes, 45 messages, 12.3 M events/s, 12 s left}; {@code before} was done before the time began. */
    public static String text(long now, WorkCount work, long messages, long events, long elapsedNanos, double before) {
        double share = work.share();
        double left = elapsedNanos / 1e9 * (1 - share) / (share - before);
        return String.format(
                Locale.ROOT,
                "simulate %s, %,d/%,d nodes, %,d messages, %.1f M events/s%s",
                new Time(now * PS_PER_NS),
                work.nodesDone(),
                work.nodes(),
                messages,
                events * 1e3 / elapsedNanos,
                share - before < LEAST_SHARE ? "" : ", " + seconds(left) + " left");
    }

    private static String seconds(double value) {
        return String.format(Locale.ROOT, value < 120 ? "%.0f s" : "%.0f min", value < 120 ? value : value / 60);
    }
}
