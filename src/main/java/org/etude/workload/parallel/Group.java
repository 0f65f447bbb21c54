// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.parallel;

/** Kinds of process groups; a rank is in at most one group of each kind. */
public enum Group {
    /** Ranks that share layers: tensor and sequence parallelism. */
    TENSOR,
    /**
     * Copies of the model, which exchange gradients of replicated parameters; under DualPipe those of both stages that
     * hold the same parts.
     */
    DATA,
    /** Copies over which the experts of a layer are distributed. */
    EXPERT,
    /** Copies that hold the same experts. */
    EXPERT_DATA,
    /** Ranks of one copy of the model, which must agree on values such as the gradient norm. */
    MODEL,
    /** The first and the last stage, if both hold the token table. Other stages are in no such group. */
    EMBEDDING,
    /** Copies that share each sequence: context parallelism. */
    CONTEXT,
    /** Copies among which shards are spread, if not all copies ({@link GradientExchange#instances}). */
    SHARD,
    /** The same for experts: copies of such a group that hold the same experts. */
    EXPERT_SHARD,
    /** Copies that hold the same shard, one of each such group. */
    REPLICA,
    /** Ranks of an expert group whose experts the router chooses or skips together: those of a node. */
    EXPERT_NEAR,
    /** Ranks at the same position in each such group. */
    EXPERT_FAR;

    /** Whether tokens go to their experts in groups of this kind. */
    boolean ofExperts() {
        return this == EXPERT || this == EXPERT_NEAR || this == EXPERT_FAR;
    }

    /** The group among which shards of these copies are spread. */
    public Group sharedAmong(int instances) {
        if (instances == 1) {
            return this;
        }
        return this == DATA ? SHARD : EXPERT_SHARD;
    }
}
