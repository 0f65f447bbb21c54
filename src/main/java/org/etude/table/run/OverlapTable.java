package org.etude.table.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.etude.sim.result.RankColumns;
import org.etude.table.schema.Schema;
import org.etude.table.schema.TableBuilder;
import org.etude.trace.activity.PartnerWaits;
import org.etude.trace.activity.StepActivity;
import org.etude.trace.activity.TimeSplit;
import org.etude.trace.model.TraceSet;
import tech.tablesaw.api.Table;

/** Where the time of a step goes, recorded or simulated, in parts that add up to it. */
public final class OverlapTable {
    /** The columns. */
    public static final Schema SCHEMA = Schema.of(
                    "overlap",
                    "The step of one rank in parts that add up to it: recorded the mean of its steps, simulated one step of the run.")
            .text("source", "recorded or simulated")
            .integer("rank", "the rank")
            .decimal("compute_only_ms", "compute while nothing communicated")
            .decimal("overlap_ms", "compute and communication at once")
            .decimal("exposed_comm_ms", "communication that moves data while nothing computes")
            .decimal("copy_ms", "copies beside none of these")
            .decimal("waiting_ms", "waiting for a rank that has not arrived, beside none of these")
            .decimal("host_ms", "the host at work or between operators, beside none of these")
            .decimal("idle_ms", "none of these")
            .decimal("step_ms", "their sum")
            .build();

    private OverlapTable() {}

    /** Of traces, one row per rank. */
    public static Table of(TraceSet traces, PartnerWaits waits) {
        Map<Integer, List<TimeSplit>> byRank = new TreeMap<>();
        for (StepActivity step : StepActivity.of(traces, waits)) {
            byRank.computeIfAbsent(step.rank(), r -> new ArrayList<>()).add(step.split());
        }
        TableBuilder rows = new TableBuilder(SCHEMA);
        byRank.forEach((rank, steps) -> {
            TimeSplit sum = steps.stream().reduce(TimeSplit::plus).orElseThrow();
            add("recorded", rank, sum, steps.size(), rows);
        });
        return rows.table();
    }

    /**
     * Of a simulated run, one row per rank.
     *
     * @param steps how many training steps the run holds; the row is of one
     */
    public static Table of(RankColumns ranks, int steps) {
        TableBuilder rows = new TableBuilder(SCHEMA);
        for (int r = 0; r < ranks.size(); r++) {
            add("simulated", r, ranks.split()[r], steps, rows);
        }
        return rows.table();
    }

    private static void add(String source, int rank, TimeSplit sum, int steps, TableBuilder rows) {
        double unit = 1e6 * Math.max(1, steps);
        rows.put(source).put(rank);
        rows.put((sum.computeNanos() - sum.overlapNanos()) / unit).put(sum.overlapNanos() / unit);
        rows.put(sum.exposedNanos() / unit).put(sum.copyNanos() / unit).put(sum.waitingNanos() / unit);
        rows.put(sum.hostNanos() / unit).put(sum.idleNanos() / unit).put(sum.wallNanos() / unit);
        rows.end();
    }
}
