// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.HashMap;
import java.util.Map;
import org.etude.et.host.BackendThreads;
import org.etude.et.host.HostKinds;
import org.etude.link.model.LinkedRank;
import org.etude.number.Medians;

/**
 * Estimates how long the host takes to resume after a transfer carried by a host backend: its thread must be woken and
 * wait for a free core. This is not host work. It appears in the slice in which the host waited, which is longer than
 * the same work without a wait, or than the shortest such slice. Linear in the number of slices.
 */
final class HandOvers {
    private final LinkedRank rank;
    private final RankLayout layout;
    private final SliceTimes times;
    private final HostKinds kinds;
    private final long[] nanos;

    HandOvers(LinkedRank rank, RankLayout layout, SliceTimes times, HostKinds kinds) {
        this.rank = rank;
        this.layout = layout;
        this.times = times;
        this.kinds = kinds;
        this.nanos = new long[layout.host().size()];
        compare();
    }

    private void compare() {
        long[] limit = new long[nanos.length];
        boolean any = false;
        for (int slice = 0; slice < nanos.length; slice++) {
            limit[slice] = limit(slice);
            any |= limit[slice] > 0;
        }
        if (!any) {
            return;
        }
        Map<String, LongArrayList> working = new HashMap<>();
        Map<String, LongArrayList> waiting = new HashMap<>();
        for (int slice = 0; slice < nanos.length; slice++) {
            String kind = times.duration(slice) > 0 ? kinds.of(slice) : null;
            if (kind != null && (limit[slice] > 0 || layout.plan().syncs(slice).isEmpty())) {
                (limit[slice] > 0 ? waiting : working)
                        .computeIfAbsent(kind, k -> new LongArrayList())
                        .add(times.duration(slice));
            }
        }
        for (int slice = 0; slice < nanos.length; slice++) {
            String kind = limit[slice] > 0 ? kinds.of(slice) : null;
            if (kind != null && waiting.containsKey(kind)) {
                long own = own(working.get(kind), waiting.get(kind));
                nanos[slice] = Math.max(0, Math.min(limit[slice], times.duration(slice) - own));
            }
        }
    }

    /** How long the work of a kind takes without a wait; never recorded without one, at most the shortest. */
    private static long own(LongArrayList working, LongArrayList waiting) {
        return working == null ? waiting.longStream().min().orElseThrow() : Medians.of(working.toLongArray());
    }

    /** The maximum hand-over time in a slice: 0 unless the host only waits for a backend's transfer in it. */
    private long limit(int slice) {
        int operator = layout.host().operator(slice);
        if (operator >= 0 && !ResultReaders.isWait(rank.name(operator))) {
            return 0;
        }
        WorkNodes work = layout.work();
        long limit = 0;
        for (int k : layout.plan().syncs(slice)) {
            if (BackendThreads.call(rank, work.node(k)) >= 0) {
                limit = Math.max(limit, HostWaits.wakeUp(work, k));
            }
        }
        return limit;
    }

    /** How much of a slice's duration, in ns, passed before the host resumed. */
    long nanos(int slice) {
        return nanos[slice];
    }
}
