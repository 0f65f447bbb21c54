// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.parallel;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;

/** The simulation of a part on its {@link Replica}, by the first thread that comes for it; it can be given up at any time. */
final class PartTask implements Runnable {
    private final Replica replica;
    private final FutureTask<Long> simulation;
    private final AtomicBoolean claimed = new AtomicBoolean();

    PartTask(Replica replica) {
        this.replica = replica;
        simulation = new FutureTask<>(replica::run);
    }

    /** Simulates the part, unless another thread does or did. */
    @Override
    public void run() {
        if (claimed.compareAndSet(false, true)) {
            simulation.run();
        }
    }

    boolean isOver() {
        return simulation.isDone();
    }

    /**
     * Waits for the tick at whose end the part stops, and throws what the simulation threw. An interruption of the calling thread is
     * left to whoever looks at its flag, as this takes some ms at most.
     */
    long result() {
        try {
            return await();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            if (e.getCause() instanceof Error failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    /** Ends it, if it has begun, soon; returns whether its replica can be used again. */
    boolean giveUp() {
        if (claimed.compareAndSet(false, true)) {
            return true;
        }
        replica.stop();
        try {
            await();
            return true;
        } catch (ExecutionException e) {
            return false;
        }
    }

    private long await() throws ExecutionException {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return simulation.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
