package org.etude.table.run;

import java.util.List;
import org.etude.plan.Plan;
import org.etude.table.schema.Schema;
import org.etude.table.schema.TableBuilder;
import org.etude.workload.llm.LlmOption;
import tech.tablesaw.api.Table;

/** Ways to split a training over GPUs. */
public final class PlansTable {
    /** The columns. */
    public static final Schema SCHEMA = Schema.of("plans", "One way to split a training over GPUs, the fastest first.")
            .integer("place", "1 for the fastest")
            .integer("tp", "tensor parallelism")
            .integer("pp", "pipeline stages")
            .integer("cp", "ranks that share each sequence")
            .integer("dp", "copies of the model")
            .integer("ep", "expert parallelism")
            .integer("vp", "chunks of layers per stage")
            .integer("micro_batch", "sequences of a micro batch")
            .text("recompute", "none, selective or full")
            .decimal("step_s", "the estimated step")
            .decimal("doubt_frac", "stated doubt of the step")
            .decimal("mfu_frac", "model operations over the peak of the element type")
            .whole("memory_bytes", "what a rank of the fullest stage holds")
            .decimal("bubble_frac", "share of the step in which the pacing stage waits for others")
            .decimal("exposed_frac", "share in which it waits for collectives")
            .text("slower", "what makes it slower than the fastest")
            .build();

    private PlansTable() {}

    /** One row per plan. */
    public static Table of(List<Plan> plans) {
        TableBuilder rows = new TableBuilder(SCHEMA);
        for (int i = 0; i < plans.size(); i++) {
            Plan plan = plans.get(i);
            double step = plan.estimate().seconds();
            rows.put(i + 1).put(plan.number(LlmOption.TENSOR_PARALLEL)).put(plan.number(LlmOption.PIPELINE_PARALLEL));
            long shared = plan.number(LlmOption.CONTEXT_PARALLEL);
            rows.put(shared).put(plan.estimate().training().dp() / shared).put(plan.number(LlmOption.EXPERT_PARALLEL));
            rows.put(plan.number(LlmOption.VIRTUAL_STAGES)).put(plan.number(LlmOption.MICRO_BATCH));
            rows.put(plan.recompute()).put(step).put(plan.doubt()).put(plan.utilisation());
            rows.put((long) plan.memory()).put(plan.estimate().bubble() / step);
            rows.put(plan.estimate().exposed() / step);
            rows.put(i == 0 ? "" : plan.slowerThan(plans.get(0))).end();
        }
        return rows.table();
    }
}
