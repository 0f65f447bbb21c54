// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.clock;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.etude.trace.comm.CommKernels;
import org.etude.trace.model.CommArgs;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.EventKind;

/** The ends of one rank's collectives by what they are: a collective ends on all its ranks at nearly one time. */
public final class ClockAnchors {
    private final Map<String, LongArrayList> ends = new TreeMap<>();

    /** Takes the collectives of {@code trace} whose group is unknown or holds both ranks. */
    public ClockAnchors(DeviceTrace trace, int rank, int other) {
        boolean gpu = false;
        for (int i = 0; i < trace.size(); i++) {
            gpu |= trace.kind(i) == EventKind.KERNEL && isCollective(trace.name(i));
        }
        for (int i = 0; i < trace.size(); i++) {
            EventKind kind = trace.kind(i);
            boolean wanted =
                    gpu ? kind == EventKind.KERNEL : kind == EventKind.USER_ANNOTATION || kind == EventKind.CPU_OP;
            if (wanted && isAnchor(trace, i) && shared(trace.comm(i), rank, other)) {
                ends.computeIfAbsent(label(trace, i), l -> new LongArrayList()).add(trace.endNanos(i));
            }
        }
    }

    /** Whether an event may say how clocks stand to each other. */
    public static boolean isAnchor(DeviceTrace trace, int i) {
        return !trace.isFlagged(i) && isCollective(trace.name(i));
    }

    /** Ends in time order by label. */
    Map<String, LongArrayList> ends() {
        return ends;
    }

    private static boolean shared(CommArgs comm, int rank, int other) {
        List<Integer> ranks = comm == null ? List.of() : comm.groupRanks();
        return ranks.isEmpty() || ranks.contains(rank) && ranks.contains(other);
    }

    /** Transfers are left out: their two ends do not end together. */
    private static boolean isCollective(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        boolean transfer = lower.contains("send") || lower.contains("recv");
        return !transfer && (CommKernels.isWhole(name) || lower.startsWith("gloo:"));
    }

    private static String label(DeviceTrace trace, int i) {
        CommArgs comm = trace.comm(i);
        String name = trace.name(i);
        int arguments = name.indexOf('(');
        String base = arguments < 0 ? name : name.substring(0, arguments);
        return comm == null || comm.groupName() == null ? base : base + " " + comm.groupName();
    }
}
