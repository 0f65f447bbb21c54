// SPDX-License-Identifier: Apache-2.0
package org.etude.table.recorded;

import java.util.List;
import org.etude.calibrate.inspector.InspectorLog.Straggler;
import org.etude.table.schema.Schema;
import tech.tablesaw.api.Table;

/** Ranks that others wait for, from a job's NCCL Inspector. */
public final class CommStragglersTable {
    /** The columns. */
    public static final Schema<Straggler> SCHEMA = Schema.<Straggler>of(
                    "comm_stragglers",
                    "One rank of one communicator over the collectives that all of its ranks recorded, the latest first.")
            .text("comm", "the communicator's hash", s -> s.comm().id())
            .text("comm_name", "what the job calls it", s -> s.comm().name())
            .integer("rank", "the rank in the communicator", Straggler::rank)
            .text("host", "where it ran", Straggler::host)
            .whole("pid", "its process", Straggler::pid)
            .integer("collectives", "how many it reached", Straggler::collectives)
            .integer("last", "how many of them it reached last, later than the median", Straggler::last)
            .decimal(
                    "late_ms",
                    "how much later than the median it came, summed where it came later",
                    s -> s.lateUs() / 1e3)
            .decimal(
                    "mean_late_us",
                    "mean difference from the median; negative when it mostly comes earlier",
                    Straggler::meanUs)
            .decimal("worst_late_us", "the largest difference from the median", Straggler::worstUs)
            .decimal("waiting_ms", "what it waited for the last rank, summed", s -> s.waitingUs() / 1e3)
            .build();

    private CommStragglersTable() {}

    /** One row per rank, in their order. */
    public static Table of(List<Straggler> stragglers) {
        return SCHEMA.table(stragglers);
    }
}
