// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.etude.report.Counted;
import org.etude.report.EtudeException;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.LlmTraining;
import org.etude.workload.llm.cost.MachineFile.Fitted;

/**
 * Fits the factors of a machine to measured steps by least squares on log(predicted / measured), with Huber weights
 * (1964) against outliers. A prior of 1 with a standard deviation of 25 % on each factor, or 8 % with no more rows than
 * factors, regularises what few rows cannot determine. Gauss-Newton with numerical derivatives; one evaluation per factor and iteration.
 */
public final class MachineFitter {
    private static final String[] NAMES = {"compute", "memory", "host", "network"};
    /** Prior standard deviation of a factor's logarithm. */
    private static final double PRIOR = 0.25;
    /**
     * The same with no more rows than factors: what predicts the other rows of a table best after a fit to three of them, on average over eleven
     * published tables other than vTrain's (docs/accuracy/generated-steps.md, "Three measured rows as a fit").
     */
    private static final double FEW_PRIOR = 0.08;
    /** Least standard deviation of measured over predicted: what runs of the same job differ by. */
    private static final double NOISE = 0.02;
    /**
     * Standard deviation of measured over predicted where rows are too few to tell it: steps of vTrain's single-node table are 7.4 % off a machine
     * that was fitted to the others (docs/planner.md), the mean of a normal deviation of 9 %. With a smaller one a single odd step of three would
     * set the network or the host.
     */
    private static final double MODEL = 0.09;
    /** Residuals above this many standard deviations count linearly. */
    private static final double HUBER = 2;

    private static final int ITERATIONS = 12;
    private static final double STEP = 0.02;
    private static final double NORMAL_95 = 1.96;

    private MachineFitter() {}

    /**
     * Fits a machine.
     *
     * @throws PlanException when no row can be modelled
     */
    public static FittedMachine fit(List<MeasuredRow> all) {
        Map<Boolean, List<MeasuredRow>> modelled = all.stream()
                .collect(Collectors.partitioningBy(
                        row -> residual(row, new double[NAMES.length]).isPresent()));
        List<MeasuredRow> rows = modelled.get(true);
        List<String> omitted = modelled.get(false).stream()
                .map(row -> StepPrediction.of(row, Optional.empty()).lineAndReason())
                .toList();
        if (rows.isEmpty()) {
            String first = omitted.isEmpty() ? "" : "; the first: " + omitted.get(0);
            throw new PlanException(
                    "none of " + Counted.of(all.size(), "row") + " can be modelled" + first,
                    "Run etude predict on the file to see why of each.");
        }
        double[] best = solve(new double[NAMES.length], at -> slopes(rows, at));
        RowSlopes here = slopes(rows, best);
        double[][] spread = LinearSystem.inverse(normal(here));
        List<Fitted> parameters = new ArrayList<>();
        for (int p = 0; p < NAMES.length; p++) {
            double half = NORMAL_95 * Math.sqrt(spread[p][p]);
            parameters.add(new Fitted(NAMES[p], Math.exp(best[p]), Math.exp(best[p] - half), Math.exp(best[p] + half)));
        }
        return new FittedMachine(
                parameters,
                rows.size(),
                omitted,
                error(rows, new double[NAMES.length]),
                error(rows, best),
                leftOut(rows, here));
    }

    /**
     * Mean error of rows that are left out one at a time. The fit to the others starts from the slopes at the fit to
     * all, so that it costs no estimate; the row left out is then estimated with the machine found.
     */
    private static double leftOut(List<MeasuredRow> rows, RowSlopes here) {
        if (rows.size() < 2) {
            return Double.NaN;
        }
        double sum = 0;
        for (int out = 0; out < rows.size(); out++) {
            RowSlopes others = here.without(out);
            double[] machine = solve(here.at(), others::moved);
            sum += error(rows.subList(out, out + 1), machine);
        }
        return sum / rows.size();
    }

    private static double error(List<MeasuredRow> rows, double[] at) {
        return rows.stream()
                .mapToDouble(row -> Math.abs(Math.expm1(residual(row, at).orElseThrow())))
                .average()
                .orElse(Double.NaN);
    }

