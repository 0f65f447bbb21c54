// SPDX-License-Identifier: Apache-2.0
package org.etude.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.etude.cli.base.Console;

/**
 * Lets a command end cleanly when the process is asked to stop (Ctrl-C). Reports at once that it is stopping and what
 * remains; then interrupts the command's thread and gives it time to unwind, so that temporary files are removed and a
 * simulation returns its partial result.
 */
final class Interruption {
    /** Set if the process that started this one prints the announcement for both. */
    static final String ANNOUNCED = "etude.interruption.announced";

    private static final long MOMENT_MILLIS = 25_000;

    private final CountDownLatch finished = new CountDownLatch(1);
    private volatile Runnable announcement = () -> {};

    /** Watches the calling thread until {@link #finished()}. */
    static Interruption watch() {
        Interruption interruption = new Interruption();
        Thread worker = Thread.currentThread();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> interruption.stop(worker), "etude-stop"));
        return interruption;
    }

    /** Prints on stderr what remains, as soon as the process is interrupted. */
    void announceTo(Console console, PartialOutput output) {
        if (Boolean.getBoolean(ANNOUNCED)) {
            return;
        }
        announcement = () -> {
            console.err().println((console.watched() ? "\n" : "") + "etude: stopping. " + output.text());
            console.err().flush();
        };
    }

    /** The command has ended; nothing is waited for any more. */
    void finished() {
        finished.countDown();
    }

    private void stop(Thread worker) {
        if (finished.getCount() > 0) {
            // Announce first, then interrupt: the command's own message follows.
            announcement.run();
            worker.interrupt();
            try {
                finished.await(MOMENT_MILLIS, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
