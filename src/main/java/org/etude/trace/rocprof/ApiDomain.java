// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.rocprof;

import java.util.Locale;

/** What rocprofv3's kinds of host events are to Kineto: the same as in {@code RocpdSchema}. */
final class ApiDomain {
    private ApiDomain() {}

    /**
     * The category of a kind such as HIP_RUNTIME_API, HSA_CORE_API, MARKER_CORE_RANGE_API or RCCL_API; null for what the
     * kernel driver did, which is no range of the program.
     */
    static String category(String kind) {
        String name = kind.toUpperCase(Locale.ROOT);
        if (name.startsWith("KFD")) {
            return null;
        }
        if (isCall(kind)) {
            return name.contains("HIP") ? "cuda_runtime" : "cuda_driver";
        }
        return "user_annotation";
    }

    /** Whether it is a call of HIP or HSA, which work has a correlation with. */
    static boolean isCall(String kind) {
        return kind.toUpperCase(Locale.ROOT).matches("(ROCM_)?(HIP|HSA)_.*");
    }

    /** A direction as CUPTI has it: {@code Memcpy HtoD} for MEMORY_COPY_HOST_TO_DEVICE. */
    static String copy(String direction) {
        return "Memcpy "
                + direction
                        .replace("MEMORY_COPY_", "")
                        .replace("HOST", "H")
                        .replace("DEVICE", "D")
                        .replace("_TO_", "to");
    }
}
