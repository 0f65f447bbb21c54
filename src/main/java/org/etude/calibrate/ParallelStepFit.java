// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.etude.report.Counted;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.ArrayRealVector;
import org.hipparchus.linear.DecompositionSolver;
import org.hipparchus.linear.QRDecomposition;

/**
 * Extrapolates measured steps of a model with equal layers from few ranks to more. Needs only times, no trace.
 *
 * <p>For each degree of tensor and pipeline parallelism that was measured: step = c + u l + sum over the sizes of micro
 * batches of m y + (m + p - 1) l x, with m micro batches, p stages and l layers per stage; x is the forward and
 * backward time of a layer, y the time once per micro batch (embedding, head, loss), u the update of a layer.
 *
 * <p>More stages keep x, y, u and c, with fewer layers per stage and more rounds. More copies change nothing, because
 * the measured steps already contain the gradient exchange, which changes by less than 1 %. With more ranks per layer,
 * the device's part of x and y is a + b / tp, fitted to steps measured with tp 1 and 2, with non-negative a and b; for
 * small micro batches it is bounded by the line through larger ones. The host's part does not shrink: a layer takes at
 * least as long as with the smallest micro batch, where the device has least to do. Ranks of a tensor group wait for
 * each other in every layer, so the growth of the host's part from tp 1 to 2 continues with the expected delay of the
 * last of this many ranks.
 */
public final class ParallelStepFit {
    /** Layers that take at most this factor more than with the smallest micro batch are host-bound. */
    private static final double HOST_BOUND = 1.1;

    private static final double SINGULAR = 1e-12;

    private final Map<Degrees, Terms> fits = new TreeMap<>();

    /** Degrees of tensor and pipeline parallelism. */
    private record Degrees(int tp, int pp) implements Comparable<Degrees> {
        @Override
        public int compareTo(Degrees other) {
            return tp == other.tp ? Integer.compare(pp, other.pp) : Integer.compare(tp, other.tp);
        }
    }

    /** The fit for one of them; times in ms, {@code once} and {@code layer} by micro-batch size. */
    private record Terms(double constant, double update, Map<Integer, Double> once, Map<Integer, Double> layer) {
        double smallest() {
            return layer.values().iterator().next();
        }

        double step(ParallelStep at, double onceMs, double layerMs) {
            double fixed = constant + update * at.layersOfAStage();
            return fixed + at.microBatches() * onceMs + (double) at.rounds() * at.layersOfAStage() * layerMs;
        }
    }

    private ParallelStepFit() {}

    /**
     * Fits measured steps of one model, which may differ in the number of layers.
     *
     * @throws CalibrationException when the steps of a degree of parallelism do not vary enough: they need two numbers of
     *     layers, and two numbers of micro batches for one size of micro batch
     */
    public static ParallelStepFit fit(List<ParallelStep> steps) {
        Map<Degrees, List<ParallelStep>> byDegrees = new TreeMap<>();
        for (ParallelStep step : steps) {
            byDegrees
                    .computeIfAbsent(new Degrees(step.tp(), step.pp()), d -> new ArrayList<>())
                    .add(step);
        }
        ParallelStepFit fit = new ParallelStepFit();
        byDegrees.forEach((degrees, of) -> fit.fits.put(degrees, terms(degrees, of)));
        return fit;
    }

    private static Terms terms(Degrees degrees, List<ParallelStep> steps) {
        List<Integer> sizes = new ArrayList<>(
                new TreeSet<>(steps.stream().map(ParallelStep::microBatch).toList()));
        double[][] x = new double[steps.size()][2 + 2 * sizes.size()];
        double[] one = new double[steps.size()];
        for (int i = 0; i < one.length; i++) {
            ParallelStep step = steps.get(i);
            int at = 2 + 2 * sizes.indexOf(step.microBatch());
            x[i][0] = 1 / step.ms();
            x[i][1] = step.layersOfAStage() / step.ms();
            x[i][at] = step.microBatches() / step.ms();
            x[i][at + 1] = step.rounds() * (double) step.layersOfAStage() / step.ms();
            one[i] = 1;
        }
        double[] solved = solve(x, one, degrees);
        Map<Integer, Double> once = new TreeMap<>();
        Map<Integer, Double> layer = new TreeMap<>();
        for (int k = 0; k < sizes.size(); k++) {
            once.put(sizes.get(k), solved[2 + 2 * k]);
            layer.put(sizes.get(k), solved[3 + 2 * k]);
        }
        return new Terms(solved[0], solved[1], once, layer);
    }

