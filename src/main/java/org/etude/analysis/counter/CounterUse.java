// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis.counter;

import java.util.DoubleSummaryStatistics;

/**
 * One hardware counter over the kernels of one name launched by one operator.
 *
 * @param rank the rank
 * @param operator the innermost operator around the launch; "" where launches cannot be matched to kernels
 * @param outermost the outermost operator around it; "" likewise
 * @param kernel the kernel as the profiler names it
 * @param counter the counter
 * @param values its values
 */
public record CounterUse(
        int rank, String operator, String outermost, String kernel, String counter, DoubleSummaryStatistics values) {
    /** The unit in the counter's name; "" for a plain count. */
    public String unit() {
        if (counter.contains("pct")) {
            return "%";
        }
        String base = counter.contains("bytes") ? "bytes" : counter.contains("cycles") ? "cycles" : "";
        boolean time = counter.contains("__time_duration") || counter.contains("__duration");
        String of = time ? "ns" : base;
        return counter.contains("per_second") ? (of.isEmpty() ? "1" : of) + "/s" : of;
    }
}
