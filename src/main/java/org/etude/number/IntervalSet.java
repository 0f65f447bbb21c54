// SPDX-License-Identifier: Apache-2.0
package org.etude.number;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongArrays;
import java.util.Arrays;

/** A set of points in time, stored as disjoint, ascending, half-open intervals [start, end). Immutable. */
public final class IntervalSet {
    private static final int SHOWN = 10;

    private final long[] starts;
    private final long[] ends;

    private IntervalSet(long[] starts, long[] ends) {
        this.starts = starts;
        this.ends = ends;
    }

    /** Collects intervals in any order, overlapping or not; empty ones are ignored. */
    public static final class Builder {
        private final LongArrayList starts = new LongArrayList();
        private final LongArrayList ends = new LongArrayList();

        /** Adds [start, end). */
        public void add(long start, long end) {
            if (end > start) {
                starts.add(start);
                ends.add(end);
            }
        }

        /** Adds all intervals of another set. */
        public void addAll(IntervalSet others) {
            for (int i = 0; i < others.starts.length; i++) {
                add(others.starts[i], others.ends[i]);
            }
        }

        /** Their union. O(n log n). */
        public IntervalSet union() {
            long[] from = starts.toLongArray();
            long[] to = ends.toLongArray();
            LongArrays.quickSort(from, to);
            int count = 0;
            for (int i = 0; i < from.length; i++) {
                if (count > 0 && from[i] <= to[count - 1]) {
                    to[count - 1] = Math.max(to[count - 1], to[i]);
                } else {
                    from[count] = from[i];
                    to[count++] = to[i];
                }
            }
            return new IntervalSet(Arrays.copyOf(from, count), Arrays.copyOf(to, count));
        }
    }

    /** The union of both sets. */
    public IntervalSet or(IntervalSet other) {
        Builder both = new Builder();
        both.addAll(this);
        both.addAll(other);
        return both.union();
    }

    /** The points of this set that are not in the other. */
    public IntervalSet without(IntervalSet other) {
        Builder left = new Builder();
        int k = 0;
        for (int i = 0; i < starts.length; i++) {
            long at = starts[i];
            while (k < other.starts.length && other.ends[k] <= at) {
                k++;
            }
            for (int j = k; j < other.starts.length && other.starts[j] < ends[i]; j++) {
                left.add(at, other.starts[j]);
                at = Math.max(at, other.ends[j]);
            }
            left.add(at, ends[i]);
        }
        return left.union();
    }

    /** The intersection of both sets. */
    public IntervalSet and(IntervalSet other) {
        Builder shared = new Builder();
        int i = 0;
        int j = 0;
        while (i < starts.length && j < other.starts.length) {
            shared.add(Math.max(starts[i], other.starts[j]), Math.min(ends[i], other.ends[j]));
            if (ends[i] < other.ends[j]) {
                i++;
            } else {
                j++;
            }
        }
        return shared.union();
    }

    /** Receives an interval. */
    @FunctionalInterface
    public interface IntervalConsumer {
        /** Receives [start, end). */
        void take(long start, long end);
    }

    /** Passes every interval, ascending. */
    public void forEach(IntervalConsumer consumer) {
        for (int i = 0; i < starts.length; i++) {
            consumer.take(starts[i], ends[i]);
        }
    }

    /** Passes the parts of [start, end) that are not in the set, ascending. O(log n + intervals within). */
    public void forEachGap(long start, long end, IntervalConsumer consumer) {
        long at = start;
        for (int i = firstEndingAfter(start); i < starts.length && starts[i] < end; i++) {
            if (starts[i] > at) {
                consumer.take(at, starts[i]);
            }
            at = Math.max(at, ends[i]);
        }
        if (at < end) {
            consumer.take(at, end);
        }
    }

    /** Total length. */
    public long length() {
        long sum = 0;
        for (int i = 0; i < starts.length; i++) {
            sum += ends[i] - starts[i];
        }
        return sum;
    }

    /** Total length within [start, end). O(log n + intervals within). */
    public long length(long start, long end) {
        long sum = 0;
        for (int i = firstEndingAfter(start); i < starts.length && starts[i] < end; i++) {
            sum += Math.min(ends[i], end) - Math.max(starts[i], start);
        }
        return sum;
    }

    private int firstEndingAfter(long time) {
        return BinarySearch.firstNot(0, ends.length, i -> ends[i] <= time);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof IntervalSet set && Arrays.equals(starts, set.starts) && Arrays.equals(ends, set.ends);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(starts) + java.util.Arrays.hashCode(ends);
    }

    /** The intervals, such as {@code [0, 5) [7, 9)}; for more than ten, their number and total length. */
    @Override
    public String toString() {
        if (starts.length > SHOWN) {
            return starts.length + " intervals, " + length() + " in all";
        }
        StringBuilder text = new StringBuilder();
        forEach((start, end) -> text.append(text.isEmpty() ? "" : " ")
                .append('[')
                .append(start)
                .append(", ")
                .append(end)
                .append(')'));
        return text.isEmpty() ? "no interval" : text.toString();
    }
}
