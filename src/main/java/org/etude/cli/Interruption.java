package org.etude.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets a command end itself when the process is told to stop (Ctrl-C): its thread is interrupted and given a moment to
 * unwind, so that temporary files are removed and a simulation gives what it has before the process is gone.
 */
final class Interruption {
    private static final long MOMENT_MILLIS = 10_000;

    private final CountDownLatch finished = new CountDownLatch(1);

    /** Watches over the calling thread until {@link #finished()}. */
    static Interruption watch() {
        Interruption interruption = new Interruption();
        Thread worker = Thread.currentThread();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> interruption.stop(worker), "etude-stop"));
        return interruption;
    }

    /** The command has ended; from now on nothing is waited for. */
    void finished() {
        finished.countDown();
    }

    private void stop(Thread worker) {
        if (finished.getCount() > 0) {
            worker.interrupt();
            try {
                finished.await(MOMENT_MILLIS, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
