package org.etude.notebook.eval;

import java.time.Instant;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import jdk.jshell.spi.ExecutionControl.StoppedException;

/** One cell while it runs: its thread, and how it is stopped. */
final class CellRun {
    /** Deep recursion is common in what people try; pages that nobody touches cost nothing. */
    private static final long STACK_BYTES = 64L << 20;

    private static final long STEP_MS = 50;
    private static final long CHILDREN_MS = 100;
    private static final long FORCE_MS = 300;
    private static final long ABANDON_MS = 400;
    private static final long OTHERS_MS = 200;

    private final CellThreads group;
    private final StopSite site;
    private final ScheduledExecutorService clock;
    private final ClassLoader loader;
    private final MemoryReserve reserve;
    private final Instant started = Instant.now();
    private final BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
    private Thread thread;
    private CompletableFuture<Object> current;
    private boolean stopped;
    private boolean abandoned;
    private StackTraceElement[] stoppedAt = {};

    CellRun(
            CellThreads group,
            StopSite site,
            ScheduledExecutorService clock,
            ClassLoader loader,
            MemoryReserve reserve) {
        this.reserve = reserve;
        this.group = group;
        this.site = site;
        this.clock = clock;
        this.loader = loader;
    }

    /**
     * Runs a piece of user code in the cell's thread.
     *
     * @throws StoppedException when the cell is to stop
     */
    Object call(Callable<Object> code) throws Exception {
        CompletableFuture<Object> result = new CompletableFuture<>();
        synchronized (this) {
            if (stopped) {
                throw new StoppedException();
            }
            if (thread == null) {
                start();
            }
            current = result;
        }
        tasks.add(() -> perform(code, result));
        try {
            return result.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Exception cause) {
                throw cause;
            }
            throw e;
        }
    }

    private void start() {
        thread = new Thread(group, this::work, group.getName(), STACK_BYTES);
        thread.setDaemon(true);
        thread.setContextClassLoader(loader);
        thread.start();
    }

    private void work() {
        boolean on = true;
        while (on) {
            try {
                Runnable task = tasks.take();
                task.run();
                on = task != END;
            } catch (InterruptedException e) {
                // some code of the cell interrupted this thread between two pieces: nothing to stop
            }
        }
    }

    private static final Runnable END = () -> {};

    /** A future task keeps whatever is thrown, errors too. */
    private void perform(Callable<Object> code, CompletableFuture<Object> result) {
        FutureTask<Object> task = new FutureTask<>(code);
        task.run();
        synchronized (this) {
            if (abandoned) {
                return;
            }
            current = null;
            boolean ignored = Thread.interrupted();
        }
        try {
            result.complete(task.get());
        } catch (ExecutionException e) {
            if (outOfMemory(e.getCause())) {
                reserve.release();
            }
            result.completeExceptionally(e.getCause());
        } catch (InterruptedException e) {
            result.completeExceptionally(e);
        }
    }

    private static boolean outOfMemory(Throwable thrown) {
        return thrown instanceof OutOfMemoryError || thrown.getCause() instanceof OutOfMemoryError;
    }

    /** Whether somebody stopped this cell. */
    synchronized boolean stopped() {
        return stopped;
    }

    /** Whether its thread had to be left behind. */
    synchronized boolean abandoned() {
        return abandoned;
    }

    /** Where the code stood when it was stopped. */
    synchronized StackTraceElement[] stoppedAt() {
        return stoppedAt.clone();
    }

    /** Asks the cell to stop; goes on asking, harder, until it has. A second call leaves the thread behind at once. */
    synchronized void interrupt() {
        if (stopped) {
            abandon();
            return;
        }
        stopped = true;
        if (current != null) {
            stoppedAt = thread.getStackTrace();
        }
        group.stopping(true);
        site.stopPools(true);
        site.arm();
        group.interrupt();
        clock.schedule(() -> press(STEP_MS), STEP_MS, TimeUnit.MILLISECONDS);
    }

    private synchronized void press(long waited) {
        if (current == null) {
            return;
        }
        group.interrupt();
        if (waited == CHILDREN_MS) {
            endChildren();
            group.closeSockets();
        } else if (waited == FORCE_MS) {
            Forced.stop(thread);
        }
        if (waited >= ABANDON_MS) {
            abandon();
        } else {
            clock.schedule(() -> press(waited + STEP_MS), STEP_MS, TimeUnit.MILLISECONDS);
        }
    }

    /** Reading from a process that the cell started ends with the process. */
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
        if (current == null || abandoned) {
            return;
        }
        abandoned = true;
        site.arm();
        group.abandon(thread);
        current.completeExceptionally(new StoppedException());
        current = null;
        watchAbandoned();
    }

    private void watchAbandoned() {
        if (thread.isAlive()) {
            clock.schedule(this::watchAbandoned, 1, TimeUnit.SECONDS);
        } else {
            site.disarm();
        }
    }

    /** Ends the cell's thread. */
    void finish() {
        tasks.add(END);
        if (stopped()) {
            awaitOthers();
            group.stopping(false);
            site.stopPools(false);
            site.disarm();
        }
    }

    /** Threads that the stopped cell started end at their own checks; they get a moment. */
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
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(each -> each.getKey() != thread && each.getKey() != Thread.currentThread())
                .filter(each -> stoppable(each.getKey().getThreadGroup()))
                .anyMatch(each -> CellFrames.runsCell(each.getValue()));
    }

    /** Not of another cell: this one's threads, and those of pools. */
    private boolean stoppable(ThreadGroup of) {
        return of == group || !(of instanceof CellThreads);
    }
}
