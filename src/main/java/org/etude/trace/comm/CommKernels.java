// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.comm;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Decides from its name whether a GPU kernel communicates, by two rules: it belongs to a library that does nothing else
 * (NCCL, RCCL, MSCCL, MSCCL++, NVSHMEM, rocSHMEM, DeepEP, MORI, quick_reduce, user buffers, oneCCL, HCCL), or the
 * kernel's own name, without namespaces and template arguments, contains the name of a collective, as those of vLLM,
 * TensorRT-LLM, FlashInfer, SGLang, AITER and PyTorch's symmetric memory do.
 */
public final class CommKernels {
    /** Lower-case parts of qualified names: libraries whose kernels each perform a whole collective. */
    private static final List<String> WHOLE = List.of("nccldevkernel", "ncclkernel", "ncclsym", "rccl", "msccl");

    /** Lower-case parts of qualified names: other libraries that only communicate. */
    private static final List<String> LIBRARIES = List.of(
            "nvshmem",
            "rocshmem",
            "deep_ep::",
            "::ep::",
            "mori::",
            "quickreduce",
            "quick_reduce",
            "userbuffers",
            "oneccl",
            "hcom_",
            "symmetric_memory::");

    /** Parts of a kernel's own name, in lower case without underscores. */
    private static final List<String> COLLECTIVES = List.of(
            "allreduce",
            "reducescatter",
            "allgather",
            "alltoall",
            "all2all",
            "crossdevicereduce",
            "moea2a",
            "epdispatch",
            "epcombine");

    private static final List<String> SIGNALS = List.of("barrierkernel", "putsignalkernel", "waitsignalkernel");

    /** Reductions within a GPU use the same words. */
    private static final Pattern LOCAL =
            Pattern.compile("(warp|block|wave|wavefront|thread|cta|subgroup|lane|quad)all");

    private CommKernels() {}

    /** Whether a kernel of this name communicates. */
    public static boolean is(String kernel) {
        String head = head(kernel);
        return contains(head, WHOLE)
                || contains(head, LIBRARIES)
                || head.startsWith("ep::")
                || namesCollective(kernel)
                || SIGNALS.contains(own(kernel));
    }

    /**
     * Whether a kernel of this name is a whole collective or message of NCCL, RCCL, MSCCL or MSCCL++. Their collectives
     * end at nearly the same time on all ranks; other libraries use several kernels, or put and signal.
     */
    public static boolean isWhole(String kernel) {
        return contains(head(kernel), WHOLE);
    }

    private static boolean contains(String head, List<String> words) {
        for (String word : words) {
            if (head.contains(word)) {
                return true;
            }
        }
        return false;
    }

    /**
     * The kernel's own name in lower case without namespaces, template arguments, parameters and underscores: {@code
     * allreducefusionkerneloneshotlamport}.
     */
    public static String own(String kernel) {
        String head = head(kernel);
        int colon = head.lastIndexOf("::");
        return (colon < 0 ? head : head.substring(colon + 2)).replace("_", "");
    }

    /** Whether the own name contains that of a collective among GPUs. */
    static boolean namesCollective(String name) {
        String own = own(name);
        for (String collective : COLLECTIVES) {
            if (own.contains(collective)) {
                return !LOCAL.matcher(own).find();
            }
        }
        return false;
    }

    /** The qualified name in lower case without template arguments and parameters; a mangled name unchanged. */
    private static String head(String kernel) {
        String name = kernel.toLowerCase(Locale.ROOT).replace("(anonymous namespace)", "anonymous");
        if (name.startsWith("_z")) {
            return name;
        }
        int end = name.length();
        for (int i = 0; i < end; i++) {
            char c = name.charAt(i);
            if (c == '<' || c == '(') {
                end = i;
            }
        }
        String head = name.substring(0, end);
        return head.substring(head.lastIndexOf(' ') + 1);
    }
}
