// SPDX-License-Identifier: Apache-2.0
package org.etude.spark;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.apache.spark.SparkContext;

/**
 * Runs Spark calls that an interrupt must not abort. Spark waits for its own threads in them; if interrupted, it throws
 * an undeclared {@link InterruptedException} and leaves contexts, broadcasts and values half released. The calls
 * therefore run in a separate thread that nobody interrupts; the calling thread waits for it and keeps its interrupt
 * flag.
 */
final class Uninterruptible {
    private Uninterruptible() {}

    /** The result of a call; rethrows its exception. */
    static <T> T call(Callable<T> work) {
        FutureTask<T> task = new FutureTask<>(work);
        Thread thread = new Thread(task, "etude-spark");
        thread.setDaemon(true);
        thread.start();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return task.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (ExecutionException e) {
                    throw Uninterruptible.<RuntimeException>asThrown(e.getCause());
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Runs an action. */
    static void run(Runnable work) {
        call(() -> {
            work.run();
            return null;
        });
    }

    /** Releases something held by a context; if the context stops, it is gone anyway. */
    static void release(SparkContext context, Runnable work) {
        if (context.isStopped()) {
            return;
        }
        try {
            run(work);
        } catch (RuntimeException e) {
            if (!context.isStopped()) {
                throw e;
            }
        }
    }

    /** Spark, written in Scala, throws undeclared checked exceptions. */
    @SuppressWarnings("unchecked")
    private static <E extends Throwable> E asThrown(Throwable cause) throws E {
        throw (E) cause;
    }
}
