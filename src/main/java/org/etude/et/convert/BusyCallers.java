// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import org.etude.et.host.BackendThreads;
import org.etude.et.host.HostTimeline;

/**
 * Finds gaps between a program's operators in which it did not wait for its messages but did something of which the profiler knows
 * nothing. gloo notes the end of a message when the program waits for it ({@code SendWork::wait} and {@code RecvWork::wait} of
 * ProcessGroupGloo.cpp). A send was over when its receiver had it; if it is the first message whose end is noted in a gap, and
 * noted later than that, then the program came to wait only when it was noted. Linear in the messages.
 */
final class BusyCallers {
    private final HostTimeline host;
    /** The first slices of gaps. */
    private final IntOpenHashSet gaps = new IntOpenHashSet();

    BusyCallers(WorkNodes work, HostTimeline host, BackendThreads backend) {
        this.host = host;
        Int2IntOpenHashMap first = new Int2IntOpenHashMap();
        for (int k = 0; k < work.size(); k++) {
            int call = work.isMessage(k) ? backend.call(work.node(k)) : -1;
            int slice = call < 0 ? HostTimeline.NONE : gap(host.lastStartedBy(host.lineOf(call), work.end(k) - 1));
            if (slice >= 0 && (!first.containsKey(slice) || work.end(k) < work.end(first.get(slice)))) {
                first.put(slice, k);
            }
        }
        first.forEach((Integer slice, Integer k) -> {
            if (work.wasOver(k)) {
                gaps.add((int) slice);
            }
        });
    }

    /** Whether the program was busy in a gap until it came to wait for messages. */
    boolean in(int slice) {
        return !gaps.isEmpty() && gaps.contains(gap(slice));
    }

    /** The first slice of the gap to which a slice belongs, or {@link HostTimeline#NONE}. */
    private int gap(int slice) {
        int first = HostTimeline.NONE;
        for (int at = slice; at >= 0 && host.operator(at) == HostTimeline.NONE; at = host.previous(at)) {
            first = at;
        }
        return first;
    }
}
