package org.etude.calibrate;

import java.util.Arrays;

/** The median, the mean of the two in the middle for an even number. */
final class Medians {
    private Medians() {}

    static double of(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int n = sorted.length;
        return n == 0 ? Double.NaN : (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
    }
}
