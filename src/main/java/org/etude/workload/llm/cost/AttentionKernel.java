// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.cost;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.etude.spec.LlmException;

/** Kernels of fused attention with published rates by sequence length and head width. */
public enum AttentionKernel {
    /** FlashAttention-2 (Dao 2023). */
    FLASH2(1, 1),
    /** FlashAttention-3 (Shah et al. 2024). */
    FLASH3(1, 1),
    /** cuDNN's, which Transformer Engine uses from Hopper on. */
    CUDNN(1, 1),
    /**
     * The first FlashAttention in Triton, of 2022: FlashAttention-2 is 1.3 to 1.5 times as fast forward and about twice as fast
     * backward (Dao 2023, section 4.1), so it is FlashAttention-2's rate over 1.4 and over 2.
     */
    TRITON(1.4, 2);

    private final double slowerForward;
    private final double slowerBackward;

    AttentionKernel(double slowerForward, double slowerBackward) {
        this.slowerForward = slowerForward;
        this.slowerBackward = slowerBackward;
    }

    /** Its slowdown relative to the kernel from whose measurements it is derived. */
    double slower(boolean forward) {
        return forward ? slowerForward : slowerBackward;
    }

    /**
     * The kernel with a name such as {@code flash2}.
     *
     * @throws LlmException when there is none, with the names that are known
     */
    public static AttentionKernel named(String name) {
        for (AttentionKernel kernel : values()) {
            if (kernel.name().equalsIgnoreCase(name.strip())) {
                return kernel;
            }
        }
        throw new LlmException("unknown attention kernel '" + name + "'", "Give one of " + names(values()) + ".");
    }

    static String names(AttentionKernel... kernels) {
        return Arrays.stream(kernels)
                .map(kernel -> kernel.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
    }
}
