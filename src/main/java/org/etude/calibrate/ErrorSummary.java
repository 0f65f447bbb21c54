// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate;

import java.util.Arrays;
import java.util.Locale;
import org.etude.number.Medians;

/**
 * Summary of the relative errors of predictions against measurements.
 *
 * @param samples number of samples compared
 * @param meanFrac mean of |predicted - measured| / measured (MAPE / 100)
 * @param medianFrac median of the same
 * @param worstFrac the largest
 */
public record ErrorSummary(int samples, double meanFrac, double medianFrac, double worstFrac) {
    /** Summarises predicted against measured values. */
    public static ErrorSummary of(double[] predicted, double[] measured) {
        double[] errors = new double[measured.length];
        for (int i = 0; i < errors.length; i++) {
            errors[i] = Math.abs(predicted[i] - measured[i]) / measured[i];
        }
        Arrays.sort(errors);
        int n = errors.length;
        return new ErrorSummary(
                n,
                Arrays.stream(errors).average().orElse(Double.NaN),
                Medians.of(errors),
                n == 0 ? Double.NaN : errors[n - 1]);
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%d samples, MAPE %.2f %%, median %.2f %%, worst %.2f %%",
                samples,
                100 * meanFrac,
                100 * medianFrac,
                100 * worstFrac);
    }
}
