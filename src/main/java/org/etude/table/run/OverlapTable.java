package org.etude.table.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.etude.analysis.SimulatedActivity;
import org.etude.calibrate.steps.PredictedStep;
import org.etude.calibrate.steps.PredictedSteps;
import org.etude.sim.result.RankColumns;
import org.etude.sim.result.SimulationResult;
import org.etude.table.schema.Schema;
import org.etude.table.schema.TableBuilder;
import org.etude.trace.activity.ActivitySpans;
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
                    "The step of one rank in parts that add up to it: the mean of its recorded steps, and of the same steps simulated.")
            .text("source", "recorded or simulated")
            .integer("rank", "the rank")
            .decimal("compute_only_ms", "compute while nothing communicated")
            .decimal("overlap_ms", "compute and communication at once")
            .decimal("exposed_comm_ms", "communication that moves data while nothing computes")
            .decimal("copy_ms", "copies that overlap with none of these")
            .decimal("waiting_ms", "waiting for a rank that has not arrived, overlapping with none of these")
            .decimal("host_ms", "the host at work or between operators, overlapping with none of these")
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

    /**
     * Of a simulated run of a recording, one row per rank: the mean of the recorded steps as they went in the run. A run without
     * recorded ops, or a rank that was not recorded, has the mean of the run instead.
     */
    public static Table of(TraceSet traces, SimulationResult result) {
        Map<Integer, List<PredictedStep>> steps =
                PredictedSteps.of(traces, result).stream().collect(Collectors.groupingBy(PredictedStep::rank));
        TableBuilder rows = new TableBuilder(SCHEMA);
        for (int r = 0; r < result.ranks().size(); r++) {
            int rank = r < traces.ranks().size() ? traces.ranks().get(r).rank() : r;
            List<PredictedStep> own = steps.getOrDefault(rank, List.of());
            if (own.isEmpty()) {
                add("simulated", rank, result.ranks().split()[r], result.steps(), rows);
                continue;
            }
            ActivitySpans spans = SimulatedActivity.of(result.ops().orElseThrow(), r);
            TimeSplit sum = own.stream()
                    .map(step -> spans.split(step.fromNs(), step.toNs()))
                    .reduce(TimeSplit::plus)
                    .orElseThrow();
            add("simulated", rank, sum, own.size(), rows);
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
