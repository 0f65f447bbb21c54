// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import java.util.Arrays;
import org.etude.et.host.HostLines;
import org.etude.et.host.HostTimeline;
import org.etude.link.model.LinkedRank;

/**
 * Finds where one line of host threads waited for another. An idle interval that no work explains is such a wait if
 * it ends right after the last operator that another line ran before it had none open: programs start or release
 * threads between operators, not within one. O(slices x lines).
 */
final class LineHandOvers {
    private static final int NONE = HostTimeline.NONE;

    private final LinkedRank rank;
    private final HostTimeline host;
    private final RankPlan plan;
    /** By slice, the slice of another line that it waited for; null for a single line. */
    private final int[] awaited;

    LineHandOvers(LinkedRank rank, HostTimeline host, RankPlan plan) {
        this.rank = rank;
        this.host = host;
        this.plan = plan;
        awaited = host.lines() == 1 ? null : new int[host.size()];
        if (awaited != null) {
            Arrays.fill(awaited, NONE);
            for (int slice = 0; slice < awaited.length; slice++) {
                if (isIdle(slice) && !isIdle(host.next(slice))) {
                    find(slice);
                }
            }
        }
    }

    /** The slice of another line that a slice waited for, or {@link HostTimeline#NONE}. */
    int awaited(int slice) {
        return awaited == null ? NONE : awaited[slice];
    }

    /** Whether the threads of a slice's line ran no operator: before they begin, or between operators. */
    private boolean isIdle(int slice) {
        return slice >= 0 && host.operator(slice) == NONE && !HostLines.computes(rank, host.owner(slice));
    }

    private void find(int last) {
        int first = last;
        boolean waits = !plan.syncs(last).isEmpty();
        while (isIdle(host.previous(first))) {
            first = host.previous(first);
            waits |= !plan.syncs(first).isEmpty();
        }
        long end = host.end(last);
        if (waits || end - host.start(first) <= HostTimeline.WAKE_UP) {
            return;
        }
        int found = NONE;
        for (int line = 0; line < host.lines(); line++) {
            int before = line == host.line(last) ? NONE : released(line, end, HostWaits.wakeUp(host.start(first), end));
            if (before >= 0
                    && host.end(before) > host.start(first)
                    && (found < 0 || host.end(before) > host.end(found))) {
                found = before;
            }
        }
        if (found >= 0) {
            int waiting = host.lastStartedBy(host.line(last), host.end(found) - 1);
            if (found < waiting) {
                awaited[waiting] = found;
            }
        }
    }

    /**
     * The last slice after which a line had no operator open, if it ended at the given time or just before it;
     * otherwise NONE.
     */
    private int released(int line, long time, long wakeUp) {
        int before = host.lastEndedBy(line, time);
        int next = before < 0 ? NONE : host.next(before);
        if (next < 0 || host.start(next) >= time || !HostLines.computes(rank, host.owner(next))) {
            return before;
        }
        while (before >= 0 && HostLines.computes(rank, host.owner(before))) {
            before = host.previous(before);
        }
        return before >= 0 && time - host.end(before) <= wakeUp ? before : NONE;
    }
}
