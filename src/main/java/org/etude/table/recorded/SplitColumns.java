// SPDX-License-Identifier: Apache-2.0
package org.etude.table.recorded;

import java.util.function.Function;
import org.etude.table.schema.Schema;
import org.etude.trace.activity.TimeSplit;

/** The columns of a {@link TimeSplit}: six that add up to the wall time, and one that is not part of the sum. */
public final class SplitColumns {
    private SplitColumns() {}

    /**
     * Adds the columns to a schema.
     *
     * @param split the split of a row
     */
    public static <R> Schema.Builder<R> describe(Schema.Builder<R> schema, Function<R, TimeSplit> split) {
        return schema.decimal(
                        "compute_ms",
                        "time in which anything computed: kernels that do not communicate; without GPU work the host's operators",
                        row -> split.apply(row).computeNanos() / 1e6)
                .decimal(
                        "exposed_comm_ms",
                        "collectives and messages that move data while nothing computes",
                        row -> split.apply(row).exposedNanos() / 1e6)
                .decimal(
                        "copy_ms",
                        "copies, sets and remote memory accesses that overlap with none of these",
                        row -> split.apply(row).copyNanos() / 1e6)
                .decimal(
                        "waiting_ms",
                        "waiting for a rank that has not arrived, overlapping with none of these; needs matched collectives of several ranks",
                        row -> split.apply(row).waitingNanos() / 1e6)
                .decimal(
                        "host_ms",
                        "the host at work or between operators, overlapping with none of these",
                        row -> split.apply(row).hostNanos() / 1e6)
                .decimal(
                        "idle_ms",
                        "none of these; the six add up to wall_ms",
                        row -> split.apply(row).idleNanos() / 1e6)
                .decimal(
                        "comm_ms",
                        "time in which any collective or message was open, hidden parts and waiting included",
                        row -> split.apply(row).commNanos() / 1e6);
    }
}
