// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.clock;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.etude.trace.model.CommArgs;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.EventKind;

/** The end times of one rank's collectives by label; a collective ends at nearly the same time on all its ranks. */
public final class ClockAnchors {
    private final Map<String, LongArrayList> ends = new TreeMap<>();

    /** Collects the collectives of {@code trace} whose group is unknown or contains both ranks. */
    public ClockAnchors(DeviceTrace trace, int rank, int other) {
        AnchorNames names = new AnchorNames(trace);
        boolean gpu = false;
        for (int i = 0; i < trace.size(); i++) {
            gpu |= trace.kind(i) == EventKind.KERNEL && names.isCollective(i);
        }
        for (int i = 0; i < trace.size(); i++) {
            EventKind kind = trace.kind(i);
            boolean wanted =
                    gpu ? kind == EventKind.KERNEL : kind == EventKind.USER_ANNOTATION || kind == EventKind.CPU_OP;
            if (wanted && names.isCollective(i) && !trace.isFlagged(i) && shared(trace.comm(i), rank, other)) {
                ends.computeIfAbsent(label(trace, i), l -> new LongArrayList()).add(trace.endNanos(i));
            }
        }
    }

    /** Ends in time order by label. */
    Map<String, LongArrayList> ends() {
        return ends;
    }

    private static boolean shared(CommArgs comm, int rank, int other) {
        List<Integer> ranks = comm == null ? List.of() : comm.groupRanks();
        return ranks.isEmpty() || ranks.contains(rank) && ranks.contains(other);
    }

    static String label(DeviceTrace trace, int i) {
        CommArgs comm = trace.comm(i);
        String name = trace.name(i);
        int arguments = name.indexOf('(');
        String base = arguments < 0 ? name : name.substring(0, arguments);
        return comm == null || comm.groupName() == null ? base : base + " " + comm.groupName();
    }
}
