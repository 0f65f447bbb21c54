// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.etude.notebook.error.CellFrames;
import org.etude.notebook.output.CellOutput;
import org.etude.notebook.output.MimeBundle;
import org.etude.notebook.output.OutputBuffer;
import org.etude.notebook.output.ProgressBars;
import org.etude.report.Progress;

/**
 * State shared by the parts of one evaluator: the lock of JShell, which is free while user code runs; the running cell;
 * the target of output.
 */
final class CellSession implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 5;

    private final ReentrantLock lock = new ReentrantLock();
    private final ScheduledExecutorService clock;
    private final OutputBuffer output;
    private final ValueRenderer renderer;
    private final ThreadGroup parent;
    private final CellFrames frames = new CellFrames();
    private final MemoryReserve reserve = new MemoryReserve();
    private final Duration patience;
    private final Map<Class<?>, Object> services = new ConcurrentHashMap<>();
    /** Not a cell's: JShell's local execution, in the same process, leaves one that prints nothing. */
    private final Thread.UncaughtExceptionHandler formerHandler = Thread.getDefaultUncaughtExceptionHandler();

    private volatile CellRun run;
    private volatile ProgressBars progress;

    CellSession(EvaluatorOptions options) {
        clock = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "etude-output");
            thread.setDaemon(true);
            return thread;
        });
        output = new OutputBuffer(clock, options.outputLimit());
        renderer = options.renderer();
        patience = options.patience();
        parent = Thread.currentThread().getThreadGroup();
        progress = new ProgressBars(output);
    }

    <T> void provide(Class<T> type, T service) {
        services.put(type, service);
    }

    <T> Optional<T> service(Class<T> type) {
        return Optional.ofNullable(type.cast(services.get(type)));
    }

    ScheduledExecutorService clock() {
        return clock;
    }

    /** The process's handler of uncaught exceptions before the first cell; null if there was none. */
    Thread.UncaughtExceptionHandler formerHandler() {
        return formerHandler;
    }

    /** Where the code of cells is. */
    CellFrames frames() {
        return frames;
    }

    OutputBuffer output() {
        return output;
    }

    /** A value rendered for display; a rendered value is returned unchanged. */
    MimeBundle rendered(Object value) {
        return value instanceof MimeBundle bundle ? bundle : renderer.render(value);
    }

    /** Shows the progress of long calls in the running cell. */
    Progress progress() {
        return progress;
    }

    /** The running cell; null between cells. */
    CellRun run() {
        return run;
    }

    /** Starts a cell. */
    CellRun begin(int executionCount, CellOutput to, StopSite site, ClassLoader loader) {
        output.begin(to);
        progress = new ProgressBars(output);
        CellThreads group = new CellThreads(parent, "In[" + executionCount + "]", this);
        run = new CellRun(group, site, clock, loader, reserve, patience);
        return run;
    }

    /** Ends a cell, after everything it printed was sent. */
    void end(boolean ok) {
        run.finish();
        run = null;
        progress.finish(ok);
        output.flush();
        if (ok) {
            reserve.refill();
        }
    }

    /** Runs an action under the lock of JShell. */
    <T> T locked(Callable<T> action) throws Exception {
        lock.lock();
        try {
            return action.call();
        } finally {
            lock.unlock();
        }
    }

    /** Runs an action without the lock held by this thread. */
    <T> T outsideLock(Callable<T> action) throws Exception {
        int holds = lock.getHoldCount();
        for (int i = 0; i < holds; i++) {
            lock.unlock();
        }
        try {
            return action.call();
        } finally {
            for (int i = 0; i < holds; i++) {
                lock.lock();
            }
        }
    }

    /** Waits until no cell runs, which after an interrupt is soon. */
    void awaitEnd() {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        try {
            while (run != null && System.nanoTime() < until) {
                TimeUnit.MILLISECONDS.sleep(1);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Releases large objects: older JDKs keep thread groups of cells, which refer to this session, indefinitely. */
    @Override
    public void close() {
        output.close();
        clock.shutdownNow();
        services.clear();
        reserve.release();
    }
}
