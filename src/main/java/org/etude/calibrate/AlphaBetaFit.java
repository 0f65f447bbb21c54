// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.etude.report.Progress;

/**
 * Fits an {@link AlphaBetaCurve}: dynamic programming over the possible breakpoints, least squares of relative errors
 * within a piece, and the number of pieces chosen by the Bayesian information criterion (Bai and Perron, "Computation
 * and analysis of multiple structural change models", 2003).
 */
public final class AlphaBetaFit {
    private static final int MAX_PIECES = 8;
    private static final int FEWEST_SAMPLES = 2;

    /** Maximum number of breakpoints; more samples than this are grouped to bound the work. */
    private static final int MAX_BREAKPOINTS = 64;

    /** Alpha, beta and the end of a piece. */
    private static final int PARAMETERS_PER_PIECE = 3;

    /** Relative measurement error; keeps a perfect fit from justifying more pieces. */
    private static final double NOISE = 1e-3;

    private final List<CollectiveTiming> samples;
    private final int[] places;
    private final double[][] squares;

    private AlphaBetaFit(List<CollectiveTiming> samples) {
        this.samples = samples;
        this.places = places();
        this.squares = new double[places.length][places.length];
    }

    /**
     * Fits the samples of one collective and one group size.
     *
     * @throws CalibrationException when there are less than two samples, or they are of several types or groups
     */
    public static AlphaBetaCurve fit(List<CollectiveTiming> timings) {
        List<CollectiveTiming> sorted = new ArrayList<>(timings);
        sorted.sort(Comparator.comparingLong(CollectiveTiming::bytes));
        check(sorted);
        return new AlphaBetaFit(sorted).fit();
    }

    private static void check(List<CollectiveTiming> samples) {
        if (samples.size() < FEWEST_SAMPLES) {
            throw new CalibrationException("a curve needs two timings, found " + samples.size(), "Time more sizes.");
        }
        CollectiveTiming first = samples.get(0);
        for (CollectiveTiming timing : samples) {
            if (timing.ranks() != first.ranks() || !timing.type().equals(first.type())) {
                throw new CalibrationException(
                        "one curve cannot hold " + first.type() + " on " + first.ranks() + " ranks and " + timing.type()
                                + " on " + timing.ranks(),
                        "Fit them separately.");
            }
        }
    }

    private int[] places() {
        int n = samples.size();
        int stride = Math.max(1, (n + MAX_BREAKPOINTS - 1) / MAX_BREAKPOINTS);
        List<Integer> starts = new ArrayList<>();
        for (int i = 0; i < n; i += stride) {
            starts.add(i);
        }
        starts.add(n);
        return starts.stream().mapToInt(Integer::intValue).toArray();
    }

    private AlphaBetaCurve fit() {
        int last = places.length - 1;
        for (int i = 0; i < last; i++) {
            Progress.checkInterrupted();
            for (int j = i + 1; j <= last; j++) {
                squares[i][j] = places[j] - places[i] < FEWEST_SAMPLES
                        ? Double.POSITIVE_INFINITY
                        : regression(places[i], places[j]).solve().squares();
            }
        }
        return curve(bestJoints(last));
    }

    /** Breakpoints of the best curve, as indices. */
    private List<Integer> bestJoints(int last) {
        double[][] best = new double[MAX_PIECES + 1][last + 1];
        int[][] from = new int[MAX_PIECES + 1][last + 1];
        for (double[] row : best) {
            Arrays.fill(row, Double.POSITIVE_INFINITY);
        }
        best[0][0] = 0;
        int pieces = 1;
        double least = Double.POSITIVE_INFINITY;
        for (int k = 1; k <= MAX_PIECES; k++) {
            extend(best[k - 1], best[k], from[k]);
            double criterion = criterion(best[k][last], k);
            if (criterion < least) {
                least = criterion;
                pieces = k;
            }
        }
        List<Integer> joints = new ArrayList<>(List.of(last));
        for (int k = pieces, j = last; k > 0; k--) {
            j = from[k][j];
            joints.add(j);
        }
        Collections.reverse(joints);
        return joints;
    }

    private void extend(double[] before, double[] after, int[] from) {
        for (int j = 1; j < after.length; j++) {
            for (int i = 0; i < j; i++) {
                double sum = before[i] + squares[i][j];
                if (sum < after[j]) {
                    after[j] = sum;
                    from[j] = i;
                }
            }
        }
    }

    /** Bayesian information criterion; infinite without a degree of freedom. */
    private double criterion(double sum, int pieces) {
        int n = samples.size();
        int parameters = PARAMETERS_PER_PIECE * pieces - 1;
        boolean judged = n > parameters || pieces == 1;
        return judged
                ? n * Math.log(Math.max(sum / n, NOISE * NOISE)) + parameters * Math.log(n)
                : Double.POSITIVE_INFINITY;
    }

    private AlphaBetaCurve curve(List<Integer> joints) {
        List<AlphaBetaSegment> segments = new ArrayList<>();
        for (int k = 0; k + 1 < joints.size(); k++) {
            int from = places[joints.get(k)];
            int to = places[joints.get(k + 1)];
            Estimate[] fitted = regression(from, to).solve().coefficients();
            segments.add(new AlphaBetaSegment(
                    samples.get(from).bytes(), samples.get(to - 1).bytes(), fitted[0], fitted[1], to - from));
        }
        return new AlphaBetaCurve(segments);
    }

    private RelativeRegression regression(int from, int to) {
        double[][] x = new double[to - from][];
        double[] y = new double[to - from];
        double[] errors = new double[to - from];
        for (int i = from; i < to; i++) {
            x[i - from] = new double[] {1, samples.get(i).bytes()};
            y[i - from] = samples.get(i).micros();
            errors[i - from] = samples.get(i).error();
        }
        return new RelativeRegression(x, y, errors);
    }
}
