// SPDX-License-Identifier: Apache-2.0
package org.etude.spec;

import java.util.Locale;
import java.util.regex.Pattern;
import org.etude.report.Internal;

/**
 * Kinds of computation, recognised by the names of kernels and operators; the first kind with a matching pattern
 * applies.
 */
public enum OpClass {
    /** Host work. */
    HOST("(?!)"),
    /** Attention in one kernel. */
    ATTENTION("attention|flash|fmha|sdpa"),
    /** Optimizer steps. */
    OPTIMIZER("optim|adam|sgd|multi_tensor_apply|_foreach_"),
    /** Convolutions. */
    CONVOLUTION("conv|wgrad|dgrad|winograd|miopensp"),
    /** Matrix products. */
    MATMUL("gemm|matmul|cutlass|cublas|wgmma|cijk_|addmm|\\bmm\\b|bmm|linear"),
    /** Normalisations and softmax. */
    NORMALISATION("norm|softmax|bn_"),
    /** Copies and fills. */
    COPY("memcpy|memset|copy|fill"),
    /** Elementwise work and reductions. */
    ELEMENTWISE("elementwise|vectorized|reduce|relu|gelu|silu|dropout|pool|\\badd|\\bmul|triton"),
    /** Anything else. */
    OTHER("");

    private static final OpClass[] ALL = values();

    private final Pattern words;

    OpClass(String words) {
        this.words = Pattern.compile(words);
    }

    /** The class of a name. */
    @Internal
    public static OpClass of(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        for (OpClass c : ALL) {
            if (c.words.matcher(lower).find()) {
                return c;
            }
        }
        return OTHER;
    }
}
