// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis.recorded;

import java.util.Comparator;
import java.util.List;
import org.etude.trace.activity.Activity;

/**
 * The cost of one kernel to a rank.
 *
 * @param rank the rank
 * @param name its name
 * @param category {@link Activity#COMPUTE}, {@link Activity#TRANSFER} or {@link Activity#COPY}
 * @param times number and durations
 * @param shareFrac its share of the summed time of everything that the rank ran
 */
public record KernelUse(int rank, String name, Activity category, DurationStats times, double shareFrac) {
    private static final Comparator<KernelUse> LONGEST_FIRST = Comparator.comparingInt(KernelUse::rank)
            .thenComparing(Comparator.comparingLong((KernelUse use) -> use.times.totalNanos())
                    .reversed())
            .thenComparing(KernelUse::name)
            .thenComparing(KernelUse::category);

    /** The same values for another rank. */
    public KernelUse ofRank(int other) {
        return new KernelUse(other, name, category, times, shareFrac);
    }

    /** The entries of one rank with their shares, the longest first. */
    public static List<KernelUse> shared(List<KernelUse> uses) {
        double all = uses.stream().mapToLong(use -> use.times.totalNanos()).sum();
        return uses.stream()
                .map(use -> new KernelUse(
                        use.rank, use.name, use.category, use.times, all == 0 ? 0 : use.times.totalNanos() / all))
                .sorted(LONGEST_FIRST)
                .toList();
    }
}
