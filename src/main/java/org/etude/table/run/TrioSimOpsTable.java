// SPDX-License-Identifier: Apache-2.0
package org.etude.table.run;

import java.util.List;
import org.etude.compat.triosim.trace.TimedOp;
import org.etude.table.schema.Schema;
import tech.tablesaw.api.Table;

/** Times of each operator in a step extrapolated by TrioSim's rules. */
public final class TrioSimOpsTable {
    /** The columns. */
    public static final Schema<TimedOp> SCHEMA = Schema.<TimedOp>of(
                    "triosim_ops", "One operator on one GPU of an extrapolated step, by GPU, micro-batch and place.")
            .integer("gpu", "the GPU; 0 for all where one represents all", TimedOp::gpu)
            .integer("micro_batch_index", "the micro batch, from 0; 0 but in pipelines", TimedOp::microBatch)
            .integer("seq", "running number in the recorded step, from 0", TimedOp::index)
            .integer("op", "its OperatorID", op -> op.recorded().id())
            .text("name", "its name", op -> op.recorded().name())
            .word("stage", "forward, backward or optimizer", op -> op.recorded().stage())
            .decimal("start_us", "when it started", op -> op.start() * 1e6)
            .decimal("end_us", "when it ended", op -> op.end() * 1e6)
            .build();

    private TrioSimOpsTable() {}

    /** One row per operator that ran. */
    public static Table of(List<TimedOp> ops) {
        return SCHEMA.table(ops);
    }
}
