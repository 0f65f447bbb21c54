// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.analysis;

import java.util.List;
import java.util.Map;

/** Why the table of an analysis may have no rows, for a reader who only sees its header. */
final class EmptyAnswer {
    private static final String NO_LAUNCH = "no call that launches GPU work was recorded, as in recordings of CPUs";

    private static final Map<String, String> REASONS = Map.ofEntries(
            Map.entry("annotations", "no record_function range and none of the profiler's own was recorded"),
            Map.entry("bandwidth", "no collective that ranks share was recorded"),
            Map.entry("copies", "no copy or memory set of a GPU was recorded, as in recordings of CPUs"),
            Map.entry(
                    "counters",
                    "no hardware counter was recorded; record with profiler_metrics and profiler_measure_per_kernel=True"),
            Map.entry("critical-path", "no event was recorded"),
            Map.entry("diff", "neither of the two has an operator, a kernel or a collective"),
            Map.entry(
                    "flops", "no matrix product, convolution or attention has shapes; record with record_shapes=True"),
            Map.entry("idle", "no GPU work was recorded, as in recordings of CPUs; 'etude load' splits their steps"),
            Map.entry("kernels", "no operator and no GPU work was recorded"),
            Map.entry("launch-queues", NO_LAUNCH),
            Map.entry("launches", NO_LAUNCH),
            Map.entry("memory", "no allocation was recorded; record with profile_memory=True, or ask for --kinds"),
            Map.entry("operators", NO_LAUNCH + "; 'etude kernels' has the operators of CPUs"),
            Map.entry("sequences", "no operator launches that many kernels; see --least and --operator"),
            Map.entry("traffic", "no collective that ranks share was recorded"));

    private EmptyAnswer() {}

    /** One line for a command that was given these filters, which may be the reason, too. */
    static String of(String command, List<String> filters) {
        return command + ": no rows: " + REASONS.getOrDefault(command, "nothing of the kind was recorded")
                + (filters.isEmpty() ? "." : ". Or nothing passes " + String.join(", ", filters) + ".");
    }
}
