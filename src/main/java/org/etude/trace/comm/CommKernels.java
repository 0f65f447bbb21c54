// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.comm;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Tells from its name whether a GPU kernel communicates. Two rules: the kernel belongs to a library that does nothing else
 * (NCCL, RCCL, MSCCL, MSCCL++, NVSHMEM, rocSHMEM, DeepEP, MORI, quick_reduce, user buffers, oneCCL, HCCL), or the kernel's
 * own name, without namespaces and template arguments, contains the name of a collective, as those of vLLM, TensorRT-LLM,
 * FlashInfer, SGLang, AITER and PyTorch's symmetric memory do.
 */
public final class CommKernels {
    /** In the qualified name, in lower case: libraries whose kernels do one collective as a whole. */
    private static final List<String> WHOLE = List.of("nccldevkernel", "ncclkernel", "ncclsym", "rccl", "msccl");

    /** In the qualified name, in lower case: other libraries that do nothing but communicate. */
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

    /** In the kernel's own name, in lower case without underscores. */
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

    /** Reductions within a GPU go by the same word. */
    private static final Pattern LOCAL =
            Pattern.compile("(warp|block|wave|wavefront|thread|cta|subgroup|lane|quad)all");

    private CommKernels() {}

    /** Whether a kernel of this name communicates. */
    public static boolean is(String kernel) {
        String head = head(kernel);
        return contains(head, WHOLE)
                || contains(head, LIBRARIES)
                || head.startsWith("ep::")
                || speaks(kernel)
                || SIGNALS.contains(own(kernel));
    }

    /**
     * Whether a kernel of this name is a whole collective or message of NCCL, RCCL, MSCCL or MSCCL++. Collectives of these end on
     * all ranks at nearly one time; other libraries take several kernels, or put and signal.
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
    static boolean speaks(String name) {
        String own = own(name);
        for (String collective : COLLECTIVES) {
            if (own.contains(collective)) {
                return !LOCAL.matcher(own).find();
            }
        }
        return false;
    }

    /** The qualified name in lower case: what stands before template arguments and parameters; a mangled one as it is. */
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
