package org.etude.table.run;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.etude.sweep.SweepOutcome;
import org.etude.sweep.SweepRow;
import org.etude.table.schema.Schema;
import org.etude.table.schema.TableBuilder;
import tech.tablesaw.api.Table;

/** The runs of a sweep. */
public final class SweepTable {
    /** The columns. */
    public static final Schema SCHEMA = Schema.of(
                    "sweep", "One run of a sweep; times are of the rank that finished last.")
            .text("topology", "the network")
            .text("scale", "ranks the workload was scaled to; empty when it was not")
            .text("variant", "settings that were varied, with their names; empty when none were")
            .text("status", "done, stalled, failed, stopped (at a limit) or skipped")
            .integer("ranks", "number of ranks; missing when it was not run")
            .whole("memory_bytes", "what a rank holds at most; missing when that is not known")
            .decimal("step_ms", "end of the last rank; missing when it stalled, failed or was skipped")
            .decimal("compute_ms", "time in which anything computed, on the rank that finished last")
            .decimal("comm_ms", "time in which communication ran or waited, hidden parts included")
            .decimal(
                    "exposed_comm_ms",
                    "communication that moves data while nothing computes; waiting for a rank is not in it")
            .whole("messages", "messages sent; flows on a packet network")
            .whole("packet_hops", "packets that passed a link; 0 unless packets were simulated")
            .whole("drops", "packets dropped")
            .whole("pauses", "PFC pauses obeyed")
            .decimal("run_ms", "wall time of the run itself, when it was made")
            .text("cached", "yes when the outcome was known before, no when it was run now")
            .text("reason", "why it is not done; empty when it is")
            .text("key", "SHA-256 of all that the outcome depends on; empty when it was skipped")
            .build();

    /** Label of the network. */
    public static final String TOPOLOGY = "topology";

    /** Label of the number of ranks asked for. */
    public static final String SCALE = "scale";

    /** Label of what a rank holds. */
    public static final String MEMORY = "memory_bytes";

    private static final double MS_OF_S = 1e3;

    private SweepTable() {}

    /** One row per run. */
    public static Table of(List<SweepRow> sweep) {
        TableBuilder rows = new TableBuilder(SCHEMA);
        for (SweepRow row : sweep) {
            SweepOutcome o = row.outcome();
            boolean timed = o.status() == SweepOutcome.Status.DONE || o.status() == SweepOutcome.Status.STOPPED;
            rows.put(row.labels().getOrDefault(TOPOLOGY, "")).put(row.labels().getOrDefault(SCALE, ""));
            rows.put(variant(row)).put(o.status().name().toLowerCase(Locale.ROOT));
            rows.putIf(o.ranks() > 0, o.ranks());
            rows.putIf(
                    row.labels().containsKey(MEMORY),
                    Long.parseLong(row.labels().getOrDefault(MEMORY, "0")));
            rows.putIf(timed, o.stepNs() / 1e6);
            rows.putIf(timed, o.computeNs() / 1e6).putIf(timed, o.commNs() / 1e6);
            rows.putIf(timed, o.exposedNs() / 1e6);
            rows.putIf(timed, o.messages()).putIf(timed, o.packetHops());
            rows.putIf(timed, o.drops()).putIf(timed, o.pauses());
            rows.put(o.seconds() * MS_OF_S)
                    .put(row.cached() ? "yes" : "no")
                    .put(o.reason())
                    .put(row.key());
            rows.end();
        }
        return rows.table();
    }

    private static String variant(SweepRow row) {
        return row.labels().entrySet().stream()
                .filter(e -> !List.of(TOPOLOGY, SCALE, MEMORY).contains(e.getKey()))
                .map(e -> e.getKey() + "=" + e.getValue())
                .collect(Collectors.joining(" "));
    }
}
