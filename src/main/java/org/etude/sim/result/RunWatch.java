// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.result;

import java.util.concurrent.TimeUnit;
import org.etude.sim.checkpoint.RunCheckpoint;
import org.etude.sim.engine.Engine;
import org.etude.spec.SimOptions;

/**
 * Runs the clock of an engine until it ends, reaches a limit or its thread is interrupted, and reports progress. Checks
 * only every few milliseconds, so that the cost is negligible.
 */
public final class RunWatch {
    /** Why a run ended whose thread was interrupted. */
    public static final String INTERRUPTED = "interrupted";

    private static final long NANOS_BETWEEN_TELLING = TimeUnit.MILLISECONDS.toNanos(100);

    private final Engine engine;
    private final RunCheckpoint checkpoint;
    private final RunLimits limits;
    private RunProgress progress;
    private final long begun = System.nanoTime();
    private long toldAt = begun;

    /** Creates the watch of an engine that has not started. */
    public RunWatch(Engine engine, RunCheckpoint checkpoint) {
        this.engine = engine;
        this.checkpoint = checkpoint;
        SimOptions options = engine.scenario.options();
        limits = new RunLimits(options.limits(), Runtime.getRuntime());
    }

    /** Starts the run, or resumes it from the checkpoint. Returns why it stopped, or "" when no event is left. */
    public String run() {
        checkpoint.begin(engine);
        engine.queue.limitLeaps(limits.lastLeap());
        progress = new RunProgress(engine, engine.scenario.options().progress());
        String stop = go();
        if (!stop.isEmpty()) {
            checkpoint.stop();
        }
        return stop;
    }

    private String go() {
        String stop = look();
        long nextLook = limits.nextLook(engine.queue.fired() + checkpoint.looks());
        boolean timed = limits.boundsTime();
        while (stop.isEmpty()) {
            if (timed && limits.ends(engine.queue.nextTick())) {
                return limits.ofTime();
            }
            if (!engine.queue.step()) {
                return "";
            }
            if (engine.queue.fired() >= nextLook) {
                stop = look();
                nextLook = limits.nextLook(engine.queue.fired() + checkpoint.looks());
            }
        }
        return stop;
    }

    private String look() {
        if (Thread.currentThread().isInterrupted()) {
            return INTERRUPTED;
        }
        long now = System.nanoTime();
        if (now - toldAt >= NANOS_BETWEEN_TELLING) {
            toldAt = now;
            progress.tell(now - begun);
        }
        checkpoint.look(now);
        return limits.reached(engine.queue.fired(), now - begun);
    }
}
