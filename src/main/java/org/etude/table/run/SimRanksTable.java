// SPDX-License-Identifier: Apache-2.0
package org.etude.table.run;

import org.etude.sim.result.RankColumns;
import org.etude.table.recorded.SplitColumns;
import org.etude.table.schema.Missing;
import org.etude.table.schema.Schema;
import org.etude.trace.activity.TimeSplit;
import tech.tablesaw.api.Table;

/** Times of each rank in a simulated run. */
public final class SimRanksTable {
    /** The columns. */
    public static final Schema<Row> SCHEMA = SplitColumns.describe(
                    Schema.<Row>of("ranks", "One rank of the simulated run; times by true unions of intervals.")
                            .integer("rank", "the rank", Row::rank)
                            .whole(
                                    "finish_ns",
                                    "when it finished, the cycles of ASTRA-sim; missing when it never did",
                                    row -> row.ofFinished(row.ranks.finish()))
                            .decimal(
                                    "wall_ms",
                                    "end of its last node",
                                    row -> row.ranks.wall()[row.rank] / 1e6),
                    Row::split)
            .decimal(
                    "overlap_ms",
                    "the part of comm_ms in which the rank computed as well",
                    row -> row.split().overlapNanos() / 1e6)
            .decimal(
                    "memory_ms",
                    "time in which remote memory was accessed, hidden parts included",
                    row -> millis(row.ranks.memory()[row.rank]))
            .whole(
                    "astra_exposed_ns",
                    "ASTRA-sim's exposed communication: finish_ns minus all GPU durations",
                    row -> row.ofFinished(row.ranks.referenceExposed()))
            .whole("astra_overlap_ns", "ASTRA-sim's overlap: compute plus communication minus wall", row -> row.ranks
                    .referenceOverlap()[row.rank])
            .build();

    private SimRanksTable() {}

    /** One row per rank. */
    public static Table of(RankColumns ranks) {
        return SCHEMA.table(ranks.size(), rank -> new Row(ranks, rank));
    }

    /** Negative means that the rank has no node of that kind. */
    private static double millis(long nanos) {
        return Math.max(0, nanos) / 1e6;
    }

    private record Row(RankColumns ranks, int rank) {
        TimeSplit split() {
            return ranks.split().get(rank);
        }

        long ofFinished(long[] figures) {
            return Missing.unless(ranks.finish()[rank] >= 0, figures[rank]);
        }
    }
}
