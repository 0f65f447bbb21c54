// SPDX-License-Identifier: Apache-2.0
package org.etude.number;

import java.util.Arrays;

/** The median: the mean of the two in the middle for an even number. */
public final class Medians {
    private Medians() {}

    /** Of decimals in any order; NaN of none. O(n log n). */
    public static double of(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int n = sorted.length;
        return n == 0 ? Double.NaN : (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
    }

    /** Of whole numbers in any order, between the two in the middle rounded to the lower one; 0 of none. O(n log n). */
    public static long of(long[] values) {
        long[] sorted = values.clone();
        Arrays.sort(sorted);
        int n = sorted.length;
        return n == 0 ? 0 : sorted[(n - 1) / 2] + (sorted[n / 2] - sorted[(n - 1) / 2]) / 2;
    }
}
