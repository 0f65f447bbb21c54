// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.etude.collective.CollectiveAlgorithm;
import org.etude.report.Counted;

/** Collects the parts of a fit. */
final class FitBuilder {
    private static final int FEWEST = 4;

    private final HoldOut holdOut;
    private final List<Parameter> parameters = new ArrayList<>();
    private final List<Residual> residuals = new ArrayList<>();
    private final Map<String, AlphaBetaCurve> curves = new TreeMap<>();
    private final List<String> notes = new ArrayList<>();

    FitBuilder(HoldOut holdOut) {
        this.holdOut = holdOut;
    }

    private <T> HoldOut.Split<T> split(List<T> samples) {
        return holdOut == null ? new HoldOut.Split<>(samples, samples) : holdOut.split(samples);
    }

    private boolean tooFew(String of, int samples) {
        if (samples < FEWEST) {
            notes.add(of + ": " + Counted.of(samples, "sample is", "samples are") + " too few, four are needed");
        }
        return samples < FEWEST;
    }

    void curve(String of, List<CollectiveTiming> timings) {
        long sizes =
                timings.stream().mapToLong(CollectiveTiming::bytes).distinct().count();
        if (tooFew(of, (int) Math.min(sizes, timings.size()))) {
            return;
        }
        HoldOut.Split<CollectiveTiming> split = split(timings);
        AlphaBetaCurve curve = AlphaBetaFit.fit(split.training());
        curves.put(of, curve);
        for (AlphaBetaSegment s : curve.segments()) {
            add(of, "alpha", "us", s.alphaUs(), s);
            add(of, "bandwidth", "GB/s", s.gigabytesPerSecond(), s);
        }
        for (CollectiveTiming t : split.heldOut()) {
            residual(of, t.bytes() + " bytes", t.micros(), curve.micros(t.bytes()));
        }
    }

    private void add(String of, String name, String unit, Estimate value, AlphaBetaSegment s) {
        parameters.add(new Parameter(of, name, unit, value, s.fromBytes(), s.toBytes(), s.samples()));
    }

    void note(String note) {
        notes.add(note);
    }

    /** Links within a node and between nodes apart, where timings of both say so; and together. */
    void links(List<CollectiveTiming> timings, CollectiveAlgorithm algorithm) {
        String all = CalibratedCosts.links(algorithm);
        links(all, timings, algorithm);
        List<CollectiveTiming> within =
                timings.stream().filter(t -> t.nodes() == 1).toList();
        List<CollectiveTiming> between =
                timings.stream().filter(t -> t.nodes() > 1).toList();
        if (!within.isEmpty() && !between.isEmpty()) {
            links(all + " within a node", within, algorithm);
            links(all + " between nodes", between, algorithm);
        }
    }

    private void links(String of, List<CollectiveTiming> timings, CollectiveAlgorithm algorithm) {
        if (tooFew(of, timings.size())) {
            return;
        }
        HoldOut.Split<CollectiveTiming> split = split(timings);
        LinkFit fit = LinkFit.fit(split.training(), algorithm);
        int n = split.training().size();
        parameters.add(new Parameter(of, "overhead", "us", fit.overheadUs(), -1, -1, n));
        parameters.add(new Parameter(of, "latency", "us", fit.latencyUs(), -1, -1, n));
        parameters.add(new Parameter(of, "bandwidth", "GB/s", fit.gigabytesPerSecond(), -1, -1, n));
        for (CollectiveTiming t : split.heldOut()) {
            String sample = t.type() + " of " + t.ranks() + " ranks, " + t.bytes() + " bytes";
            residual(of, sample, t.micros(), fit.micros(t.type(), t.ranks(), t.bytes()));
        }
    }

    void steps(List<StepSample> steps) {
        String of = "step without communication";
        if (tooFew(of, steps.size())) {
            return;
        }
        HoldOut.Split<StepSample> split = split(steps);
        StepFit fit = StepFit.fit(split.training());
        int n = split.training().size();
        parameters.add(new Parameter(of, "compute_scale", "frac", fit.computeScale(), -1, -1, n));
        parameters.add(new Parameter(of, "launch", "us", fit.launchUs(), -1, -1, n));
        for (StepSample s : split.heldOut()) {
            String sample = s.run() + ", rank " + s.rank() + ", step " + s.step();
            residual(of, sample, s.busyUs(), fit.micros(s.computeUs(), s.launches()));
        }
    }

    private void residual(String of, String sample, double measured, double fitted) {
        residuals.add(new Residual(of, sample, measured, fitted, holdOut != null));
    }

    FitResult result() {
        return new FitResult(parameters, residuals, curves, notes);
    }
}
