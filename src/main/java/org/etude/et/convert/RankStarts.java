// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.List;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.et.graph.NodeSink;
import org.etude.link.model.LinkedRank;
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
    RankStarts(List<RankFacts> ranks, boolean kept, List<Finding> findings) {
        offset = new long[ranks.size()];
        long first = Long.MAX_VALUE;
        long latest = Long.MIN_VALUE;
        long firstEnd = Long.MAX_VALUE;
        for (RankFacts rank : ranks) {
            if (rank.beginNanos() != LinkedRank.UNTIMED) {
                first = Math.min(first, rank.beginNanos());
                latest = Math.max(latest, rank.beginNanos());
                firstEnd = Math.min(firstEnd, rank.endNanos());
            }
        }
        together = latest < firstEnd;
        if (!kept || latest <= first) {
            return;
        }
        for (int i = 0; i < offset.length && together; i++) {
            long begin = ranks.get(i).beginNanos();
            offset[i] = begin == LinkedRank.UNTIMED ? 0 : begin - first;
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
                        "the ranks' recordings start up to " + most / 1000 + " us apart",
                        "their clocks were aligned",
                        "each rank starts with a node \"" + NAME + "\" of that length; aligned() leaves it out")
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

    /** Writes node 1, which the whole rank waits for at first. */
    static void write(long offsetNanos, NodeSink out) {
        LongArrayList nothing = new LongArrayList(0);
        out.begin(1, NAME, EtNodeType.COMP, 0, (offsetNanos + 500) / 1000);
        out.dependencies(nothing, nothing);
        out.bool(EtNames.IS_CPU_OP, true);
        out.int64(EtNames.DELAY_NS, offsetNanos);
        out.int64(EtNames.DURATION_NS, 0);
        out.end();
    }

    /** Whether the ranks were recorded at one time, so that their clocks can be compared. */
    boolean onOneClock() {
        return together;
    }

    /** Time in ns by which each rank begins later than the first. */
    long[] offsets() {
        return offset;
    }
}
