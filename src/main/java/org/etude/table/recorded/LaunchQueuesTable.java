// SPDX-License-Identifier: Apache-2.0
package org.etude.table.recorded;

import java.util.List;
import org.etude.analysis.recorded.LaunchQueue;
import org.etude.table.schema.Schema;
import tech.tablesaw.api.Table;

/** Lengths of the streams' launch queues. */
public final class LaunchQueuesTable {
    /** The columns. */
    public static final Schema<LaunchQueue> SCHEMA = Schema.<LaunchQueue>of(
                    "launch_queues",
                    "How many pieces of work one stream had been given and not begun, at each change of that number.")
            .integer("rank", "the global rank", LaunchQueue::rank)
            .integer("device", "GPU ordinal", LaunchQueue::device)
            .integer("stream", "the GPU stream", LaunchQueue::stream)
            .whole("changes", "changes: one when a launch begins, one when its work begins", LaunchQueue::changes)
            .decimal("mean_launches", "mean over the changes", LaunchQueue::mean)
            .decimal("std_launches", "standard deviation of a sample (n - 1)", LaunchQueue::deviation)
            .whole("min_launches", "the least", LaunchQueue::least)
            .decimal("p25_launches", "lower quartile, interpolated", LaunchQueue::lower)
            .decimal("p50_launches", "median", LaunchQueue::median)
            .decimal("p75_launches", "upper quartile", LaunchQueue::upper)
            .whole("max_launches", "the most", LaunchQueue::most)
            .decimal("full_us", "time at 1,024 or more, where a launch must wait", row -> row.fullNanos() / 1e3)
            .build();

    private LaunchQueuesTable() {}

    /** One row per rank and stream. */
    public static Table of(List<LaunchQueue> rows) {
        return SCHEMA.table(rows);
    }
}
