package org.etude.table.run;

import java.util.Locale;
import org.etude.report.Progress;
import org.etude.sim.result.OpColumns;
import org.etude.table.schema.Schema;
import org.etude.table.schema.TableBuilder;
import tech.tablesaw.api.Table;

/** What each node did in a simulated run. */
public final class SimOpsTable {
    /** The columns. */
    public static final Schema SCHEMA = Schema.of(
                    "ops", "One node of one rank in the simulated run, by rank and node id.")
            .integer("rank", "the rank")
            .whole("node", "the node's id in the rank's execution trace")
            .text("name", "its name")
            .text("type", "its type, as in table nodes")
            .text("resource", "what it held: cpu, gpu, comm or none")
            .whole("start_ns", "when it was issued, which is when its work began; missing when it never was")
            .whole("end_ns", "when it ended; missing when it never did")
            .decimal("duration_us", "end minus start; missing when it never ended")
            .build();

    private static final int ROWS_BETWEEN_CHECKS = 1 << 16;

    private SimOpsTable() {}

    /** One row per node and rank. */
    public static Table of(OpColumns ops) {
        TableBuilder rows = new TableBuilder(SCHEMA);
        for (int i = 0; i < ops.size(); i++) {
            if (i % ROWS_BETWEEN_CHECKS == 0) {
                Progress.checkInterrupted();
            }
            long start = ops.issued(i);
            long end = ops.ended(i);
            rows.put(ops.rank(i)).put(ops.node(i)).put(ops.name(i));
            rows.put(ops.type(i).name().toLowerCase(Locale.ROOT)).put(ops.resource(i));
            rows.putIf(start >= 0, start).putIf(end >= 0, end);
            rows.putIf(start >= 0 && end >= 0, (end - start) / 1e3).end();
        }
        return rows.table();
    }
}
