// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.parallel;

/** Kinds of process groups; a rank is in at most one group of each kind. */
public enum Group {
    /** Ranks that share layers: tensor and sequence parallelism. */
    TENSOR,
    /** Copies of the model: gradients of what each copy holds whole; under DualPipe those of both stages that hold the same parts. */
    DATA,
    /** Copies over which the experts of a layer are spread. */
    EXPERT,
    /** Copies that hold the same experts. */
    EXPERT_DATA,
    /** Ranks that hold one copy of the model: what all of it must agree on, such as the norm of the gradients. */
    MODEL,
    /** The first and the last stage, where both hold the token table. Stages between are in no such group. */
    EMBEDDING,
    /** Copies that share each sequence: context parallelism. */
    CONTEXT,
    /** Copies between which shares are spread, where not all copies are ({@link GradientExchange#instances}). */
    SHARD,
    /** The same of experts: copies of such a group that hold the same experts. */
    EXPERT_SHARD,
    /** Copies that hold the same share, one of each such group. */
    REPLICA,
    /** Ranks of an expert group whose experts the router chooses or leaves out together: those of a node. */
    EXPERT_NEAR,
    /** Ranks at the same place of each such group. */
    EXPERT_FAR;

    /** Whether tokens go to their experts in groups of this kind. */
    boolean ofExperts() {
        return this == EXPERT || this == EXPERT_NEAR || this == EXPERT_FAR;
    }

    /** Among whom shares of what these copies hold are spread. */
    public Group sharedAmong(int instances) {
        if (instances == 1) {
            return this;
        }
        return this == DATA ? SHARD : EXPERT_SHARD;
    }
}
