// SPDX-License-Identifier: Apache-2.0
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

    /**
     * What the host takes per expert and product of a grouped layer besides its launches (tensors and their scales, gradients,
     * pointers), ns: 1.2 ms forward and 2.1 ms backward for 64 experts of two linear layers, three products each, with sizes
     * that leave the GPU idle (TransformerEngine issue 2897, GB200).
     */
    public static final double GROUPED = (1.2e6 + 2.1e6) / (64 * 2 * 3);

    private HostFloor() {}
}
