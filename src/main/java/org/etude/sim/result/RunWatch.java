// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.result;

import java.util.concurrent.TimeUnit;
import org.etude.sim.checkpoint.RunCheckpoint;
import org.etude.sim.engine.Engine;
import org.etude.spec.SimOptions;

/**
 * Runs the clock of an engine to its end, to a limit or until its thread is interrupted, and tells who watches how far it
 * is. Looks up from the events every few milliseconds, so that none of this costs anything to speak of.
 */
public final class RunWatch {
    /** Why a run ends whose thread was interrupted. */
    public static final String INTERRUPTED = "interrupted";

    private static final long NANOS_BETWEEN_TELLING = TimeUnit.MILLISECONDS.toNanos(100);

    private final Engine engine;
    private final RunCheckpoint checkpoint;
    private final RunLimits limits;
    private RunProgress progress;
    private final long begun = System.nanoTime();
    private long toldAt = begun;

    /** Watches the progress and limits of an engine that has not begun. */
    public RunWatch(Engine engine, RunCheckpoint checkpoint) {
        this.engine = engine;
        this.checkpoint = checkpoint;
        SimOptions options = engine.scenario.options();
        limits = new RunLimits(options.limits(), Runtime.getRuntime());
    }

    /** Begins, or goes on from where the checkpoint was saved; says why it stopped, or "" when no event is left. */
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
