// SPDX-License-Identifier: Apache-2.0
package org.etude.number;

import java.util.Arrays;

/** Computes medians; for an even number of values, the mean of the middle two. */
public final class Medians {
    private Medians() {}

    /** The median of values in any order; NaN for none. O(n log n). */
    public static double of(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int n = sorted.length;
        return n == 0 ? Double.NaN : (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
    }

    /** The median of integers in any order, the mean of the middle two rounded down; 0 for none. O(n log n). */
    public static long of(long[] values) {
        long[] sorted = values.clone();
        Arrays.sort(sorted);
        int n = sorted.length;
        return n == 0 ? 0 : sorted[(n - 1) / 2] + (sorted[n / 2] - sorted[(n - 1) / 2]) / 2;
    }
}
