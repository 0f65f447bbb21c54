// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.etude.collective.CollectiveAlgorithm;
import org.etude.number.Medians;

/**
 * The result of a fit to timings and steps of one platform: a curve for each collective and group size, link parameters
 * under one algorithm, and the cost of a step apart from communication; all with intervals and residuals. Residuals are
 * those of the fitted samples, or with a hold-out those of the held-out samples.
 *
 * @param parameters the fitted values
 * @param residuals one per sample
 * @param curves the curve of each collective and group size, by {@code type of N ranks}
 * @param notes what could not be fitted and why
 */
public record FitResult(
        List<Parameter> parameters, List<Residual> residuals, Map<String, AlphaBetaCurve> curves, List<String> notes) {
    /** Copies the lists. */
    public FitResult {
        parameters = List.copyOf(parameters);
        residuals = List.copyOf(residuals);
        curves = Map.copyOf(curves);
        notes = List.copyOf(notes);
    }

    /** Fits on all samples. */
    public static FitResult of(List<CollectiveTiming> timings, List<StepSample> steps, CollectiveAlgorithm algorithm) {
        return fit(timings, steps, algorithm, null);
    }

    /** Fits to a part of the samples and judges on the rest. */
    public static FitResult of(
            List<CollectiveTiming> timings, List<StepSample> steps, CollectiveAlgorithm algorithm, HoldOut holdOut) {
        return fit(timings, steps, algorithm, holdOut);
    }

    private static FitResult fit(
            List<CollectiveTiming> timings, List<StepSample> steps, CollectiveAlgorithm algorithm, HoldOut holdOut) {
        FitBuilder draft = new FitBuilder(holdOut);
        Map<String, List<CollectiveTiming>> groups = new TreeMap<>();
        List<CollectiveTiming> typical = typical(timings);
        for (CollectiveTiming t : typical) {
            groups.computeIfAbsent(CalibratedCosts.curve(t.type(), t.ranks()), k -> new ArrayList<>())
                    .add(t);
        }
        groups.forEach(draft::curve);
        List<CollectiveTiming> known =
                typical.stream().filter(CollectiveTiming::hasKnownType).toList();
        if (!known.isEmpty()) {
            draft.links(known, algorithm);
        }
        typical.stream()
                .filter(t -> !t.hasKnownType())
                .map(CollectiveTiming::type)
                .distinct()
                .forEach(type -> draft.note(CalibratedCosts.links(algorithm) + ": " + type
                        + " is left out, because its number of steps is not known"));
        if (!steps.isEmpty()) {
            draft.steps(steps);
        }
        return draft.result();
    }

    /** One timing per type, group and size: the median of its repetitions, as reported by collective benchmarks. */
    private static List<CollectiveTiming> typical(List<CollectiveTiming> timings) {
        Map<String, List<CollectiveTiming>> same = new LinkedHashMap<>();
        Map<String, Integer> nodes = new HashMap<>();
        for (CollectiveTiming t : timings) {
            String curve = CalibratedCosts.curve(t.type(), t.ranks());
            requireOneSplit(curve, nodes.merge(curve, t.nodes(), (a, b) -> a == 0 ? b : a), t.nodes());
            same.computeIfAbsent(curve + ' ' + t.bytes(), k -> new ArrayList<>())
                    .add(t);
        }
        return same.values().stream().map(FitResult::median).toList();
    }

    private static void requireOneSplit(String curve, int nodes, int found) {
        if (found != 0 && nodes != found) {
            throw new CalibrationException(
                    curve + " were timed on " + nodes + " and on " + found + " nodes; one curve cannot hold both",
                    "Fit the files of each split separately.");
        }
    }

    private static CollectiveTiming median(List<CollectiveTiming> repeated) {
        CollectiveTiming first = repeated.get(0);
        double[] times = repeated.stream().mapToDouble(CollectiveTiming::micros).toArray();
        double squares =
                repeated.stream().mapToDouble(t -> t.error() * t.error()).sum();
        return new CollectiveTiming(
                first.type(),
                first.ranks(),
                first.bytes(),
                Medians.of(times),
                first.nodes(),
                Math.sqrt(squares) / repeated.size());
    }

    /** The error over the residuals of one part, or of all when {@code of} is empty. */
    public ErrorSummary error(String of) {
        List<Residual> part = residuals.stream()
                .filter(r -> of.isEmpty() || r.of().equals(of))
                .toList();
        return ErrorSummary.of(
                part.stream().mapToDouble(Residual::fittedUs).toArray(),
                part.stream().mapToDouble(Residual::measuredUs).toArray());
    }

    /** The parts there are residuals of, in order. */
    public List<String> parts() {
        return residuals.stream().map(Residual::of).distinct().toList();
    }
}
