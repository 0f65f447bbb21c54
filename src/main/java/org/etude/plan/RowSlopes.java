// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

/**
 * Residuals of rows at a point, and their slopes there, which extend them linearly to points nearby.
 *
 * @param at the point
 * @param residuals one per row
 * @param slopes per row, one per coordinate
 */
record RowSlopes(double[] at, double[] residuals, double[][] slopes) {
    int rows() {
        return residuals.length;
    }

    /** All rows but one. */
    RowSlopes without(int row) {
        double[] others = new double[rows() - 1];
        double[][] steps = new double[rows() - 1][];
        for (int r = 0, next = 0; r < rows(); r++) {
            if (r != row) {
                others[next] = residuals[r];
                steps[next++] = slopes[r];
            }
        }
        return new RowSlopes(at, others, steps);
    }

    /** The same rows at another point, by their slopes. */
    RowSlopes moved(double[] to) {
        double[] there = residuals.clone();
        for (int r = 0; r < there.length; r++) {
            for (int p = 0; p < to.length; p++) {
                there[r] += slopes[r][p] * (to[p] - at[p]);
            }
        }
        return new RowSlopes(to, there, slopes);
    }
}
