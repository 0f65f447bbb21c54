// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import java.util.Arrays;
import org.etude.et.host.HostLines;
import org.etude.et.host.HostTimeline;
import org.etude.link.model.LinkedRank;

/**
 * Where one line of host threads waited for another: an idle time that no work explains ends right behind what the other line
 * did last before it had no operator open, as a thread starts another or lets it go on from the program, not from within an
 * operator. Linear in the slices times the lines.
 */
final class LineHandOvers {
    private static final int NONE = HostTimeline.NONE;

    private final LinkedRank rank;
    private final HostTimeline host;
    private final RankPlan plan;
    /** By slice, the slice of another line that it waited for; null for a single line. */
    private final int[] giver;

    LineHandOvers(LinkedRank rank, HostTimeline host, RankPlan plan) {
        this.rank = rank;
        this.host = host;
        this.plan = plan;
        giver = host.lines() == 1 ? null : new int[host.size()];
        if (giver != null) {
            Arrays.fill(giver, NONE);
            for (int slice = 0; slice < giver.length; slice++) {
                if (isIdle(slice) && !isIdle(host.next(slice))) {
                    find(slice);
                }
            }
        }
    }

    /** The slice of another line that a slice waited for, or {@link HostTimeline#NONE}. */
    int giver(int slice) {
        return giver == null ? NONE : giver[slice];
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
                giver[waiting] = found;
            }
        }
    }

    /** The last slice of a line behind which it had no operator open, if that was at a time or just before it; otherwise NONE. */
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