    private static double[] solve(double[] start, Function<double[], RowSlopes> rows) {
        double[] at = start.clone();
        for (int i = 0; i < ITERATIONS; i++) {
            double[][] normal = new double[NAMES.length][NAMES.length];
            double[] gradient = new double[NAMES.length];
            sum(rows.apply(at.clone()), normal, gradient);
            double[] step = LinearSystem.solve(normal, gradient);
            double largest = 0;
            for (int p = 0; p < at.length; p++) {
                at[p] -= step[p];
                largest = Math.max(largest, Math.abs(step[p]));
            }
            if (largest < 1e-4) {
                break;
            }
        }
        return at;
    }

    private static double[][] normal(RowSlopes rows) {
        double[][] normal = new double[NAMES.length][NAMES.length];
        sum(rows, normal, new double[NAMES.length]);
        return normal;
    }

    /** Accumulates the normal equations at a point, including the prior. */
    private static void sum(RowSlopes rows, double[][] normal, double[] gradient) {
        double[] at = rows.at();
        double scale = scale(rows.residuals());
        for (int r = 0; r < rows.rows(); r++) {
            double residual = rows.residuals()[r];
            double[] slope = rows.slopes()[r];
            double size = Math.abs(residual) / scale;
            double weight = (size <= HUBER ? 1 : HUBER / size) / (scale * scale);
            for (int p = 0; p < at.length; p++) {
                gradient[p] += weight * slope[p] * residual;
                for (int q = 0; q < at.length; q++) {
                    normal[p][q] += weight * slope[p] * slope[q];
                }
            }
        }
        double prior = rows.rows() <= NAMES.length ? FEW_PRIOR : PRIOR;
        for (int p = 0; p < at.length; p++) {
            gradient[p] += at[p] / (prior * prior);
            normal[p][p] += 1 / (prior * prior);
        }
    }

    private static RowSlopes slopes(List<MeasuredRow> rows, double[] at) {
        double[] residuals = new double[rows.size()];
        double[][] slopes = new double[rows.size()][];
        for (int r = 0; r < residuals.length; r++) {
            residuals[r] = residual(rows.get(r), at).orElseThrow();
            slopes[r] = slope(rows.get(r), at, residuals[r]);
        }
        return new RowSlopes(at, residuals, slopes);
    }

    /** Standard deviation of the residuals by their median, no less than the noise of a measurement; of few, what others have. */
    private static double scale(double[] residuals) {
        double[] sizes = Arrays.stream(residuals).map(Math::abs).sorted().toArray();
        return sizes.length < 2 * NAMES.length ? MODEL : Math.max(NOISE, 1.4826 * sizes[sizes.length / 2]);
    }

    private static double[] slope(MeasuredRow row, double[] at, double here) {
        double[] slope = new double[at.length];
        for (int p = 0; p < at.length; p++) {
            double[] stepped = at.clone();
            stepped[p] += STEP;
            slope[p] = (residual(row, stepped).orElseThrow() - here) / STEP;
        }
        return slope;
    }

    /** Logarithm of predicted over measured; empty when the row cannot be modelled. */
    private static OptionalDouble residual(MeasuredRow row, double[] at) {
        if (row.options().isEmpty()) {
            return OptionalDouble.empty();
        }
        Map<LlmOption, String> options = new EnumMap<>(row.options().get());
        StringBuilder machine = new StringBuilder();
        for (int p = 0; p < at.length; p++) {
            machine.append(String.format(Locale.ROOT, "%s%s=%.9g", p > 0 ? "," : "", NAMES[p], Math.exp(at[p])));
        }
        options.put(LlmOption.MACHINE, machine.toString());
        try {
            double seconds =
                    StepEstimate.of(LlmTraining.of(options, false), row.node()).seconds();
            return OptionalDouble.of(Math.log(seconds / row.measured()));
        } catch (EtudeException e) {
            return OptionalDouble.empty();
        }
    }
}
