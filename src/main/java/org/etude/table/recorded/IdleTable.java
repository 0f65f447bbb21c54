// SPDX-License-Identifier: Apache-2.0
package org.etude.table.recorded;

import java.util.List;
import org.etude.analysis.recorded.IdleTime;
import org.etude.table.schema.Missing;
import org.etude.table.schema.Schema;
import tech.tablesaw.api.Table;

/** Why streams were idle. */
public final class IdleTable {
    /** The columns. */
    public static final Schema<IdleTime> SCHEMA = Schema.<IdleTime>of(
                    "idle", "Time of one stream of one rank by category; the four rows of a stream add up to its span.")
            .integer("rank", "the global rank", IdleTime::rank)
            .integer("device", "GPU ordinal; missing in a simulated run", idle -> Missing.ifNegative(idle.device()))
            .integer("stream", "the GPU stream; in a simulated run the number of the resource", IdleTime::stream)
            .word(
                    "category",
                    "busy; host_wait (launched after the work before had ended), kernel_wait (in time, starts within 30 ns"
                            + " or as asked), other (in time, starts later)",
                    IdleTime::category)
            .whole("count", "number of intervals; for busy the pieces of work", IdleTime::count)
            .decimal("total_us", "their length", idle -> idle.nanos() / 1e3)
            .decimal(
                    "share_frac",
                    "share of the stream's span, from its first work to the end of its last",
                    idle -> share(idle.nanos(), idle.spanNanos()))
            .decimal(
                    "idle_frac",
                    "share of the stream's idle time; missing for busy",
                    idle -> idle.category() == IdleTime.Category.BUSY
                            ? Double.NaN
                            : share(idle.nanos(), idle.idleNanos()))
            .build();

    private IdleTable() {}

    private static double share(long part, long whole) {
        return whole == 0 ? 0 : (double) part / whole;
    }

    /** One row per rank, stream and category. */
    public static Table of(List<IdleTime> times) {
        return SCHEMA.table(times);
    }
}
