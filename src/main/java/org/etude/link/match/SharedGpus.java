// SPDX-License-Identifier: Apache-2.0
package org.etude.link.match;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.RankLog;
import org.etude.number.Medians;
import org.etude.report.Finding;
import org.etude.report.Report;
import org.etude.trace.model.EventOrder;

/**
 * Finds ranks that take turns on one GPU. A GPU switches between processes in a constant time (0.14 ms on an H200), so
 * that most work of one rank that follows work of the other begins that long after its end, and hardly any begins
 * during it. Ranks with GPUs of their own show neither. Linear in the GPU work, sorting aside.
 */
public final class SharedGpus {
    private static final int FEWEST_TURNS = 20;
    /** Share of the turns that must take about the median time. */
    private static final double ALIKE = 0.4;
    /** How far from the median a turn's time may be. */
    private static final double NEAR = 0.2;
    /** Share of a rank's work that may begin during the other's: it was under way when the GPU switched. */
    private static final double INSIDE = 0.25;
    /** Longest turn considered, in ns; after that, the GPU was idle. */
    private static final long LONGEST = 1_000_000;

    /** The GPU work of a rank in the order of its starts, in ns on rank 0's clock. */
    private record Work(int rank, long[] starts, long[] ends) {}

    private SharedGpus() {}

    /** A finding for each two successive ranks on the same device of the same machine that take turns. */
    public static Report find(List<LinkedRank> ranks) {
        Map<String, Work> last = new TreeMap<>();
        List<Finding> findings = new ArrayList<>();
        for (LinkedRank rank : ranks) {
            Work work = work(rank);
            if (work.starts.length > 0) {
                Work before = last.put(device(rank), work);
                if (before != null) {
                    report(before, work, findings);
                }
            }
        }
        return Report.of(findings);
    }

    private static String device(LinkedRank rank) {
        int device = -1;
        for (int node = 0; node < rank.size() && device < 0; node++) {
            device = rank.device(node);
        }
        return rank.trace().device().header().machine() + '|' + device;
    }

    private static Work work(LinkedRank rank) {
        LongArrayList starts = new LongArrayList();
        LongArrayList ends = new LongArrayList();
        for (int node = 0; node < rank.size(); node++) {
            if (rank.kind(node).isGpu() && rank.startNanos(node) != LinkedRank.UNTIMED) {
                long start = rank.startNanos(node) + rank.trace().clockOffsetNanos();
                starts.add(start);
                ends.add(start + rank.durationNanos(node));
            }
        }
        int[] order = EventOrder.ascending(starts.toLongArray(), starts.size());
        Work work = new Work(rank.trace().rank(), new long[order.length], new long[order.length]);
        for (int k = 0; k < order.length; k++) {
            work.starts[k] = starts.getLong(order[k]);
            work.ends[k] = ends.getLong(order[k]);
        }
        return work;
    }

    private static void report(Work one, Work other, List<Finding> findings) {
        LongArrayList turns = new LongArrayList();
        int inside = turns(one, other, turns) + turns(other, one, turns);
        if (turns.size() < FEWEST_TURNS || inside > INSIDE * (one.starts.length + other.starts.length)) {
            return;
        }
        long median = Medians.of(turns.toLongArray());
        long alike = turns.longStream()
                .filter(nanos -> Math.abs(nanos - median) <= NEAR * median)
                .count();
        if (alike >= ALIKE * turns.size()) {
            findings.add(new Finding(
                    Finding.Level.WARNING,
                    RankLog.STAGE,
                    -1,
                    "",
                    "ranks " + one.rank + " and " + other.rank + " take turns on one GPU",
                    "work of one begins about " + median / 1000 + " us after the other's ends, " + alike + " of "
                            + turns.size() + " times",
                    "their work starts late because of that; ranks with GPUs of their own would not wait"));
        }
    }

    /** Adds the times from the end of the other rank's work to the start of this one's; returns how many start in it. */
    private static int turns(Work own, Work other, LongArrayList turns) {
        int inside = 0;
        int at = 0;
        long ownEnd = Long.MIN_VALUE;
        long otherEnd = Long.MIN_VALUE;
        for (int k = 0; k < own.starts.length; k++) {
            while (at < other.starts.length && other.starts[at] < own.starts[k]) {
                otherEnd = Math.max(otherEnd, other.ends[at++]);
            }
            if (otherEnd > own.starts[k]) {
                inside++;
            } else if (otherEnd > ownEnd && own.starts[k] - otherEnd < LONGEST) {
                turns.add(own.starts[k] - otherEnd);
            }
            ownEnd = Math.max(ownEnd, own.ends[k]);
        }
        return inside;
    }
}
