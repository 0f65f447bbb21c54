// SPDX-License-Identifier: Apache-2.0
package org.etude.report;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/**
 * Daemon threads for the tasks of one stage. Whatever a task throws reaches the caller unchanged, including errors such
 * as {@link OutOfMemoryError}, so that "not enough memory" reads the same from any thread.
 */
@Internal
public final class WorkerPool implements AutoCloseable {
    /** Tasks check for interruption far more often than this. */
    private static final long PATIENCE_SECONDS = 5;

    /** Threads without a task end after this long. */
    private static final long IDLE_SECONDS = 1;

    private final ThreadPoolExecutor threads;
    private final boolean patient;

    /**
     * Threads start only when there are tasks, and end when there have been none for a second.
     *
     * @param name the name of the threads
     * @param count maximum number of threads
     */
    public WorkerPool(String name, int count) {
        this(name, count, false);
    }

    /** A pool that is closed only when running tasks have ended, at most a few seconds later, so that none leaves a file behind. */
    public static WorkerPool patient(String name, int count) {
        return new WorkerPool(name, count, true);
    }

    private WorkerPool(String name, int count, boolean patient) {
        this.patient = patient;
        threads = new ThreadPoolExecutor(
                count, count, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, name);
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
    }

    /** Queues a task. */
    public <T> Future<T> submit(Callable<T> task) {
        return threads.submit(task);
    }

    /** Queues a task that keeps what it throws, such as a {@link java.util.concurrent.FutureTask}. */
    public void execute(Runnable task) {
        threads.execute(task);
    }

    /**
     * Runs tasks and waits for all of them.
     *
     * @param before called before each result is waited for, with the number of those that are there
     * @return the results in the order of the tasks
     * @throws CancellationException when the calling thread is interrupted; its flag stays set
     */
    public <T> List<T> inOrder(List<? extends Callable<T>> tasks, IntConsumer before) {
        List<Future<T>> running = new ArrayList<>();
        tasks.forEach(task -> running.add(submit(task)));
        List<T> results = new ArrayList<>();
        for (Future<T> task : running) {
            before.accept(results.size());
            results.add(result(task));
        }
        return results;
    }

    /**
     * Runs tasks and waits for all of them, whichever ends first.
     *
     * @param before called before each result is waited for, with the number of those that are there
     * @param each receives the results as the tasks end
     * @throws CancellationException when the calling thread is interrupted; its flag stays set
     */
    public <T> void asTheyEnd(List<? extends Callable<T>> tasks, IntConsumer before, Consumer<T> each) {
        ExecutorCompletionService<T> ended = new ExecutorCompletionService<>(threads);
        tasks.forEach(ended::submit);
        for (int done = 0; done < tasks.size(); done++) {
            before.accept(done);
            try {
                each.accept(result(ended.take()));
            } catch (InterruptedException e) {
                throw interrupted(e);
            }
        }
    }

    /**
     * Waits for a result.
     *
     * @throws CancellationException when the calling thread is interrupted; its flag stays set
     */
    public static <T> T result(Future<T> task) {
        try {
            return task.get();
        } catch (InterruptedException e) {
            throw interrupted(e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            if (e.getCause() instanceof Error cause) {
                throw cause;
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    /** The exception for interrupted work; restores the thread's interrupted flag. */
    public static CancellationException interrupted(InterruptedException cause) {
        Thread.currentThread().interrupt();
        CancellationException stop = new CancellationException("interrupted");
        stop.initCause(cause);
        return stop;
    }

    /** Stops the tasks: queued ones never start, running ones are interrupted. */
    @Override
    public void close() {
        threads.shutdownNow();
        if (patient) {
            await();
        }
    }

    private void await() {
        boolean interrupted = Thread.interrupted();
        try {
            threads.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
