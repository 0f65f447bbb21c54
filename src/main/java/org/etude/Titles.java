// SPDX-License-Identifier: Apache-2.0
package org.etude;

import org.etude.et.graph.EtGraph;
import org.etude.et.wire.EtSet;
import org.etude.link.model.LinkedSet;
import org.etude.report.Counted;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.TraceHeader;
import org.etude.trace.model.TraceSet;

/** Titles above the tables that values print. */
final class Titles {
    /** Number of rows shown below a title. */
    static final int ROWS = 16;

    private Titles() {}

    static String of(TraceSet traces) {
        return "Traces " + traces.source() + ": " + counts(traces);
    }

    static String of(LinkedSet linked) {
        return "LinkedTraces " + linked.traces().source() + ": " + counts(linked.traces()) + ", "
                + Counted.grouped(linked.unmatched().size(), "unmatched", "unmatched");
    }

    static String of(EtSet workload, int changes) {
        long nodes = workload.ranks().stream().mapToLong(EtGraph::size).sum();
        return "Workload " + workload.prefix() + ": "
                + Counted.grouped(workload.ranks().size(), "rank", "ranks") + ", "
                + Counted.grouped(nodes, "node", "nodes")
                + (changes == 0 ? "" : ", " + Counted.grouped(changes, "change", "changes"));
    }

    private static String counts(TraceSet traces) {
        int steps =
                traces.ranks().stream().mapToInt(r -> r.steps().size()).max().orElse(0);
        String platform = platform(traces);
        return Counted.grouped(traces.ranks().size(), "rank", "ranks")
                + (traces.worldSize() > traces.ranks().size() ? " of " + traces.worldSize() : "")
                + (platform.isEmpty() ? "" : ", " + platform)
                + (steps == 0 ? "" : ", " + Counted.grouped(steps, "step", "steps"));
    }

    /** The platform that the first Kineto file states: "ROCm 6.4 (HIP)", "CUDA 12.4", "CPU". */
    private static String platform(TraceSet traces) {
        for (RankTrace rank : traces.ranks()) {
            if (rank.device() != null) {
                TraceHeader header = rank.device().header();
                String hip = version(header.versions().get("hip_runtime_version"), 10_000_000, 100_000);
                String cuda = version(header.versions().get("cuda_runtime_version"), 1_000, 10);
                return switch (header.platform()) {
                    case HIP -> hip.isEmpty() ? "HIP" : "ROCm " + hip + " (HIP)";
                    case CUDA -> cuda.isEmpty() ? "CUDA" : "CUDA " + cuda;
                    case CPU -> "CPU";
                };
            }
        }
        return "";
    }

    /** Major and minor version encoded in one number; "" when it is not a version. */
    private static String version(String number, int major, int minor) {
        if (number == null || !number.matches("[0-9]{1,9}")) {
            return "";
        }
        int value = Integer.parseInt(number);
        return value / major + "." + value % major / minor;
    }
}
