// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.model;

import java.util.List;
import java.util.Map;

/**
 * The header of a Kineto file.
 *
 * @param file the file it came from, for messages
 * @param rank rank by distributedInfo, -1 when absent
 * @param worldSize world size by distributedInfo, -1 when absent
 * @param backend nccl, gloo, ...; "" when absent
 * @param platform CUDA, HIP or CPU
 * @param versions versions stated in the header, by name (cuda_runtime_version, roctracer_version, ...)
 * @param deviceNames GPU names by ordinal; empty when absent
 * @param baseUnixNanos unix time in ns of the trace's time 0, or 0 when absent
 * @param machine name of the machine it was recorded on, "" when absent
 * @param groups process groups of distributedInfo's pg_config
 */
public record TraceHeader(
        String file,
        int rank,
        int worldSize,
        String backend,
        Platform platform,
        Map<String, String> versions,
        List<String> deviceNames,
        long baseUnixNanos,
        String machine,
        List<ProcessGroup> groups) {
    /** The field of {@link #versions} that marks recordings of rocprofv3. */
    public static final String ROCPROFV3 = "rocprofv3";

    /** The programming platform a trace was recorded on. */
    public enum Platform {
        /** NVIDIA. */
        CUDA,
        /** AMD. */
        HIP,
        /** No GPU. */
        CPU
    }

    /** Copies the collections. */
    public TraceHeader {
        versions = Map.copyOf(versions);
        deviceNames = List.copyOf(deviceNames);
        groups = List.copyOf(groups);
    }

    /** Whether times count from the start of the machine, so that all recordings of one machine share a clock. */
    public boolean isSinceBoot() {
        return versions.containsKey(ROCPROFV3);
    }
}
