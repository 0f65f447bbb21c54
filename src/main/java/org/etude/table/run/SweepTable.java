// SPDX-License-Identifier: Apache-2.0
package org.etude.table.run;

import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.etude.sweep.SweepOutcome;
import org.etude.sweep.SweepRow;
import org.etude.table.schema.Missing;
import org.etude.table.schema.Schema;
import tech.tablesaw.api.Table;

/** The runs of a sweep. */
public final class SweepTable {
    /** The columns. */
    public static final Schema<SweepRow> SCHEMA = Schema.<SweepRow>of(
                    "sweep",
                    "One run of a sweep; times are of the rank that finished last and of one step, the mean of the run's steps. The file sweep.csv leaves out run_ms and cached.")
            .text("topology", "the network", row -> row.labels().getOrDefault(SweepTable.TOPOLOGY, ""))
            .text("scale", "ranks the workload was scaled to; empty when it was not", row -> row.labels()
                    .getOrDefault(SweepTable.SCALE, ""))
            .text("variant", "settings that were varied, with their names; empty when none were", SweepTable::variant)
            .word("status", "done, stalled, failed, stopped (at a limit) or skipped", row -> row.outcome()
                    .status())
            .integer(
                    "ranks",
                    "number of ranks; missing when it was not run",
                    row -> Missing.unless(
                            row.outcome().ranks() > 0, row.outcome().ranks()))
            .whole(
                    "memory_bytes",
                    "what a rank holds at most; missing when that is not known",
                    row -> Missing.unless(
                            row.labels().containsKey(SweepTable.MEMORY),
                            Long.parseLong(row.labels().getOrDefault(SweepTable.MEMORY, "0"))))
            .integer(
                    "steps",
                    "training steps in the run, 1 when the traces do not tell; missing when it was not run",
                    row -> Missing.unless(
                            row.outcome().steps() > 0, row.outcome().steps()))
            .decimal(
                    "step_ms",
                    "end of the last rank, divided by steps; missing unless it is done",
                    row -> millis(row, SweepOutcome::endNs))
            .decimal(
                    "compute_ms",
                    "time in which anything computed, on the rank that finished last",
                    row -> millis(row, SweepOutcome::computeNs))
            .decimal(
                    "comm_ms",
                    "time in which communication ran or waited, hidden parts included",
                    row -> millis(row, SweepOutcome::commNs))
            .decimal(
                    "exposed_comm_ms",
                    "communication that moves data while nothing computes; waiting for a rank is not in it",
                    row -> millis(row, SweepOutcome::exposedNs))
            .whole("messages", "messages sent; flows on a packet network", row -> count(row, SweepOutcome::messages))
            .whole(
                    "packet_hops",
                    "packets that passed a link; 0 unless packets were simulated",
                    row -> count(row, SweepOutcome::packetHops))
            .whole("drops", "packets dropped", row -> count(row, SweepOutcome::drops))
            .whole("pauses_obeyed", "PFC pauses obeyed", row -> count(row, SweepOutcome::pauses))
            .decimal(
                    SweepTable.RUN,
                    "wall time of the run itself, when it was made",
                    row -> row.outcome().seconds() * 1e3)
            .text(
                    SweepTable.CACHED,
                    "yes when the outcome was known before, no when it was run now",
                    row -> row.cached() ? "yes" : "no")
            .text("reason", "why it is not done; empty when it is", row -> row.outcome()
                    .reason())
            .text("key", "SHA-256 of all that the outcome depends on; empty when it was skipped", SweepRow::key)
            .build();

    /** The column with the duration of a run. */
    public static final String RUN = "run_ms";

    /** The column that states whether an outcome came from the cache. */
    public static final String CACHED = "cached";

    /** Label of the network. */
    public static final String TOPOLOGY = "topology";

    /** Label of the requested number of ranks. */
    public static final String SCALE = "scale";

    /** Label of the memory of a rank. */
    public static final String MEMORY = "memory_bytes";

    /** The columns of a sweep's file: those that are equal on every machine. */
    public static final Schema<SweepRow> OUTCOMES = SCHEMA.without(RUN, CACHED);

    /** The durations of runs, in a separate file because they differ between machines. */
    public static final Schema<SweepRow> RUNS = SCHEMA.only(
            "sweep_runs", "How long one run of a sweep took; in the order of the sweep.", RUN, CACHED, "key");

    private SweepTable() {}

    /** One row per run. */
    public static Table of(List<SweepRow> sweep) {
        return SCHEMA.table(sweep);
    }

    private static double millis(SweepRow row, ToLongFunction<SweepOutcome> nanos) {
        SweepOutcome run = row.outcome();
        return Missing.unless(run.status() == SweepOutcome.Status.DONE, nanos.applyAsLong(run) / (1e6 * run.steps()));
    }

    private static long count(SweepRow row, ToLongFunction<SweepOutcome> count) {
        return Missing.unless(isTimed(row), count.applyAsLong(row.outcome()));
    }

    private static boolean isTimed(SweepRow row) {
        SweepOutcome.Status status = row.outcome().status();
        return status == SweepOutcome.Status.DONE || status == SweepOutcome.Status.STOPPED;
    }

    private static String variant(SweepRow row) {
        return row.labels().entrySet().stream()
                .filter(e -> !List.of(TOPOLOGY, SCALE, MEMORY).contains(e.getKey()))
                .map(e -> e.getKey() + "=" + e.getValue())
                .collect(Collectors.joining(" "));
    }
}
