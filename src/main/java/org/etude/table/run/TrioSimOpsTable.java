package org.etude.table.run;

import java.util.List;
import java.util.Locale;
import org.etude.compat.triosim.trace.TimedOp;
import org.etude.table.schema.Schema;
import org.etude.table.schema.TableBuilder;
import tech.tablesaw.api.Table;

/** When each operator ran in a step that TrioSim's rules extrapolate. */
public final class TrioSimOpsTable {
    /** The columns. */
    public static final Schema SCHEMA = Schema.of(
                    "triosim_ops", "One operator on one GPU of an extrapolated step, by GPU, micro-batch and place.")
            .integer("gpu", "the GPU; 0 for all where one represents all")
            .integer("micro_batch", "the micro-batch; 0 but in pipelines")
            .integer("place", "its place in the recorded step, from 0")
            .integer("op", "its OperatorID")
            .text("name", "its name")
            .text("stage", "forward, backward or optimizer")
            .decimal("start_us", "when it started")
            .decimal("end_us", "when it ended")
            .build();

    private TrioSimOpsTable() {}

    /** One row per operator that ran. */
    public static Table of(List<TimedOp> ops) {
        TableBuilder rows = new TableBuilder(SCHEMA);
        for (TimedOp op : ops) {
            rows.put(op.gpu())
                    .put(op.microBatch())
                    .put(op.index())
                    .put(op.recorded().id());
            rows.put(op.recorded().name()).put(op.recorded().stage().name().toLowerCase(Locale.ROOT));
            rows.put(op.start() * 1e6).put(op.end() * 1e6).end();
        }
        return rows.table();
    }
}
