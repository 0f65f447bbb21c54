// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.result;

import java.util.Locale;
import org.etude.report.Progress;
import org.etude.sim.engine.Engine;
import org.etude.sim.engine.WorkCount;
import org.etude.unit.Time;

/** Reports the progress of a run. The remaining time is estimated from the completed share of the work. */
public final class RunProgress {
    private static final long PS_PER_NS = 1_000;
    /** Below this share, the remaining time is not estimated. */
    private static final double LEAST_SHARE = 0.005;

    private final Engine engine;
    private final Progress progress;
    /** The share that a resumed run had completed before. */
    private final double shareBefore;

    private final long eventsBefore;

    /** Creates the progress of an engine that starts or resumes now. */
    RunProgress(Engine engine, Progress progress) {
        this.engine = engine;
        this.progress = progress;
        shareBefore = engine.work.share();
        eventsBefore = engine.queue.fired();
    }

    /** Reports; called a few times per second. */
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

    /**
     * {@code simulate 1.2 ms, 3/9 nodes, 45 messages, 12.3 M events/s, 12 s left}; the share {@code before} was
     * completed before the elapsed time.
     */
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
