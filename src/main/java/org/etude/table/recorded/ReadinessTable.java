package org.etude.table.recorded;

import org.etude.link.check.RankCounts;
import org.etude.link.check.Readiness;
import org.etude.table.schema.Schema;
import org.etude.table.schema.TableBuilder;
import tech.tablesaw.api.Table;

/** What each rank recorded, counted for a look side by side. */
public final class ReadinessTable {
    /** The columns. */
    public static final Schema SCHEMA = Schema.of("readiness", "One rank, counted for a look side by side.")
            .integer("rank", "the global rank")
            .whole("host_nodes", "nodes of its execution trace; missing without one")
            .whole("device_events", "events of its Kineto trace; missing without one")
            .whole("host_ops", "operators and annotations among the events")
            .whole("runtime_calls", "runtime and driver calls among the events")
            .whole("gpu_events", "kernels, copies and sets")
            .whole("kernels", "kernels, those of collectives included")
            .whole("launched", "GPU events whose launching call was recorded")
            .whole("collectives", "collectives and transfers, on the GPU or the host")
            .whole("unknown_collectives", "those without evidence of their type")
            .integer("steps", "profiler steps")
            .integer("empty_steps", "steps in which nothing ran")
            .whole("step_bytes", "bytes the rank gives into collectives a step; of everything without steps")
            .decimal("compute_ms", "time in work without communication, summed")
            .decimal("comm_ms", "time in collectives, summed, waiting included")
            .decimal("compute_comm_frac", "compute_ms / comm_ms; missing without communication")
            .build();

    private ReadinessTable() {}

    /** One row per rank. */
    public static Table of(Readiness readiness) {
        TableBuilder rows = new TableBuilder(SCHEMA);
        for (RankCounts c : readiness.ranks()) {
            rows.put(c.rank());
            known(rows, c.hostNodes(), c.deviceEvents(), c.hostOps(), c.runtimeCalls(), c.gpuEvents());
            known(rows, c.kernels(), c.launched(), c.collectives(), c.unknownCollectives(), c.steps());
            known(rows, c.emptySteps(), c.bytesPerStep());
            rows.put(c.computeNanos() / 1e6).put(c.commNanos() / 1e6).put(c.computeToComm());
            rows.end();
        }
        return rows.table();
    }

    /** Negative denotes what cannot be known. */
    private static void known(TableBuilder rows, long... figures) {
        for (long figure : figures) {
            rows.putIf(figure >= 0, figure);
        }
    }
}
