// SPDX-License-Identifier: Apache-2.0
package org.etude.table.run;

import java.util.List;
import org.etude.plan.SplitCandidate;
import org.etude.plan.SplitText;
import org.etude.spec.LlmOption;
import org.etude.table.schema.Schema;
import tech.tablesaw.api.Table;

/** Splits considered by a search, with the outcome of each. */
public final class CandidatesTable {
    /** The columns. */
    public static final Schema<SplitCandidate> SCHEMA = Schema.<SplitCandidate>of(
                    "candidates", "One split that a search looked at.")
            .text("tp", "tensor parallelism", one -> one.choices().get(LlmOption.TENSOR_PARALLEL))
            .text("pp", "pipeline stages", one -> one.choices().get(LlmOption.PIPELINE_PARALLEL))
            .text("cp", "ranks that share each sequence", one -> one.choices().get(LlmOption.CONTEXT_PARALLEL))
            .text("ep", "expert parallelism", one -> one.choices().get(LlmOption.EXPERT_PARALLEL))
            .text("vp", "chunks of layers per stage", one -> one.choices().get(LlmOption.VIRTUAL_STAGES))
            .text("micro_batch", "sequences of a micro batch", one -> one.choices()
                    .get(LlmOption.MICRO_BATCH))
            .text("schedule", "order of micro batches", one -> one.choices().get(LlmOption.SCHEDULE))
            .text(
                    "recompute",
                    "none, selective, full, or the layers of each part",
                    one -> SplitText.recompute(one.choices()))
            .text("with", "what else is chosen", one -> SplitText.others(one.choices()))
            .word("status", "what became of it", SplitCandidate::status)
            .decimal(
                    "memory_bytes",
                    "what a rank of the fullest stage holds; missing when refused",
                    SplitCandidate::memory)
            .decimal("floor_s", "the least that the step takes; missing when not needed", SplitCandidate::floor)
            .decimal("step_s", "the estimated step; missing when it was not estimated", SplitCandidate::step)
            .text("why", "why it is not among the fastest", SplitCandidate::why)
            .build();

    private CandidatesTable() {}

    /** One row per candidate. */
    public static Table of(List<SplitCandidate> candidates) {
        return SCHEMA.table(candidates);
    }
}
