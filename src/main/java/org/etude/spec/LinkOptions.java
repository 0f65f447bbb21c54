// SPDX-License-Identifier: Apache-2.0
package org.etude.spec;

import java.util.Objects;
import org.etude.report.Given;
import org.etude.report.Internal;

/**
 * How to link.
 *
 * @param assumeGeneric the type assumed for collectives whose type the trace does not show, or null to leave them
 *     {@link CollectiveType#UNKNOWN}
 * @param interThreadGapNanos minimum idle time of a host thread that counts as waiting for another thread, in ns
 * @param clockToleranceNanos maximum difference of host and GPU clocks before an edge counts as contradicting the
 *     timestamps, in ns
 * @param ignoreIds ignore Record function ids even if present, and align by names
 * @param threads how many ranks to link at once
 */
public record LinkOptions(
        CollectiveType assumeGeneric,
        long interThreadGapNanos,
        long clockToleranceNanos,
        boolean ignoreIds,
        int threads) {
    /** No type assumed, 1 ms gap, 50 us tolerance, ids used, one thread per core. */
    public static LinkOptions defaults() {
        return new LinkOptions(
                null, 1_000_000, 50_000, false, Runtime.getRuntime().availableProcessors());
    }

    /** Rejects invalid values. */
    @Internal
    public LinkOptions {
        if (interThreadGapNanos < 0 || clockToleranceNanos < 0) {
            throw new IllegalArgumentException(
                    "gap and tolerance must not be negative: " + interThreadGapNanos + ", " + clockToleranceNanos);
        }
        if (threads < 1) {
            throw new IllegalArgumentException("threads must be at least 1: " + threads);
        }
    }

    /** Written out: the JVM links a record's own with method handles, which takes longer than a small simulation. */
    @Override
    public boolean equals(Object other) {
        return other instanceof LinkOptions options
                && assumeGeneric == options.assumeGeneric
                && interThreadGapNanos == options.interThreadGapNanos
                && clockToleranceNanos == options.clockToleranceNanos
                && ignoreIds == options.ignoreIds
                && threads == options.threads;
    }

    @Override
    public int hashCode() {
        return Objects.hash(assumeGeneric, interThreadGapNanos, clockToleranceNanos, ignoreIds, threads);
    }

    /** The same with an assumed type for collectives whose type the trace does not show. */
    public LinkOptions assumeGeneric(CollectiveType type) {
        return new LinkOptions(
                Given.value(type, CollectiveType.class, "the type of collective"),
                interThreadGapNanos,
                clockToleranceNanos,
                ignoreIds,
                threads);
    }

    /** The same without using Record function ids. */
    public LinkOptions withoutIds() {
        return new LinkOptions(assumeGeneric, interThreadGapNanos, clockToleranceNanos, true, threads);
    }

    /** The same with another number of threads. */
    public LinkOptions withThreads(int count) {
        return new LinkOptions(assumeGeneric, interThreadGapNanos, clockToleranceNanos, ignoreIds, count);
    }
}
