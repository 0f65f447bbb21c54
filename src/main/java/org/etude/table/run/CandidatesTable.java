// SPDX-License-Identifier: Apache-2.0
package org.etude.table.run;

import java.util.List;
import org.etude.plan.SplitCandidate;
import org.etude.plan.SplitText;
import org.etude.spec.LlmOption;
import org.etude.table.schema.Missing;
import org.etude.table.schema.Schema;
import tech.tablesaw.api.Table;

/** Splits considered by a search, with the outcome of each. */
public final class CandidatesTable {
    /** The columns. */
    public static final Schema<SplitCandidate> SCHEMA = Schema.<SplitCandidate>of(
                    "candidates", "One split that a search looked at.")
            .integer("tp", "tensor parallelism", one -> number(one, LlmOption.TENSOR_PARALLEL))
            .integer("pp", "pipeline stages", one -> number(one, LlmOption.PIPELINE_PARALLEL))
            .integer("cp", "ranks that share each sequence", one -> number(one, LlmOption.CONTEXT_PARALLEL))
            .integer("ep", "expert parallelism", one -> number(one, LlmOption.EXPERT_PARALLEL))
            .integer("vp", "chunks of layers per stage", one -> number(one, LlmOption.VIRTUAL_STAGES))
            .integer("micro_batch", "sequences of a micro batch", one -> number(one, LlmOption.MICRO_BATCH))
            .text("schedule", "order of micro batches", one -> one.choices().get(LlmOption.SCHEDULE))
            .text(
                    "recompute",
                    "none, selective, full, or the layers of each part",
                    one -> SplitText.recompute(one.choices()))
            .text("with", "what else is chosen", one -> SplitText.others(one.choices()))
            .word("status", "what became of it", SplitCandidate::status)
            .whole(
                    "memory_bytes",
                    "what a rank of the fullest stage holds; missing when refused",
                    one -> Double.isNaN(one.memory()) ? Missing.WHOLE : (long) one.memory())
            .decimal("floor_s", "the least that the step takes; missing when not needed", SplitCandidate::floor)
            .decimal("step_s", "the estimated step; missing when it was not estimated", SplitCandidate::step)
            .text("reason", "why it is not among the fastest", SplitCandidate::why)
            .build();

    private CandidatesTable() {}

    private static long number(SplitCandidate candidate, LlmOption option) {
        String value = candidate.choices().get(option);
        return value == null ? Missing.WHOLE : Long.parseLong(value);
    }

    /** One row per candidate. */
    public static Table of(List<SplitCandidate> candidates) {
        return SCHEMA.table(candidates);
    }
}
