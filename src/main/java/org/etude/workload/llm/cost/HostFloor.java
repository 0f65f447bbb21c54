package org.etude.workload.llm.cost;

/**
 * What the host takes per kernel that a layer is counted as (a product, a norm, a part of attention), ns: Python, dispatch and
 * the small kernels next to it. Parts of a layer whose kernels are shorter are bound by it.
 */
public final class HostFloor {
    /**
     * DeepSpeed with Megatron's modules of 2021, eager: fitted to every twelfth row of vTrain's single-node table
     * (docs/planner.md has the computation; 95 % interval 80 to 84 us).
     */
    public static final double DEEPSPEED = 82_000;

    /** Megatron-Core with Transformer Engine, fused modules. An estimate from memory; no measurement is behind it. */
    public static final double MEGATRON = 15_000;

    private HostFloor() {}
}
