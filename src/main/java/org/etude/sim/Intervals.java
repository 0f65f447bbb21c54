package org.etude.sim;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongArrays;

/** Half-open intervals of time; sums of their union and of what two sets share. */
final class Intervals {
    private final LongArrayList begins = new LongArrayList();
    private final LongArrayList ends = new LongArrayList();

    void add(long begin, long end) {
        begins.add(begin);
        ends.add(end);
    }

    boolean isEmpty() {
        return begins.isEmpty();
    }

    /** The same time in disjoint intervals, ascending. */
    Intervals union() {
        int n = begins.size();
        long[] b = begins.toLongArray();
        long[] e = ends.toLongArray();
        LongArrays.quickSort(b, e);
        Intervals union = new Intervals();
        long begin = 0;
        long end = Long.MIN_VALUE;
        for (int i = 0; i < n; i++) {
            if (b[i] > end) {
                if (end != Long.MIN_VALUE) {
                    union.add(begin, end);
                }
                begin = b[i];
                end = e[i];
            } else {
                end = Math.max(end, e[i]);
            }
        }
        if (end != Long.MIN_VALUE) {
            union.add(begin, end);
        }
        return union;
    }

    void addAll(Intervals other) {
        begins.addAll(other.begins);
        ends.addAll(other.ends);
    }

    /** Length of disjoint intervals. */
    long length() {
        long sum = 0;
        for (int i = 0; i < begins.size(); i++) {
            sum += ends.getLong(i) - begins.getLong(i);
        }
        return sum;
    }

    /** Time that two sets of disjoint ascending intervals share. */
    long shared(Intervals other) {
        long sum = 0;
        int i = 0;
        int j = 0;
        while (i < begins.size() && j < other.begins.size()) {
            long begin = Math.max(begins.getLong(i), other.begins.getLong(j));
            long end = Math.min(ends.getLong(i), other.ends.getLong(j));
            sum += Math.max(0, end - begin);
            if (ends.getLong(i) < other.ends.getLong(j)) {
                i++;
            } else {
                j++;
            }
        }
        return sum;
    }
}
