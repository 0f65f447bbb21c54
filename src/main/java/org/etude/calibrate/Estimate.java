// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate;

import java.util.Locale;

/**
 * A fitted value with its confidence interval.
 *
 * @param value the best value
 * @param low lower end of the 95 % interval, or NaN when there were too few samples
 * @param high upper end
 */
public record Estimate(double value, double low, double high) {
    /** A value without an interval. */
    static Estimate bare(double value) {
        return new Estimate(value, Double.NaN, Double.NaN);
    }

    /** The same in another unit. */
    Estimate times(double factor) {
        return new Estimate(value * factor, low * factor, high * factor);
    }

    /** {@code scale / this}, with the ends swapped; an end at or below zero becomes infinite. */
    Estimate inverse(double scale) {
        return new Estimate(scale / value, high > 0 ? scale / high : Double.NaN, low > 0 ? scale / low : infinite(low));
    }

    private static double infinite(double low) {
        return Double.isNaN(low) ? Double.NaN : Double.POSITIVE_INFINITY;
    }

    /** Whether an interval is known. */
    public boolean isBounded() {
        return !Double.isNaN(low) && !Double.isNaN(high);
    }

    @Override
    public String toString() {
        return isBounded()
                ? String.format(Locale.ROOT, "%.4g [%.4g, %.4g]", value, low, high)
                : String.format(Locale.ROOT, "%.4g", value);
    }
}
