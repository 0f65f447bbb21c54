// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.parallel;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/** The simulation of a part on its {@link Replica}, by the first thread that comes for it; it can be given up at any time. */
final class PartTask implements Runnable {
    private final Replica replica;
    private final AtomicBoolean claimed = new AtomicBoolean();
    private final CountDownLatch over = new CountDownLatch(1);
    private long until;
    private Throwable thrown;

    PartTask(Replica replica) {
        this.replica = replica;
    }

    /** Simulates the part, unless another thread does or did. */
    @Override
    public void run() {
        if (!claimed.compareAndSet(false, true)) {
            return;
        }
        try {
            until = replica.run();
        } catch (RuntimeException | Error e) {
            thrown = e;
        } finally {
            over.countDown();
        }
    }

    boolean isOver() {
        return over.getCount() == 0;
    }

    /**
     * Waits for the tick at whose end the part stops, and throws what the simulation threw. An interruption of the calling thread is
     * left to whoever looks at its flag, as this takes some ms at most.
     */
    long result() {
        await();
        if (thrown instanceof RuntimeException failure) {
            throw failure;
        }
        if (thrown instanceof Error failure) {
            throw failure;
        }
        return until;
    }

    /** Ends it, if it has begun, soon; returns whether its replica can be used again. */
    boolean giveUp() {
        if (claimed.compareAndSet(false, true)) {
            return true;
        }
        replica.stop();
        await();
        return thrown == null;
    }

    private void await() {
        boolean interrupted = false;
        while (!isOver()) {
            try {
                over.await();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
