// SPDX-License-Identifier: Apache-2.0
package org.etude.table.run;

import java.util.List;
import java.util.function.IntUnaryOperator;
import org.etude.analysis.CriticalPath;
import org.etude.sim.result.TimedNodes;
import org.etude.table.recorded.TimelineTable;
import org.etude.table.schema.Schema;
import tech.tablesaw.api.Table;

/** The chain of nodes that determined when a simulated or recorded step ended. */
public final class CriticalPathTable {
    /** The columns. */
    public static final Schema<Row> SCHEMA = Schema.<Row>of(
                    "critical_path",
                    "One part of the critical path of a simulated or recorded step, in order of time; durations add up to the step.")
            .integer("rank", "the rank", Row::rank)
            .whole("node", "the node's id in the rank's execution trace", row -> row.ops.node(row.part.row()))
            .text("name", "its name", row -> row.ops.name(row.part.row()))
            .word("node_type", "as in table nodes", row -> row.ops.type(row.part.row()))
            .text(
                    "lane",
                    "compute, comm, host or memory (also copies); none for a gap in which the rank ran nothing and"
                            + " for a node that does no work: metadata, invalid, or one that only holds back others",
                    row -> row.gap ? "none" : TimelineTable.lane(row.ops, row.part.row()))
            .whole(
                    "start_ns",
                    "where the part begins; later than the node's issue when it waited for another rank",
                    row -> row.part.startNs())
            .whole("end_ns", "where it ends", row -> row.part.endNs())
            .decimal("duration_us", "end minus start", row -> row.part.durationNs() / 1e3)
            .text(
                    "after",
                    "what came before: start, dependency, resource (its slot was taken), last rank (to join), gap",
                    row -> row.gap ? "gap" : row.part.after())
            .build();

    private CriticalPathTable() {}

    /** One row per part. */
    public static Table of(List<CriticalPath.Part> path, TimedNodes ops) {
        return of(path, ops, rank -> rank);
    }

    /**
     * One row per part.
     *
     * @param ranks the number of each rank of the columns in the job
     */
    public static Table of(List<CriticalPath.Part> path, TimedNodes ops, IntUnaryOperator ranks) {
        Row row = new Row(ops, ranks);
        return SCHEMA.table(path.size(), i -> row.at(path.get(i)));
    }

    /** Reused for all rows, because there may be millions. */
    private static final class Row {
        private final TimedNodes ops;
        private final IntUnaryOperator ranks;
        private CriticalPath.Part part;
        private boolean gap;

        Row(TimedNodes ops, IntUnaryOperator ranks) {
            this.ops = ops;
            this.ranks = ranks;
        }

        Row at(CriticalPath.Part next) {
            part = next;
            gap = next.isGap(ops);
            return this;
        }

        int rank() {
            return ranks.applyAsInt(part.rank());
        }
    }
}
