package org.etude.table;

import java.util.Map;
import java.util.TreeMap;
import org.etude.sim.RankColumns;
import org.etude.trace.TraceSet;
import tech.tablesaw.api.Row;
import tech.tablesaw.api.Table;

/** How the time of a step divides into compute, overlap, exposed communication and the rest, recorded or simulated. */
public final class OverlapTable {
    /** The columns. */
    public static final Schema SCHEMA = Schema.of(
                    "overlap", "The step of one rank in four parts that add up to it; recorded: the mean of its steps.")
            .text("source", "recorded or simulated")
            .integer("rank", "the rank")
            .decimal("compute_only_ms", "compute while nothing communicated")
            .decimal("overlap_ms", "compute and communication at once")
            .decimal("exposed_comm_ms", "communication while nothing computed")
            .decimal("other_ms", "neither: host, memory and idle time")
            .decimal("step_ms", "their sum")
            .build();

    private OverlapTable() {}

    /** Of traces, a row a rank. */
    public static Table of(TraceSet traces) {
        Map<Integer, double[]> sums = new TreeMap<>();
        for (Row step : StepsTable.of(traces)) {
            double[] sum = sums.computeIfAbsent(step.getInt("rank"), r -> new double[5]);
            sum[0]++;
            sum[1] += step.getDouble("wall_ms");
            sum[2] += step.getDouble("compute_ms");
            sum[3] += step.getDouble("comm_ms");
            sum[4] += step.getDouble("exposed_comm_ms");
        }
        Rows rows = new Rows(SCHEMA);
        sums.forEach((rank, s) -> add("recorded", rank, s[1] / s[0], s[2] / s[0], s[3] / s[0], s[4] / s[0], rows));
        return rows.table();
    }

    /** Of a simulated run, a row a rank. */
    public static Table of(RankColumns ranks) {
        Rows rows = new Rows(SCHEMA);
        for (int r = 0; r < ranks.size(); r++) {
            double compute = Math.max(0, ranks.gpu()[r]) / 1e6;
            double exposed = Math.max(0, ranks.exposed()[r]) / 1e6;
            double comm = exposed + Math.max(0, ranks.overlap()[r]) / 1e6;
            add("simulated", r, ranks.wall()[r] / 1e6, compute, comm, exposed, rows);
        }
        return rows.table();
    }

    private static void add(
            String source, int rank, double wall, double compute, double comm, double exposed, Rows rows) {
        double overlap = Math.max(0, comm - exposed);
        rows.put(source)
                .put(rank)
                .put(Math.max(0, compute - overlap))
                .put(overlap)
                .put(exposed);
        rows.put(Math.max(0, wall - compute - exposed)).put(wall).end();
    }
}
