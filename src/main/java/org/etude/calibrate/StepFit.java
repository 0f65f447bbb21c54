// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate;

import java.util.List;

/**
 * Cost of a step apart from communication: busy = scale x compute + launches x overhead. The scale exceeds 1 when the
 * step is longer than its kernels; the overhead is the host time per launch.
 *
 * @param computeScale us of step per us of compute
 * @param launchUs us of step per launch (or per host operator without GPU work)
 * @param error error on its own samples
 */
public record StepFit(Estimate computeScale, Estimate launchUs, ErrorSummary error) {
    private static final int FEWEST_SAMPLES = 3;

    /**
     * Fits measured steps, preferably of several jobs or batch sizes.
     *
     * @throws CalibrationException when there are fewer than three
     */
    public static StepFit fit(List<StepSample> samples) {
        if (samples.size() < FEWEST_SAMPLES) {
            throw new CalibrationException(
                    "compute scale and launch overhead need three steps, found " + samples.size(),
                    "Record more steps, or give more runs.");
        }
        double[][] x = new double[samples.size()][];
        double[] y = new double[samples.size()];
        for (int i = 0; i < y.length; i++) {
            x[i] = new double[] {samples.get(i).computeUs(), samples.get(i).launches()};
            y[i] = samples.get(i).busyUs();
        }
        Estimate[] fitted = new RelativeRegression(x, y).solve().coefficients();
        StepFit fit = new StepFit(fitted[0], fitted[1], ErrorSummary.of(y, y));
        return new StepFit(fit.computeScale, fit.launchUs, fit.judge(samples));
    }

    /** The predicted step without exposed communication in us. */
    public double micros(double computeUs, long launches) {
        return computeScale.value() * computeUs + launchUs.value() * launches;
    }

    /** The error on other steps. */
    public ErrorSummary judge(List<StepSample> samples) {
        return ErrorSummary.of(
                samples.stream()
                        .mapToDouble(s -> micros(s.computeUs(), s.launches()))
                        .toArray(),
                samples.stream().mapToDouble(StepSample::busyUs).toArray());
    }
}
