// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.NodeKind;
import org.etude.spec.ConvertOptions;
import org.etude.spec.ConvertOptions.KernelTime;

/** Determines the durations of compute nodes. */
final class KernelTimes {
    private static final long SHORTEST = 2_000;

    private final WorkNodes work;
    private final LinkedRank rank;
    private final long forced;

    KernelTimes(LinkedRank rank, WorkNodes work, ConvertOptions options) {
        this.rank = rank;
        this.work = work;
        this.forced = switch (options.kernelTime()) {
            case MEASURED -> -1;
            case MEAN -> Math.round(mean(SHORTEST).orElseGet(() -> mean(0).orElse(0)));
            case AVERAGE -> Math.round(options.averageKernel().toNanos());
        };
    }

    private OptionalDouble mean(long shortest) {
        return IntStream.range(0, work.size())
                .filter(k -> rank.kind(work.node(k)) == NodeKind.KERNEL)
                .mapToLong(k -> work.end(k) - work.start(k))
                .filter(ns -> ns >= shortest)
                .average();
    }

    /** Whether every compute node has the same duration. */
    boolean isForced() {
        return forced >= 0;
    }

    /** The one duration of all compute nodes, in ns. */
    long forcedNanos() {
        return forced;
    }

    /** Duration of a piece of work in ns. */
    long of(int k) {
        return forced >= 0 && work.slot(k) == WorkNodes.Slot.COMPUTE && !work.standsIn(k) ? forced : work.duration(k);
    }

    /** The kinds of time, for messages. */
    static String describe(KernelTime kind) {
        return kind == KernelTime.MEAN ? "the mean of the rank's kernels" : "the average given";
    }
}
