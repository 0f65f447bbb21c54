// SPDX-License-Identifier: Apache-2.0
package org.etude.table.run;

import java.util.List;
import org.etude.calibrate.CollectiveTiming;
import org.etude.table.schema.Schema;
import tech.tablesaw.api.Table;

/** Timed collectives of a network, as {@code --calibration} reads them back. */
public final class TimingsTable {
    /** The columns. */
    public static final Schema<CollectiveTiming> SCHEMA = Schema.<CollectiveTiming>of(
                    "timings", "One timed collective or message.")
            .text("type", "all_reduce, all_gather, ..., or sendrecv for a message one way", CollectiveTiming::type)
            .integer("ranks", "ranks that took part", CollectiveTiming::ranks)
            .whole(
                    "size_bytes",
                    "bytes of the larger of a rank's input and output, as in nccl-tests",
                    CollectiveTiming::bytes)
            .decimal("time_us", "its time", CollectiveTiming::micros)
            .integer("nodes", "nodes that the ranks were on; 0 when it is not known", CollectiveTiming::nodes)
            .decimal(
                    "stderr_frac",
                    "standard error of the time as a part of it, from repetitions; 0 when it is not known",
                    CollectiveTiming::error)
            .build();

    private TimingsTable() {}

    /** One row per timing, in their order. */
    public static Table of(List<CollectiveTiming> timings) {
        return SCHEMA.table(timings);
    }
}
