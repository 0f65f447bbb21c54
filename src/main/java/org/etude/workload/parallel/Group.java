package org.etude.workload.parallel;

/** Kinds of process groups; a rank is in at most one group of each kind. */
public enum Group {
    /** Ranks that share layers: tensor and sequence parallelism. */
    TENSOR,
    /** Copies of the model: gradients of what each copy holds whole. */
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
    CONTEXT
}
