// SPDX-License-Identifier: Apache-2.0
package org.etude.spark;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.apache.spark.SparkContext;

/**
 * Runs calls of Spark that an interrupt must not cut short. Spark waits for its own threads in them; interrupted there, it throws an
 * undeclared {@link InterruptedException} and leaves contexts, broadcasts and values half released. So they run in a thread of their own,
 * which nobody interrupts; the calling thread waits for it and stays interrupted if it was, or was meanwhile.
 */
final class Undisturbed {
    private Undisturbed() {}

    /** The result of a call, or what it throws. */
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
                    throw Undisturbed.<RuntimeException>asThrown(e.getCause());
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Runs something. */
    static void run(Runnable work) {
        call(() -> {
            work.run();
            return null;
        });
    }

    /** Lets go of something that a context holds; where the context stops, it is gone with it. */
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

    /** Spark, written in Scala, throws checked exceptions undeclared. */
    @SuppressWarnings("unchecked")
    private static <E extends Throwable> E asThrown(Throwable cause) throws E {
        throw (E) cause;
    }
}
