// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.kernel;

import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** Runs code from which nothing may escape, not even JVM errors. */
final class Guarded {
    private Guarded() {}

    /** Runs the action; returns what it threw. */
    static Optional<Throwable> run(Callable<?> action) {
        FutureTask<?> task = new FutureTask<>(action);
        task.run();
        try {
            task.get();
            return Optional.empty();
        } catch (ExecutionException e) {
            return Optional.of(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of(e);
        }
    }
}
