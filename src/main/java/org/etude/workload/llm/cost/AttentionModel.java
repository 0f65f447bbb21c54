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
     *   <li>torchtitan: FlashAttention-2 up to Hopper, cuDNN on Blackwell (torchtitan pull requests 1196 and 1209), as
     *       {@code scaled_dot_product_attention} does (ATen, cuda/sdp_utils.cpp: FlashAttention first; on Hopper and
     *       Blackwell cuDNN first from cuDNN 9.15.1 on, which the wheels of PyTorch for CUDA 12 do not have);
     *   <li>DeepSpeed: the FlashAttention-2 of Megatron-DeepSpeed's {@code --use-flash-attn-v2}.
     * </ul>
     */
    public AttentionKernel of(String frame) {
        boolean flash2 = frame.equals("torchtitan") || frame.equals("DeepSpeed");
        return flash2 && kernels.contains(AttentionKernel.FLASH2) ? AttentionKernel.FLASH2 : usual();
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
