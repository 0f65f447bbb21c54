package org.etude.plot.chart;

import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import it.unimi.dsi.fastutil.doubles.DoubleArrays;

/** Intervals on a line, collected in any order. */
final class IntervalSet {
    private final DoubleArrayList from = new DoubleArrayList();
    private final DoubleArrayList to = new DoubleArrayList();

    void add(double start, double end) {
        if (end > start) {
            from.add(start);
            to.add(end);
        }
    }

    int size() {
        return from.size();
    }

    double from(int i) {
        return from.getDouble(i);
    }

    double to(int i) {
        return to.getDouble(i);
    }

    /** The same points in disjoint intervals, ascending. O(n log n). */
    IntervalSet union() {
        double[] starts = from.toDoubleArray();
        double[] ends = to.toDoubleArray();
        DoubleArrays.quickSort(starts, ends);
        IntervalSet union = new IntervalSet();
        for (int i = 0; i < starts.length; i++) {
            int last = union.size() - 1;
            if (last >= 0 && starts[i] <= union.to(last)) {
                union.to.set(last, Math.max(union.to(last), ends[i]));
            } else {
                union.add(starts[i], ends[i]);
            }
        }
        return union;
    }

    /** What two unions share. */
    IntervalSet shared(IntervalSet other) {
        IntervalSet shared = new IntervalSet();
        int i = 0;
        int j = 0;
        while (i < size() && j < other.size()) {
            shared.add(Math.max(from(i), other.from(j)), Math.min(to(i), other.to(j)));
            if (to(i) < other.to(j)) {
                i++;
            } else {
                j++;
            }
        }
        return shared;
    }
}
