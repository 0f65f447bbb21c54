// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import jdk.jshell.spi.ExecutionControl.StoppedException;
import org.etude.notebook.error.CellFrames;

/** A running cell: its thread, and how it is stopped. */
final class CellRun {
    /** Users' code often recurses deeply; untouched pages cost nothing. */
    private static final long STACK_BYTES = 64L << 20;

    private static final long STEP_MS = 50;
    private static final long CHILDREN_MS = 100;
    private static final long FORCE_MS = 300;
    private static final long OTHERS_MS = 200;
    private static final long WATCH_MS = 1000;

    private final CellThreads group;
    private final StopSite site;
    private final ScheduledExecutorService clock;
    private final ClassLoader loader;
    private final MemoryReserve reserve;
    private final Duration patience;
    private final Instant started = Instant.now();
    private final BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
    private Thread thread;
    private CellPiece piece;
    private boolean busy;
    private boolean stopped;
    private boolean abandoned;
    private boolean finished;
    private StackTraceElement[] stoppedAt = {};

    CellRun(
            CellThreads group,
            StopSite site,
            ScheduledExecutorService clock,
            ClassLoader loader,
            MemoryReserve reserve,
            Duration patience) {
        this.patience = patience;
        this.reserve = reserve;
        this.group = group;
        this.site = site;
        this.clock = clock;
        this.loader = loader;
    }

    /**
     * Runs a part of the user's code in the cell's thread and waits for its end. Interrupting the calling thread stops
     * the cell.
     *
     * @throws StoppedException when the cell is to stop
     */
    Object call(Callable<Object> code) throws Exception {
        CellPiece begun = begin(new CellPiece(code, this::left, reserve));
        try {
            return begun.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Exception cause) {
                throw cause;
            }
            throw e;
        } catch (CancellationException e) {
            if (stopped()) {
                throw new StoppedException();
            }
            throw new IllegalStateException("the thread of the cell has died", e);
        } catch (InterruptedException e) {
            interrupt();
            throw e;
        }
    }

    private synchronized CellPiece begin(CellPiece next) throws StoppedException {
        if (stopped) {
            throw new StoppedException();
        }
        if (thread == null) {
            start();
        }
        piece = next;
        busy = true;
        tasks.add(next);
        return next;
    }

    /** Marks the thread as started only once it runs: the JVM may be unable to start one. */
    private void start() {
        Thread made = new Thread(group, this::work, group.getName(), STACK_BYTES);
        made.setDaemon(true);
        made.setContextClassLoader(loader);
        made.start();
        thread = made;
    }

    private void work() {
        try {
            boolean on = true;
            while (on) {
                on = next();
            }
        } finally {
            died();
        }
    }

    private static final Runnable END = () -> {};

    private boolean next() {
        try {
            Runnable task = tasks.take();
            task.run();
            return task != END;
        } catch (InterruptedException e) {
            return true; // some code of the cell interrupted this thread between two parts: nothing to stop
        }
    }

    /** A part has ended: interrupts no longer apply to it, nor to the next one. */
    private synchronized void left() {
        if (!abandoned) {
            busy = false;
            boolean ignored = Thread.interrupted();
        }
    }

    /** The thread ended abnormally, by force or for lack of memory: nobody waits for it any more. */
    private synchronized void died() {
        thread = null;
        busy = false;
        if (piece != null) {
            piece.cancel(false);
        }
    }

    /** Whether this cell was stopped. */
    synchronized boolean stopped() {
        return stopped;
    }

    /** Whether its thread was abandoned. */
    synchronized boolean abandoned() {
        return abandoned;
    }

    /** The stack when the code was stopped. */
    synchronized StackTraceElement[] stoppedAt() {
        return stoppedAt.clone();
    }

    /**
     * Asks the cell to stop, with increasing force until it has. A second call abandons the thread at once. No effect
     * after the cell's end.
     */
    synchronized void interrupt() {
        if (finished) {
            return;
        }
        if (stopped) {
            abandon();
            return;
        }
        stopped = true;
        if (busy) {
            stoppedAt = thread.getStackTrace();
        }
        group.stopping(true);
        site.stopPools(true);
        site.arm();
        group.interrupt();
        pressLater(STEP_MS);
    }

    private void pressLater(long waited) {
        if (!later(() -> press(waited), STEP_MS)) {
            abandon();
        }
    }

    /** Schedules a task; returns false if the evaluator and its timer are closed. */
    private boolean later(Runnable task, long millis) {
        try {
            clock.schedule(task, millis, TimeUnit.MILLISECONDS);
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    private synchronized void press(long waited) {
        if (!busy) {
            return;
        }
        group.interrupt();
        if (waited == CHILDREN_MS) {
            endChildren();
            group.closeSockets();
        } else if (waited == FORCE_MS) {
            ForcedStop.stop(thread);
        }
        if (waited >= patience.toMillis()) {
            abandon();
        } else {
            pressLater(waited + STEP_MS);
        }
    }

    /** Ends processes that the cell started, so that reading from them ends. */
    private void endChildren() {
        ProcessHandle.current()
                .children()
                .filter(child -> child.info()
                        .startInstant()
                        .map(at -> at.plusSeconds(1).isAfter(started))
                        .orElse(false))
                .forEach(ProcessHandle::destroy);
    }

    private void abandon() {
        if (!busy) {
            return;
        }
        busy = false;
        abandoned = true;
        site.arm();
        group.abandon(thread);
        piece.cancel(false);
        watch(thread);
    }

    /** Keeps the checks on as long as an abandoned thread may reach one. */
    private void watch(Thread left) {
        if (!left.isAlive()) {
            site.disarm();
        } else {
            later(() -> watch(left), WATCH_MS);
        }
    }

    /** Ends the cell's thread. */
    void finish() {
        tasks.add(END);
        if (end()) {
            awaitOthers();
            group.stopping(false);
            site.stopPools(false);
            site.disarm();
        }
    }

    /** Marks the cell as no longer stoppable; returns whether it was stopped. */
    private synchronized boolean end() {
        finished = true;
        return stopped;
    }

    /** Threads started by the stopped cell end at their own checks; gives them some time. */
    private void awaitOthers() {
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(OTHERS_MS);
        while (othersRun() && System.nanoTime() < until) {
            try {
                TimeUnit.MILLISECONDS.sleep(1);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private boolean othersRun() {
        Thread own = thread();
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(each -> each.getKey() != own && each.getKey() != Thread.currentThread())
                .filter(each -> stoppable(each.getKey().getThreadGroup()))
                .anyMatch(each -> CellFrames.runsCell(each.getValue()));
    }

    private synchronized Thread thread() {
        return thread;
    }

    /**
     * Whether threads of a group may be stopped: this cell's threads, and those of pools, but not those of other cells.
     */
    private boolean stoppable(ThreadGroup of) {
        return of == group || !(of instanceof CellThreads);
    }
}
