// SPDX-License-Identifier: Apache-2.0
package org.etude.sweep;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;

/**
 * One run of a sweep.
 *
 * @param labels what is varied, in the order of the columns: name to value
 * @param skipped why it is not run, or "" when it is
 * @param work prepares the run; called on a worker, once, and only when its shard has it
 */
public record SweepPoint(Map<String, String> labels, String skipped, Callable<Prepared> work) {
    /** Refuses missing parts. */
    public SweepPoint {
        Objects.requireNonNull(labels, "labels");
        Objects.requireNonNull(skipped, "skipped");
        Objects.requireNonNull(work, "work");
    }

    /**
     * A run whose inputs are at hand.
     *
     * @param key names all that the outcome depends on; equal keys have equal outcomes
     * @param run makes the run
     */
    public record Prepared(String key, Callable<SweepOutcome> run) {}
}
