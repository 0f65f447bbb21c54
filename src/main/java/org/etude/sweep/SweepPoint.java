// SPDX-License-Identifier: Apache-2.0
package org.etude.sweep;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;

/**
 * One run of a sweep.
 *
 * @param labels the varied values by name, in the order of the columns
 * @param skipped why it is skipped, or "" if it is run
 * @param work prepares the run; called once on a worker thread, and only by the shard that it belongs to
 */
public record SweepPoint(Map<String, String> labels, String skipped, Callable<Prepared> work) {
    /** Rejects null components. */
    public SweepPoint {
        Objects.requireNonNull(labels, "labels");
        Objects.requireNonNull(skipped, "skipped");
        Objects.requireNonNull(work, "work");
    }

    /**
     * A prepared run.
     *
     * @param key digest of everything that the outcome depends on; equal keys have equal outcomes
     * @param run performs the run
     */
    public record Prepared(String key, Callable<SweepOutcome> run) {}
}
