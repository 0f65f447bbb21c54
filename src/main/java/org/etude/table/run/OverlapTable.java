// SPDX-License-Identifier: Apache-2.0
package org.etude.table.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.etude.calibrate.steps.SimulatedParts;
import org.etude.sim.result.RankColumns;
import org.etude.sim.result.SimulationResult;
import org.etude.table.schema.Schema;
import org.etude.table.schema.TableBuilder;
import org.etude.trace.activity.PartnerWaits;
import org.etude.trace.activity.StepActivity;
import org.etude.trace.activity.TimeSplit;
import org.etude.trace.model.TraceSet;
import tech.tablesaw.api.Table;

/** Breakdown of a step, recorded or simulated, into parts that add up to it. */
public final class OverlapTable {
    /** The columns. */
    public static final Schema<Row> SCHEMA = parts(
                    Schema.<Row>of(
                                    "overlap",
                                    "The step of one rank in parts that add up to it: the mean of its recorded steps, and of the same steps simulated.")
                            .text("source", "recorded or simulated", Row::source)
                            .integer("rank", "the rank", Row::rank),
                    row -> row)
            .decimal("step_ms", "their sum", row -> row.millis(TimeSplit::wallNanos))
            .build();

    private OverlapTable() {}

    /** The breakdown of traces, one row per rank. */
    public static Table of(TraceSet traces, PartnerWaits waits) {
        Map<Integer, List<TimeSplit>> byRank = new TreeMap<>();
        for (StepActivity step : StepActivity.of(traces, waits)) {
            byRank.computeIfAbsent(step.rank(), r -> new ArrayList<>()).add(step.split());
        }
        TableBuilder<Row> rows = SCHEMA.rows();
        byRank.forEach((rank, steps) -> {
            TimeSplit sum = steps.stream().reduce(TimeSplit::plus).orElseThrow();
            rows.add(new Row("recorded", rank, sum, steps.size()));
        });
        return rows.table();
    }

    /**
     * The breakdown of a simulated run, one row per rank.
     *
     * @param steps number of training steps in the run; rows are for one step
     */
    public static Table of(RankColumns ranks, int steps) {
        return SCHEMA.table(ranks.size(), rank -> row(ranks, rank, steps));
    }

    /**
     * The breakdown of a simulated run of a recording, one row per rank: the mean of the recorded steps in the run.
     * Without recorded ops, or for a rank that was not recorded, the mean of the run.
     */
    public static Table of(TraceSet traces, SimulationResult result) {
        TableBuilder<Row> rows = SCHEMA.rows();
        for (SimulatedParts rank : SimulatedParts.of(traces, result)) {
            rows.add(new Row("simulated", rank.rank(), rank.sum(), rank.steps()));
        }
        return rows.table();
    }

    /** The row of one rank of a simulated run of some steps. */
    static Row row(RankColumns ranks, int rank, int steps) {
        return new Row("simulated", rank, ranks.split().get(rank), steps);
    }

    /**
     * Adds the parts that a step is made of.
     *
     * @param step the step of a row
     */
    static <R> Schema.Builder<R> parts(Schema.Builder<R> schema, Function<R, Row> step) {
        return schema.decimal("compute_only_ms", "compute while nothing communicated", row -> step.apply(row)
                        .millis(sum -> sum.computeNanos() - sum.overlapNanos()))
                .decimal("overlap_ms", "compute and communication at once", row -> step.apply(row)
                        .millis(TimeSplit::overlapNanos))
                .decimal("exposed_comm_ms", "communication that moves data while nothing computes", row -> step.apply(
                                row)
                        .millis(TimeSplit::exposedNanos))
                .decimal("copy_ms", "copies that overlap with none of these", row -> step.apply(row)
                        .millis(TimeSplit::copyNanos))
                .decimal(
                        "waiting_ms",
                        "waiting for a rank that has not arrived, overlapping with none of these",
                        row -> step.apply(row).millis(TimeSplit::waitingNanos))
                .decimal(
                        "host_ms",
                        "the host at work or between operators, overlapping with none of these",
                        row -> step.apply(row).millis(TimeSplit::hostNanos))
                .decimal("idle_ms", "none of these", row -> step.apply(row).millis(TimeSplit::idleNanos));
    }

    /**
     * The mean step of a rank.
     *
     * @param sum all its steps
     * @param steps how many
     */
    record Row(String source, int rank, TimeSplit sum, int steps) {
        /** A part of the mean step in ms. */
        double millis(ToLongFunction<TimeSplit> nanos) {
            return nanos.applyAsLong(sum) / (1e6 * Math.max(1, steps));
        }
    }
}
