package org.etude.workload.llm.cost;

/**
 * What the host takes per kernel that a layer is counted as (a product, a norm, a part of attention), ns: Python, dispatch and
 * the small kernels beside it. Parts of a layer whose kernels are shorter are bound by it.
 */
public final class HostFloor {
    /**
     * DeepSpeed with Megatron's modules of 2021, eager: the shortest steps of vTrain's single-node table (hidden size 1024,
     * micro batch 1, tp 4 and 8), which is a machine of its own and not the one of the judged rows.
     */
    public static final double DEEPSPEED = 85_000;

    /** Megatron-Core with Transformer Engine: fused modules and a third of the launches. */
    public static final double MEGATRON = 15_000;

    private HostFloor() {}
}
