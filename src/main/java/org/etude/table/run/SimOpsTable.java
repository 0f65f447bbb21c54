// SPDX-License-Identifier: Apache-2.0
package org.etude.table.run;

import org.etude.sim.result.OpColumns;
import org.etude.table.schema.Missing;
import org.etude.table.schema.Schema;
import tech.tablesaw.api.Table;

/** Times of each node in a simulated run. */
public final class SimOpsTable {
    /** The columns. */
    public static final Schema<Row> SCHEMA = Schema.<Row>of(
                    "ops", "One node of one rank in the simulated run, by rank and node id.")
            .integer("rank", "the rank", row -> row.ops.rank(row.i))
            .whole("node", "the node's id in the rank's execution trace", row -> row.ops.node(row.i))
            .text("name", "its name", row -> row.ops.name(row.i))
            .word("node_type", "as in table nodes", row -> row.ops.type(row.i))
            .text("resource", "what it held: cpu, gpu, comm or none", row -> row.ops.resource(row.i))
            .whole(
                    "start_ns",
                    "when it was issued, which is when its work began; missing when it never was",
                    row -> Missing.ifNegative(row.ops.issued(row.i)))
            .whole(
                    "end_ns",
                    "when it ended; missing when it never did",
                    row -> Missing.ifNegative(row.ops.ended(row.i)))
            .decimal("duration_us", "end minus start; missing when it never ended", Row::durationMicros)
            .build();

    private SimOpsTable() {}

    /** One row per node and rank. */
    public static Table of(OpColumns ops) {
        return SCHEMA.table(ops.size(), i -> new Row(ops, i));
    }

    private record Row(OpColumns ops, int i) {
        double durationMicros() {
            long start = ops.issued(i);
            long end = ops.ended(i);
            return Missing.unless(start >= 0 && end >= 0, (end - start) / 1e3);
        }
    }
}
