// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.cost;

import java.util.List;
import org.etude.spec.LlmException;

/**
 * Fused causal attention on a type of GPU.
 *
 * @param kernels kernels with measurements for it, the one that Transformer Engine prefers first
 * @param forward fraction of the half-precision peak that the first of them achieves in the forward pass at width 128
 *     and 8,192 tokens
 * @param backward the same in the backward pass
 */
public record AttentionModel(List<AttentionKernel> kernels, double forward, double backward) {
    private static final AttentionShape ANCHOR = new AttentionShape(128, 8192);

    /** Copies. */
    public AttentionModel {
        kernels = List.copyOf(kernels);
    }

    /** The kernel that Transformer Engine prefers, which the shares are those of. */
    public AttentionKernel usual() {
        return kernels.get(0);
    }

    /**
     * The kernel that a framework uses:
     *
     * <ul>
     *   <li>Megatron and DeepSeek: Transformer Engine's order, FlashAttention on Ampere, cuDNN on Hopper and Blackwell
     *       (TransformerEngine, docs/examples/attention, section 2);
     *   <li>torchtitan: what {@code scaled_dot_product_attention} takes: on Hopper and Blackwell cuDNN from cuDNN 9.15.1 on, as in PyTorch's
     *       wheels for CUDA 13 (ATen, cuda/sdp_utils.cpp; so it is in our traces of PyTorch 2.11 on an H100 and an H200), FlashAttention
     *       before and on Ampere;
     *   <li>DeepSpeed: the FlashAttention-2 of Megatron-DeepSpeed's {@code --use-flash-attn-v2}.
     * </ul>
     */
    public AttentionKernel of(String frame) {
        return frame.equals("DeepSpeed") ? flash2() : usual();
    }

    /** FlashAttention-2, which PyTorch up to its wheels for CUDA 12 takes, too, up to Hopper; the usual kernel where it has no measurements. */
    public AttentionKernel flash2() {
        return kernels.contains(AttentionKernel.FLASH2) ? AttentionKernel.FLASH2 : usual();
    }

    /**
     * The kernel with this name, or the framework's for {@code auto}.
     *
     * @throws LlmException when there is none, or it has no measurements for the GPU
     */
    public AttentionKernel named(String name, String frame, String gpu) {
        if (name.equals("auto")) {
            return of(frame);
        }
        AttentionKernel kernel = AttentionKernel.named(name);
        if (!kernels.contains(kernel)) {
            throw new LlmException(
                    "the rates of attention kernel '" + name + "' are not known for GPU " + gpu,
                    "Give one of " + AttentionKernel.names(kernels.toArray(AttentionKernel[]::new))
                            + ", or leave --attention_kernel out.");
        }
        return kernel;
    }

    /**
     * Fraction of the half-precision peak: that of the first kernel at the reference shape, times the kernel's rate on
     * an H100 relative to the first kernel's.
     */
    public double share(AttentionKernel kernel, AttentionShape shape, boolean isForward) {
        double relative = AttentionRates.of(kernel, shape, isForward) / AttentionRates.of(usual(), ANCHOR, isForward);
        return (isForward ? forward : backward) * relative;
    }
}
