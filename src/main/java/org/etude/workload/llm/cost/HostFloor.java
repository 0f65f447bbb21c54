// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.cost;

/**
 * Host time in ns per kernel of a layer that is counted (a product, a norm, a part of attention): Python, dispatch and
 * accompanying small kernels. Parts of a layer with shorter kernels are host-bound.
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
     * torchtitan, eager PyTorch, per launched kernel. Measured by ourselves on the virtual machine of an H200 (torch 2.11): 42.2 ms for a
     * step of 16 layers of width 1,024 and one sequence of 1,024, and 23.4 ms for the 757 launches of one of 8 layers.
     */
    public static final double TORCHTITAN = 31_000;

    /**
     * Host time of a recomputed forward pass under {@code torch.utils.checkpoint} (not reentrant), relative to that of a forward pass: what it
     * adds to both passes together. Hooks in Python pack each saved tensor twice and unpack it. Measured by ourselves on a CPU (torch 2.13)
     * with layers of Llama so small that nothing but the host counts: 3.1 at the lower quartile of 40 steps, 3.4 at their minima.
     */
    public static final double CHECKPOINT = 3.1;

    /**
     * Host time per expert and product of a grouped layer in addition to its launches (tensors and their scales,
     * gradients, pointers), ns: 1.2 ms forward and 2.1 ms backward for 64 experts of two linear layers, three products
     * each, with sizes that leave the GPU idle (TransformerEngine issue 2897, GB200, fused kernels; taken over for
     * others).
     */
    public static final double GROUPED = (1.2e6 + 2.1e6) / (64 * 2 * 3);

    /**
     * Host time in ns per product of a grouped layer, independent of the number of experts: 0.967 ms for the forward
     * pass of two linear layers of four experts (TransformerEngine issue 2939, B300, half precision, in a profile,
     * where a loop of single products takes as long), less what the constants above make of it. Backward, which has two
     * products each, it is taken to be as much for each: 1.75 times was measured (issue 2897).
     */
    public static final double MODULE = 966_614 / 2.0 - 4 * (MEGATRON + GROUPED);

    private HostFloor() {}
}
