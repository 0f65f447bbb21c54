// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.cost;

import java.util.List;
import org.etude.spec.LlmException;

/**
 * Fused causal attention on a type of GPU.
 *
 * @param kernels kernels with measurements for it, the one that frameworks use first
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

    /** The kernel that frameworks use. */
    public AttentionKernel usual() {
        return kernels.get(0);
    }

    /**
     * The kernel with this name, or the usual one for {@code auto}.
     *
     * @throws LlmException when there is none, or it has no measurements for the GPU
     */
    public AttentionKernel named(String name, String gpu) {
        if (name.equals("auto")) {
            return usual();
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
