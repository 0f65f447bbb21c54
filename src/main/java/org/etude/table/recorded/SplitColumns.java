package org.etude.table.recorded;

import org.etude.table.schema.Schema;
import org.etude.table.schema.TableBuilder;
import org.etude.trace.activity.TimeSplit;

/** The columns of a {@link TimeSplit}: six that add up to the wall time, then one that does not count to the sum. */
public final class SplitColumns {
    private SplitColumns() {}

    /** Adds the columns to a schema. */
    public static Schema.Builder describe(Schema.Builder schema) {
        return schema.decimal(
                        "compute_ms",
                        "time in which anything computed: kernels that do not communicate; without GPU work the host's operators")
                .decimal("exposed_comm_ms", "collectives and messages that move data while nothing computes")
                .decimal("copy_ms", "copies, sets and remote memory accesses that overlap with none of these")
                .decimal(
                        "waiting_ms",
                        "waiting for a rank that has not arrived, overlapping with none of these; needs matched collectives of several ranks")
                .decimal("host_ms", "the host at work or between operators, overlapping with none of these")
                .decimal("idle_ms", "none of these; the six add up to wall_ms")
                .decimal(
                        "comm_ms",
                        "time in which any collective or message was open, hidden parts and waiting included");
    }

    /** Puts the values into a row, in the same order. */
    public static TableBuilder put(TableBuilder row, TimeSplit split) {
        return row.put(split.computeNanos() / 1e6)
                .put(split.exposedNanos() / 1e6)
                .put(split.copyNanos() / 1e6)
                .put(split.waitingNanos() / 1e6)
                .put(split.hostNanos() / 1e6)
                .put(split.idleNanos() / 1e6)
                .put(split.commNanos() / 1e6);
    }
}
