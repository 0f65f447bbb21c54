// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import java.util.List;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.LinkedSet;
import org.etude.link.model.NodeKind;
import org.etude.report.Finding;
import org.etude.report.Finding.Level;

/**
 * How much later than the first rank each rank's recording begins, on one clock. Ranks that were never recorded at one time
 * have no offsets: their clocks say nothing about each other.
 */
final class RankStarts {
    private final long[] offset;
    private final boolean together;

    /** Offsets of all ranks; a finding says when there are some, or why there are none. */
    RankStarts(LinkedSet set, boolean kept, List<Finding> findings) {
        int ranks = set.ranks().size();
        offset = new long[ranks];
        long[] begin = new long[ranks];
        long first = Long.MAX_VALUE;
        long latest = Long.MIN_VALUE;
        long firstEnd = Long.MAX_VALUE;
        for (int i = 0; i < ranks; i++) {
            LinkedRank rank = set.ranks().get(i);
            long clock = rank.trace().clockOffsetNanos();
            begin[i] = begin(rank) + clock;
            if (begin(rank) != LinkedRank.UNTIMED) {
                first = Math.min(first, begin[i]);
                latest = Math.max(latest, begin[i]);
                firstEnd = Math.min(firstEnd, end(rank) + clock);
            }
        }
        together = latest < firstEnd;
        if (!kept || latest <= first) {
            return;
        }
        for (int i = 0; i < ranks && together; i++) {
            offset[i] = begin(set.ranks().get(i)) == LinkedRank.UNTIMED ? 0 : begin[i] - first;
        }
        findings.add(said(together, latest - first));
    }

    private static Finding said(boolean together, long most) {
        return together
                ? new Finding(
                        Level.INFO,
                        "convert",
                        -1,
                        "",
                        "the recordings of the ranks begin up to " + most / 1000 + " us apart",
                        "their clocks were brought together",
                        "each rank starts with a node \"" + NAME + "\" of that time; aligned() leaves it out")
                : new Finding(
                        Level.WARNING,
                        "convert",
                        -1,
                        "",
                        "all ranks start together",
                        "their recordings have no time in common, so how far apart they began is not known",
                        "waiting of early ranks for late ones is missing from the result");
    }

    /** Name of the node that holds a rank back. */
    static final String NAME = "start offset";

    /** The first recorded moment of a rank's work, on its own clock, or {@link LinkedRank#UNTIMED}. */
    static long begin(LinkedRank rank) {
        long begin = Long.MAX_VALUE;
        for (int i = 0; i < rank.size(); i++) {
            if (counts(rank, i)) {
                begin = Math.min(begin, rank.startNanos(i));
            }
        }
        return begin == Long.MAX_VALUE ? LinkedRank.UNTIMED : begin;
    }

    private static long end(LinkedRank rank) {
        long end = Long.MIN_VALUE;
        for (int i = 0; i < rank.size(); i++) {
            if (counts(rank, i)) {
                end = Math.max(end, rank.startNanos(i) + rank.durationNanos(i));
            }
        }
        return end;
    }

    private static boolean counts(LinkedRank rank, int node) {
        return rank.kind(node) != NodeKind.ROOT && rank.startNanos(node) != LinkedRank.UNTIMED;
    }

    /** Whether the ranks were recorded at one time, so that their clocks can be compared. */
    boolean onOneClock() {
        return together;
    }

    /** Time in ns by which a rank begins later than the first. */
    long offset(int index) {
        return offset[index];
    }
}
