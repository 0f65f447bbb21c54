// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.activity;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;

/**
 * The GPU work of each step, and where to separate steps whose work overlaps: where the least GPU time lies outside the
 * step that launched it. Streams of a GPU need not be equally late: a copy for the next step may run at once while
 * the layers of this step have not begun. 16 bytes per piece of work.
 */
final class StepWork {
    /** Start and end of each piece of work by step; the first list is of work launched before the first step. */
    private final LongArrayList[] spans;
    /** First start and last end of each list. */
    private final long[] start;

    private final long[] end;

    StepWork(int steps) {
        spans = new LongArrayList[steps + 1];
        Arrays.setAll(spans, step -> new LongArrayList());
        start = new long[steps + 1];
        end = new long[steps + 1];
        Arrays.fill(start, Long.MAX_VALUE);
        Arrays.fill(end, Long.MIN_VALUE);
    }

    /** Adds a piece of work of a step; -1 for work launched before the first. */
    void add(int step, long from, long to) {
        spans[step + 1].add(from);
        spans[step + 1].add(to);
        start[step + 1] = Math.min(start[step + 1], from);
        end[step + 1] = Math.max(end[step + 1], to);
    }

    /** Whether work of earlier steps lasts beyond the first work of a step. */
    boolean overlaps(int step) {
        return lastEnd(step) > start[step + 1];
    }

    private long lastEnd(int step) {
        long last = Long.MIN_VALUE;
        for (int before = 0; before <= step; before++) {
            last = Math.max(last, end[before]);
        }
        return last;
    }

    /**
     * The latest time that separates a step from those before it with the least GPU time on the wrong side. The times of
     * successive steps ascend. O(work that overlaps, sorted).
     */
    long boundary(int step) {
        long from = start[step + 1];
        for (int later = step + 1; later < start.length; later++) {
            from = Math.min(from, start[later]);
        }
        LongArrayList begins = new LongArrayList();
        LongArrayList ends = new LongArrayList();
        long to = Math.max(from, lastEnd(step));
        int running = 0;
        for (int of = 0; of < spans.length; of++) {
            int side = of > step ? 1 : -1;
            if (start[of] <= to && end[of] >= from) {
                running += points(spans[of], from, to, side, begins, ends);
            }
        }
        long after = least(from, running, sorted(begins), sorted(ends));
        return after == to ? next(step, to) : after;
    }

    /** When the first work of a step or a later one begins that does not begin before a time; that time for none. */
    private long next(int step, long time) {
        long next = Long.MAX_VALUE;
        for (int later = step + 1; later < spans.length; later++) {
            for (int k = 0; k < spans[later].size(); k += 2) {
                boolean ahead = spans[later].getLong(k + 1) > time;
                next = ahead ? Math.min(next, Math.max(time, spans[later].getLong(k))) : next;
            }
        }
        return next == Long.MAX_VALUE ? time : next;
    }

    /**
     * Adds the starts and ends of work after a time. The last bit of a point is the side of the work, so that points are
     * sorted by time.
     *
     * @return by how many more pieces of later steps than of earlier ones run at that time
     */
    private static int points(
            LongArrayList work, long from, long to, int side, LongArrayList begins, LongArrayList ends) {
        int running = 0;
        long bit = side > 0 ? 1 : 0;
        for (int k = 0; k < work.size(); k += 2) {
            long begin = work.getLong(k);
            long end = work.getLong(k + 1);
            if (end <= from || begin > to) {
                continue;
            }
            if (begin <= from) {
                running += side;
            } else {
                begins.add((begin - from) << 1 | bit);
            }
            ends.add((end - from) << 1 | bit);
        }
        return running;
    }

    private static long[] sorted(LongArrayList points) {
        long[] sorted = points.toLongArray();
        Arrays.sort(sorted);
        return sorted;
    }

    private static long least(long from, int runningAtFirst, long[] begins, long[] ends) {
        int running = runningAtFirst;
        long at = 0;
        long cost = 0;
        long lowest = 0;
        long best = 0;
        int b = 0;
        int e = 0;
        while (b < begins.length || e < ends.length) {
            boolean begin = b < begins.length && (e == ends.length || begins[b] <= ends[e]);
            long point = begin ? begins[b++] : ends[e++];
            cost += running * ((point >> 1) - at);
            at = point >> 1;
            if (cost <= lowest) {
                lowest = cost;
                best = at;
            }
            int side = (point & 1) == 1 ? 1 : -1;
            running += begin ? side : -side;
        }
        return from + best;
    }
}
