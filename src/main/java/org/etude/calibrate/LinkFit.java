// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate;

import java.util.List;
import org.etude.collective.CollectiveAlgorithm;

/**
 * Latency and bandwidth of the links behind timings of several group sizes: time = overhead + steps(n) x latency +
 * wire(n) x bytes / bandwidth, with steps and bytes of the algorithm ({@link CollectiveAlgorithm}). With only one group
 * size, overhead and latency cannot be separated and count as latency.
 *
 * @param algorithm the assumed algorithm
 * @param overheadUs start-up time of a collective, independent of its group, in us
 * @param latencyUs latency of a step in us
 * @param usPerByte time of a byte on a link in us
 * @param error error on its own samples
 */
public record LinkFit(
        CollectiveAlgorithm algorithm,
        Estimate overheadUs,
        Estimate latencyUs,
        Estimate usPerByte,
        ErrorSummary error) {
    private static final int FEWEST_SAMPLES = 3;

    /**
     * Fits timings of one or several types and group sizes.
     *
     * @throws CalibrationException when there are fewer than three
     */
    public static LinkFit fit(List<CollectiveTiming> timings, CollectiveAlgorithm algorithm) {
        if (timings.size() < FEWEST_SAMPLES) {
            throw new CalibrationException(
                    "latency and bandwidth need three timings, found " + timings.size(), "Time more sizes or groups.");
        }
        boolean several = timings.stream()
                        .mapToDouble(t -> algorithm.steps(t.type(), t.ranks()))
                        .distinct()
                        .count()
                > 1;
        double[][] x = new double[timings.size()][];
        double[] y = new double[timings.size()];
        for (int i = 0; i < y.length; i++) {
            CollectiveTiming t = timings.get(i);
            double steps = algorithm.steps(t.type(), t.ranks());
            double bytes = algorithm.wire(t.type(), t.ranks()) * t.bytes();
            x[i] = several ? new double[] {steps, bytes, 1} : new double[] {steps, bytes};
            y[i] = t.micros();
        }
        double[] errors = timings.stream().mapToDouble(CollectiveTiming::error).toArray();
        Estimate[] fitted = new RelativeRegression(x, y, errors).solve().coefficients();
        LinkFit fit = new LinkFit(
                algorithm, several ? fitted[2] : Estimate.bare(0), fitted[0], fitted[1], ErrorSummary.of(y, y));
        return new LinkFit(algorithm, fit.overheadUs, fit.latencyUs, fit.usPerByte, fit.judge(timings));
    }

    /** The predicted time of a collective in us. */
    public double micros(String type, int ranks, long bytes) {
        return overheadUs.value()
                + algorithm.steps(type, ranks) * latencyUs.value()
                + algorithm.wire(type, ranks) * bytes * usPerByte.value();
    }

    /** Bandwidth of a link in GB/s (1e9 bytes). */
    public Estimate gigabytesPerSecond() {
        return usPerByte.inverse(1e-3);
    }

    /** The error on other timings. */
    public ErrorSummary judge(List<CollectiveTiming> timings) {
        double[] predicted = timings.stream()
                .mapToDouble(t -> micros(t.type(), t.ranks(), t.bytes()))
                .toArray();
        return ErrorSummary.of(
                predicted,
                timings.stream().mapToDouble(CollectiveTiming::micros).toArray());
    }
}
