// SPDX-License-Identifier: Apache-2.0
package org.etude.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.etude.cli.base.Console;

/**
 * Lets a command end itself when the process is asked to stop (Ctrl-C): says so at once, and what stays; then interrupts the
 * command's thread and gives it a moment to unwind, so that temporary files are removed and a simulation returns what it has
 * before the process is gone.
 */
final class Interruption {
    /** Set where the process that started this one announces for both. */
    static final String ANNOUNCED = "etude.interruption.announced";

    private static final long MOMENT_MILLIS = 25_000;

    private final CountDownLatch finished = new CountDownLatch(1);
    private volatile Runnable announcement = () -> {};

    /** Watches over the calling thread until {@link #finished()}. */
    static Interruption watch() {
        Interruption interruption = new Interruption();
        Thread worker = Thread.currentThread();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> interruption.stop(worker), "etude-stop"));
        return interruption;
    }

    /** Says on stderr what stays, as soon as somebody interrupts. */
    void announceTo(Console console, PartialOutput output) {
        if (Boolean.getBoolean(ANNOUNCED)) {
            return;
        }
        announcement = () -> {
            console.err().println((console.watched() ? "\n" : "") + "etude: stopping. " + output.text());
            console.err().flush();
        };
    }

    /** The command has ended; from now on nothing is waited for. */
    void finished() {
        finished.countDown();
    }

    private void stop(Thread worker) {
        if (finished.getCount() > 0) {
            // First the word, then the interrupt: what the command says about its end comes behind.
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