    /** Least squares of relative errors. */
    private static double[] solve(double[][] x, double[] one, Degrees degrees) {
        if (x.length >= x[0].length) {
            DecompositionSolver solver = new QRDecomposition(new Array2DRowRealMatrix(x, false), SINGULAR).getSolver();
            if (solver.isNonSingular()) {
                return solver.solve(new ArrayRealVector(one, false)).toArray();
            }
        }
        throw new CalibrationException(
                Counted.of(x.length, "step") + " of tp " + degrees.tp + ", pp " + degrees.pp
                        + " do not separate layers, micro batches and the rest",
                "Measure two numbers of layers, and two numbers of micro batches for one size of micro batch.");
    }

    /**
     * The predicted step in ms.
     *
     * @param at the step to predict; its own time is ignored
     * @throws CalibrationException when the measurements do not cover it: its micro-batch size must have been measured
     *     with its tp and any pp, or with tp 1 and 2
     */
    public double predictMs(ParallelStep at) {
        Terms own = nearest(at.tp(), at.pp());
        if (own != null) {
            return own.step(at, known(own.once, at), known(own.layer, at));
        }
        Terms one = source(1, at);
        Terms two = source(2, at);
        double once = split(known(one.once, at), known(two.once, at), at.tp());
        double layer = Math.max(host(one, two, at.tp()), device(one, two, at));
        double fixed = two.step(at, 0, 0);
        return two.step(at, once, layer) - fixed + fixed * 2 / at.tp();
    }

    /**
     * Whether the device bounds the layers of a step that {@link #predictMs} predicts: it was measured with this tp, or the device's part of a
     * layer is at least a tenth longer than the host's. Where it does not, a step takes what the host takes to launch its kernels and what ranks
     * wait for each other, which steps of two ranks tell badly: on vTrain's table such steps are up to 25 % off, and the others up to 12 %.
     *
     * @throws CalibrationException as {@link #predictMs}
     */
    public boolean isBoundByDevice(ParallelStep at) {
        if (nearest(at.tp(), at.pp()) != null) {
            return true;
        }
        Terms one = source(1, at);
        Terms two = source(2, at);
        return device(one, two, at) >= HOST_BOUND * host(one, two, at.tp());
    }

    private Terms source(int tp, ParallelStep at) {
        Terms terms = nearest(tp, at.pp());
        if (terms == null) {
            throw new CalibrationException(
                    "no measurement covers tp " + at.tp(),
                    "Measure steps with tp 1 and 2, or with tp " + at.tp() + ".");
        }
        return terms;
    }

    /** What was fitted with this tp, and this pp or else the largest; null when there is nothing. */
    private Terms nearest(int tp, int pp) {
        Terms exact = fits.get(new Degrees(tp, pp));
        Terms last = null;
        for (Map.Entry<Degrees, Terms> entry : fits.entrySet()) {
            last = entry.getKey().tp == tp ? entry.getValue() : last;
        }
        return exact == null ? last : exact;
    }

    private static double known(Map<Integer, Double> terms, ParallelStep at) {
        Double value = terms.get(at.microBatch());
        if (value == null) {
            throw new CalibrationException(
                    "no measured step has micro batches of " + at.microBatch(), "Measured are " + terms.keySet() + ".");
        }
        return value;
    }

    /** a + b / tp through the times with tp 1 and 2; neither part is negative. */
    private static double split(double one, double two, int tp) {
        double whole = Math.min(Math.max(0, 2 * two - one), two);
        return whole + (two - whole) * 2 / tp;
    }

    private static double device(Terms one, Terms two, ParallelStep at) {
        double of1 = known(one.layer, at);
        double of2 = known(two.layer, at);
        boolean bound = of1 <= HOST_BOUND * one.smallest() && of2 <= HOST_BOUND * two.smallest();
        return bound ? 0 : Math.min(split(of1, of2, at.tp()), line(one, two, at));
    }

    /**
     * The device's part by the line through the two next larger micro batches; infinite if there are fewer. Device time
     * is a constant plus a part proportional to the samples; excess time of a small micro batch belongs to the host.
     */
    private static double line(Terms one, Terms two, ParallelStep at) {
        int[] larger = one.layer.keySet().stream()
                .filter(size -> size > at.microBatch() && two.layer.containsKey(size))
                .mapToInt(Integer::intValue)
                .limit(2)
                .toArray();
        if (larger.length < 2) {
            return Double.POSITIVE_INFINITY;
        }
        double near = split(one.layer.get(larger[0]), two.layer.get(larger[0]), at.tp());
        double far = split(one.layer.get(larger[1]), two.layer.get(larger[1]), at.tp());
        return near - (far - near) * (larger[0] - at.microBatch()) / (larger[1] - larger[0]);
    }

    private static double host(Terms one, Terms two, int tp) {
        double grown = Math.max(0, two.smallest() - one.smallest());
        return one.smallest() + grown * RankSkew.expectedLast(tp) / RankSkew.expectedLast(2);
    }
}
