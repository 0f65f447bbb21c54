// SPDX-License-Identifier: Apache-2.0
package org.etude.table.run;

import java.util.List;
import org.etude.plan.Plan;
import org.etude.spec.LlmOption;
import org.etude.table.schema.Schema;
import tech.tablesaw.api.Table;

/** Ways to split a training over GPUs. */
public final class PlansTable {
    /** The columns. */
    public static final Schema<Row> SCHEMA = Schema.<Row>of(
                    "plans", "One way to split a training over GPUs, the fastest first.")
            .integer("place", "1 for the fastest", Row::place)
            .integer("tp", "tensor parallelism", row -> row.plan.number(LlmOption.TENSOR_PARALLEL))
            .integer("pp", "pipeline stages", row -> row.plan.number(LlmOption.PIPELINE_PARALLEL))
            .integer("cp", "ranks that share each sequence", row -> row.plan.number(LlmOption.CONTEXT_PARALLEL))
            .integer("dp", "copies of the model", Row::copies)
            .integer("ep", "expert parallelism", row -> row.plan.number(LlmOption.EXPERT_PARALLEL))
            .integer("vp", "chunks of layers per stage", row -> row.plan.number(LlmOption.VIRTUAL_STAGES))
            .integer("micro_batch", "sequences of a micro batch", row -> row.plan.number(LlmOption.MICRO_BATCH))
            .text("schedule", "order of micro batches", row -> row.plan.text(LlmOption.SCHEDULE))
            .text("recompute", "none, selective, full, or the layers of each part", row -> row.plan.recompute())
            .text(
                    "with",
                    "shares, exchanges overlapped with computation and element type, where chosen",
                    row -> row.plan.others())
            .decimal("step_s", "the estimated step", Row::seconds)
            .decimal("doubt_frac", "stated doubt of the step", row -> row.plan.doubt())
            .decimal("mfu_frac", "model operations over the peak of the element type", row -> row.plan.utilisation())
            .whole("memory_bytes", "what a rank of the fullest stage holds", row -> (long) row.plan.memory())
            .decimal(
                    "bubble_frac",
                    "share of the step in which the pacing stage waits for others",
                    row -> row.plan.estimate().bubble() / row.seconds())
            .decimal(
                    "exposed_comm_frac",
                    "share in which it waits for collectives",
                    row -> row.plan.estimate().exposed() / row.seconds())
            .text(
                    "slower",
                    "what makes it slower than the fastest",
                    row -> row.place == 1 ? "" : row.plan.slowerThan(row.fastest))
            .build();

    private PlansTable() {}

    /** One row per plan. */
    public static Table of(List<Plan> plans) {
        return SCHEMA.table(plans.size(), i -> new Row(i + 1, plans.get(i), plans.get(0)));
    }

    private record Row(int place, Plan plan, Plan fastest) {
        double seconds() {
            return plan.estimate().seconds();
        }

        long copies() {
            return plan.estimate().training().dp() / plan.number(LlmOption.CONTEXT_PARALLEL);
        }
    }
}
