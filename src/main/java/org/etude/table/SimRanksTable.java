package org.etude.table;

import org.etude.sim.RankColumns;
import tech.tablesaw.api.Table;

/** What each rank did in a simulated run. */
public final class SimRanksTable {
    /** The columns. */
    public static final Schema SCHEMA = Schema.of(
                    "ranks", "One rank of the simulated run; times by true unions of intervals.")
            .integer("rank", "the rank")
            .whole("finish_ns", "when it finished, the cycles of ASTRA-sim; missing when it never did")
            .decimal("wall_ms", "end of its last node")
            .decimal("compute_ms", "time in which GPU work ran")
            .decimal("comm_ms", "time in which communication ran or waited; receives count from posting on")
            .decimal("exposed_comm_ms", "communication while no GPU work ran")
            .decimal("overlap_ms", "communication while GPU work ran")
            .decimal("host_ms", "time in which host operators and host gaps ran")
            .decimal("memory_ms", "time in which remote memory was accessed")
            .decimal("idle_ms", "wall_ms minus the time in which anything ran")
            .whole("astra_exposed_ns", "ASTRA-sim's exposed communication: finish_ns minus all GPU durations")
            .whole("astra_overlap_ns", "ASTRA-sim's overlap: compute plus communication minus wall")
            .build();

    private SimRanksTable() {}

    /** A row a rank. */
    public static Table of(RankColumns ranks) {
        Rows rows = new Rows(SCHEMA);
        for (int r = 0; r < ranks.size(); r++) {
            boolean finished = ranks.finish()[r] >= 0;
            rows.put(r).putIf(finished, ranks.finish()[r]).put(ranks.wall()[r] / 1e6);
            rows.put(millis(ranks.gpu()[r])).put(millis(ranks.comm()[r]));
            rows.put(millis(ranks.exposed()[r])).put(millis(ranks.overlap()[r]));
            rows.put(millis(ranks.cpu()[r])).put(millis(ranks.memory()[r]));
            rows.put(millis(ranks.idle()[r]));
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
