// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import java.util.Arrays;
import org.etude.link.model.LinkedRank;

/**
 * Where one line of host threads waited for another: an idle time that no work explains ends right behind what the other line
 * did last, if that had no operator open then, as a thread starts another or lets it go on from the program, not from within an
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
        if (waits || end - host.start(first) <= HostWaits.WAKE_UP) {
            return;
        }
        int found = NONE;
        for (int line = 0; line < host.lines(); line++) {
            int before = line == host.line(last) ? NONE : host.lastEndedBy(line, end);
            if (before >= 0
                    && host.end(before) > host.start(first)
                    && (found < 0 || host.end(before) > host.end(found))
                    && !isWithinOperator(before, end)) {
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

    /** Whether the line of a slice has an operator open at a time behind it. */
    private boolean isWithinOperator(int before, long time) {
        int next = host.next(before);
        return next >= 0 && host.start(next) < time && HostLines.computes(rank, host.owner(next));
    }
}
