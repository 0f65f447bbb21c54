// SPDX-License-Identifier: Apache-2.0
package org.etude.table.recorded;

import org.etude.link.check.RankCounts;
import org.etude.link.check.Readiness;
import org.etude.table.schema.Missing;
import org.etude.table.schema.Schema;
import tech.tablesaw.api.Table;

/** Counts of what each rank recorded. */
public final class ReadinessTable {
    /** The columns. */
    public static final Schema<RankCounts> SCHEMA = Schema.<RankCounts>of(
                    "readiness", "What was recorded of one rank, for comparing ranks.")
            .integer("rank", "the global rank", RankCounts::rank)
            .whole(
                    "host_nodes",
                    "nodes of its execution trace; missing without one",
                    c -> Missing.ifNegative(c.hostNodes()))
            .whole(
                    "device_events",
                    "events of its Kineto trace; missing without one",
                    c -> Missing.ifNegative(c.deviceEvents()))
            .whole("host_ops", "operators and annotations among the events", c -> Missing.ifNegative(c.hostOps()))
            .whole(
                    "runtime_calls",
                    "runtime and driver calls among the events",
                    c -> Missing.ifNegative(c.runtimeCalls()))
            .whole("gpu_events", "kernels, copies and sets", c -> Missing.ifNegative(c.gpuEvents()))
            .whole("kernels", "kernels, those of collectives included", c -> Missing.ifNegative(c.kernels()))
            .whole("launched", "GPU events whose launching call was recorded", c -> Missing.ifNegative(c.launched()))
            .whole(
                    "collectives",
                    "collectives and transfers, on the GPU or the host",
                    c -> Missing.ifNegative(c.collectives()))
            .whole(
                    "unknown_collectives",
                    "those without evidence of their type",
                    c -> Missing.ifNegative(c.unknownCollectives()))
            .integer("steps", "profiler steps", c -> Missing.ifNegative(c.steps()))
            .integer("empty_steps", "steps in which nothing ran", c -> Missing.ifNegative(c.emptySteps()))
            .whole(
                    "step_bytes",
                    "bytes that the rank contributes to collectives per step; in total if there are no steps",
                    c -> Missing.ifNegative(c.bytesPerStep()))
            .decimal("compute_ms", "time in work without communication, summed", c -> c.computeNanos() / 1e6)
            .decimal("comm_ms", "time in collectives, summed, waiting included", c -> c.commNanos() / 1e6)
            .decimal(
                    "compute_comm_frac",
                    "compute_ms / comm_ms; missing without communication",
                    RankCounts::computeToComm)
            .build();

    private ReadinessTable() {}

    /** One row per rank; negative counts are what cannot be known. */
    public static Table of(Readiness readiness) {
        return SCHEMA.table(readiness.ranks());
    }
}
