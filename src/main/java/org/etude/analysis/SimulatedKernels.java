// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.etude.analysis.recorded.DurationStats;
import org.etude.analysis.recorded.KernelUse;
import org.etude.et.graph.EtNames;
import org.etude.report.Progress;
import org.etude.sim.result.OpColumns;
import org.etude.trace.activity.Activity;

/** What each simulated rank ran, by the same definitions as for recordings: {@link KernelUse}. */
public final class SimulatedKernels {
    private SimulatedKernels() {}

    private record Key(String name, Activity category) {}

    /** One entry per rank and name, ranks ascending, the longest first. Linear in the nodes. */
    public static List<KernelUse> of(OpColumns ops) {
        List<KernelUse> all = new ArrayList<>();
        for (int rank = 0; rank < ops.ranks(); rank++) {
            Progress.checkInterrupted();
            Map<Key, DurationStats> times = new LinkedHashMap<>();
            for (int row = ops.firstOf(rank); row < ops.firstOf(rank + 1); row++) {
                Activity activity = ops.activity(row);
                boolean work =
                        activity == Activity.COMPUTE || activity == Activity.TRANSFER || activity == Activity.COPY;
                if (work && ops.ended(row) >= 0) {
                    times.computeIfAbsent(new Key(operator(ops.name(row)), activity), k -> new DurationStats())
                            .add(ops.ended(row) - ops.issued(row));
                }
            }
            int of = rank;
            List<KernelUse> uses = new ArrayList<>();
            times.forEach((key, stats) -> uses.add(new KernelUse(of, key.name, key.category, stats, 0)));
            all.addAll(KernelUse.shared(uses));
        }
        return all;
    }

    /** An operator's own slice and its self time after its children are one operator. */
    static String operator(String name) {
        return name.startsWith(EtNames.SELF_TIME) ? name.substring(EtNames.SELF_TIME.length()) : name;
    }
}
