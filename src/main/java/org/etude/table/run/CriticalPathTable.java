package org.etude.table.run;

import java.util.List;
import java.util.Locale;
import org.etude.analysis.CriticalPath;
import org.etude.sim.result.OpColumns;
import org.etude.table.recorded.TimelineTable;
import org.etude.table.schema.Schema;
import org.etude.table.schema.TableBuilder;
import tech.tablesaw.api.Table;

/** The chain of nodes that determined when a simulated step ended. */
public final class CriticalPathTable {
    /** The columns. */
    public static final Schema SCHEMA = Schema.of(
                    "critical_path",
                    "One part of the critical path of a simulated step, in order of time; durations add up to the step.")
            .integer("rank", "the rank")
            .whole("node", "the node's id in the rank's execution trace")
            .text("name", "its name")
            .text("type", "its type, as in table nodes")
            .text("lane", "compute, comm, host or memory; none for a gap in which the rank ran nothing")
            .whole("start_ns", "where the part begins; later than the node's issue when it waited for another rank")
            .whole("end_ns", "where it ends")
            .decimal("duration_us", "end minus start")
            .text(
                    "after",
                    "what came before: start, dependency, resource (its slot was taken), last rank (to join), gap")
            .build();

    private CriticalPathTable() {}

    /** One row per part. */
    public static Table of(List<CriticalPath.Part> path, OpColumns ops) {
        TableBuilder rows = new TableBuilder(SCHEMA);
        for (CriticalPath.Part part : path) {
            int row = part.row();
            boolean gap = part.endNs() <= ops.issued(row);
            rows.put(part.rank()).put(ops.node(row)).put(ops.name(row));
            rows.put(ops.type(row).name().toLowerCase(Locale.ROOT)).put(gap ? "none" : TimelineTable.lane(ops, row));
            rows.put(part.startNs()).put(part.endNs()).put(part.durationNs() / 1e3);
            rows.put(gap ? "gap" : part.after()).end();
        }
        return rows.table();
    }
}
