package org.etude.table.run;

import org.etude.sim.result.RankColumns;
import org.etude.table.recorded.SplitColumns;
import org.etude.table.schema.Schema;
import org.etude.table.schema.TableBuilder;
import tech.tablesaw.api.Table;

/** What each rank did in a simulated run. */
public final class SimRanksTable {
    /** The columns. */
    public static final Schema SCHEMA = SplitColumns.describe(
                    Schema.of("ranks", "One rank of the simulated run; times by true unions of intervals.")
                            .integer("rank", "the rank")
                            .whole("finish_ns", "when it finished, the cycles of ASTRA-sim; missing when it never did")
                            .decimal("wall_ms", "end of its last node"))
            .decimal("overlap_ms", "the part of comm_ms in which the rank computed as well")
            .decimal("memory_ms", "time in which remote memory was accessed, hidden parts included")
            .whole("astra_exposed_ns", "ASTRA-sim's exposed communication: finish_ns minus all GPU durations")
            .whole("astra_overlap_ns", "ASTRA-sim's overlap: compute plus communication minus wall")
            .build();

    private SimRanksTable() {}

    /** One row per rank. */
    public static Table of(RankColumns ranks) {
        TableBuilder rows = new TableBuilder(SCHEMA);
        for (int r = 0; r < ranks.size(); r++) {
            boolean finished = ranks.finish()[r] >= 0;
            rows.put(r).putIf(finished, ranks.finish()[r]).put(ranks.wall()[r] / 1e6);
            SplitColumns.put(rows, ranks.split()[r]);
            rows.put(ranks.split()[r].overlapNanos() / 1e6).put(millis(ranks.memory()[r]));
            rows.putIf(finished, ranks.referenceExposed()[r]).put(ranks.referenceOverlap()[r]);
            rows.end();
        }
        return rows.table();
    }

    /** Negative says that the rank has no node of that sort. */
    private static double millis(long nanos) {
        return Math.max(0, nanos) / 1e6;
    }
}
