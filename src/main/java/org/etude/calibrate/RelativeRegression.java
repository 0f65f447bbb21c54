// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.hipparchus.distribution.continuous.TDistribution;
import org.hipparchus.exception.MathIllegalArgumentException;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.ArrayRealVector;
import org.hipparchus.linear.QRDecomposition;
import org.hipparchus.linear.RealMatrix;
import org.hipparchus.linear.RealVector;

/**
 * Non-negative least squares of relative errors: minimises the sum of ((x b - y) / y)^2 over b >= 0. Errors are
 * relative because times span six orders of magnitude, each with errors of a few per cent. Solved exactly by trying
 * every set of zero coefficients, so intended for few coefficients. Intervals come from the residuals or from the
 * samples' own errors propagated through the fit, whichever is wider.
 */
final class RelativeRegression {
    private static final double CONFIDENCE = 0.95;
    /** The normal quantile for 95 %, used because errors of samples are known rather than estimated from residuals. */
    private static final double NORMAL = 1.959963984540054;

    /**
     * A column that differs from a linear combination of the others by less than this fraction of its length counts as
     * dependent.
     */
    private static final double SINGULAR = 1e-9;

    private final double[][] scaled;
    private final double[] norms;
    private final double[] errors;
    private final int terms;

    /** Samples {@code x[i]} of the terms and positive measured values {@code y[i]} with unknown errors. */
    RelativeRegression(double[][] x, double[] y) {
        this(x, y, new double[y.length]);
    }

    /** Samples {@code x[i]} of the terms and positive measured values {@code y[i]} with relative standard errors. */
    RelativeRegression(double[][] x, double[] y, double[] errors) {
        this.errors = errors;
        this.terms = x[0].length;
        this.scaled = new double[x.length][terms];
        this.norms = new double[terms];
        for (int i = 0; i < x.length; i++) {
            for (int k = 0; k < terms; k++) {
                scaled[i][k] = x[i][k] / y[i];
                norms[k] += scaled[i][k] * scaled[i][k];
            }
        }
        for (int k = 0; k < terms; k++) {
            norms[k] = norms[k] > 0 ? Math.sqrt(norms[k]) : 1;
        }
    }

    /**
     * The coefficients.
     *
     * @param coefficients one estimate per term; an omitted term is 0 without an interval
     * @param squares the sum of squared relative errors
     */
    record Solution(Estimate[] coefficients, double squares) {}

    /** The best coefficients. O(2^terms x samples). */
    Solution solve() {
        Solution best = null;
        for (int set = 1; set < 1 << terms; set++) {
            Solution candidate = solve(set);
            if (candidate != null && (best == null || candidate.squares < best.squares * (1 - 1e-12))) {
                best = candidate;
            }
        }
        if (best == null) {
            throw new CalibrationException(
                    "no non-negative fit of " + scaled.length + " samples exists",
                    "Check that times are positive and grow with sizes.");
        }
        return best;
    }

    /** Solves with the terms of {@code set} only; null when they are linearly dependent or one is negative. */
    private Solution solve(int set) {
        int[] used = IntStream.range(0, terms).filter(k -> (set >> k & 1) == 1).toArray();
        if (used.length > scaled.length) {
            return null;
        }
        RealMatrix a = matrix(used);
        RealVector ones = new ArrayRealVector(scaled.length, 1.0);
        RealVector b;
        RealMatrix inverse;
        try {
            b = new QRDecomposition(a, SINGULAR).getSolver().solve(ones);
            inverse = new QRDecomposition(a.transpose().multiply(a), SINGULAR * SINGULAR)
                    .getSolver()
                    .getInverse();
        } catch (MathIllegalArgumentException e) {
            return null;
        }
        if (b.getMinValue() < 0) {
            return null;
        }
        double squares = a.operate(b).subtract(ones).getNorm();
        return new Solution(estimates(used, b, inverse, squares * squares, carried(a, inverse)), squares * squares);
    }

    private RealMatrix matrix(int[] used) {
        double[][] rows = new double[scaled.length][used.length];
        for (int i = 0; i < rows.length; i++) {
            for (int k = 0; k < used.length; k++) {
                rows[i][k] = scaled[i][used[k]] / norms[used[k]];
            }
        }
        return new Array2DRowRealMatrix(rows, false);
    }

    /** Variances of the coefficients by the samples' own errors: those of the linear map from samples to coefficients. */
    private double[] carried(RealMatrix a, RealMatrix inverse) {
        double[] variances = new double[inverse.getRowDimension()];
        if (Arrays.stream(errors).anyMatch(e -> e > 0)) {
            RealMatrix map = inverse.multiply(a.transpose());
            for (int k = 0; k < variances.length; k++) {
                for (int i = 0; i < errors.length; i++) {
                    double part = map.getEntry(k, i) * errors[i];
                    variances[k] += part * part;
                }
            }
        }
        return variances;
    }

    private Estimate[] estimates(int[] used, RealVector b, RealMatrix inverse, double squares, double[] carried) {
        int freedom = scaled.length - used.length;
        double quantile = freedom < 1
                ? Double.NaN
                : new TDistribution(freedom).inverseCumulativeProbability(0.5 + CONFIDENCE / 2);
        Estimate[] estimates = new Estimate[terms];
        Arrays.fill(estimates, Estimate.bare(0));
        for (int k = 0; k < used.length; k++) {
            double value = b.getEntry(k) / norms[used[k]];
            double error = Math.sqrt(Math.max(0, squares / freedom * inverse.getEntry(k, k))) / norms[used[k]];
            double half = freedom < 1 ? 0 : quantile * error;
            half = Math.max(half, NORMAL * Math.sqrt(carried[k]) / norms[used[k]]);
            estimates[used[k]] =
                    freedom < 1 && half == 0 ? Estimate.bare(value) : new Estimate(value, value - half, value + half);
        }
        return estimates;
    }
}
