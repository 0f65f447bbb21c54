// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate;

import java.util.ArrayList;
import java.util.List;

/**
 * The two-GPU study's calibration: one factor that converts cycles to microseconds. A value that cannot be determined
 * is NaN.
 *
 * @param real what was measured; all NaN when there is no measurement of this run
 * @param simulated what was simulated
 * @param alphaUs us per cycle of the step: the one that scales other runs
 * @param alphaCommUs us per cycle of communication, a diagnosis
 * @param alphaGpuUs us per cycle of GPU work, a diagnosis
 */
public record AlphaCalibration(
        StepMeasurement real, SimulatedStep simulated, double alphaUs, double alphaCommUs, double alphaGpuUs) {
    /** Minimum communication in ms for which a relative error is stated. */
    private static final double MIN_COMM_MS = 0.01;

    /** From a measured and a simulated run of the same job. */
    public static AlphaCalibration of(StepMeasurement real, SimulatedStep simulated) {
        return new AlphaCalibration(
                real,
                simulated,
                ratio(real.stepMs(), simulated.stepCycles()),
                ratio(real.commMs(), simulated.commCycles()),
                ratio(real.kernelMs(), simulated.gpuCycles()));
    }

    /** Times a run without measurement, such as one at another scale, by the alpha of a calibrated one. */
    public AlphaCalibration applyTo(SimulatedStep other) {
        StepMeasurement none = new StepMeasurement(Double.NaN, Double.NaN, Double.NaN, 0);
        return new AlphaCalibration(none, other, alphaUs, alphaCommUs, alphaGpuUs);
    }

    private static double ratio(double ms, long cycles) {
        return cycles > 0 && ms > 0 ? ms * 1e3 / cycles : Double.NaN;
    }

    /** Whether this run itself was measured. */
    public boolean isMeasured() {
        return !Double.isNaN(real.stepMs());
    }

    /** The step in ms. */
    public double stepMs() {
        return simulated.stepCycles() * alphaUs / 1e3;
    }

    /** Communication in ms by the step's alpha; NaN when no node computes, because it is then the whole step. */
    public double commMs() {
        return flags().contains("comm_equals_wall_no_compute") ? Double.NaN : simulated.commCycles() * alphaUs / 1e3;
    }

    /** Communication in ms by its own alpha. */
    public double commMsByCommAlpha() {
        return simulated.commCycles() * alphaCommUs / 1e3;
    }

    /** Communication in ms when a cycle is a nanosecond. */
    public double uncalibratedCommMs() {
        return simulated.commCycles() / 1e6;
    }

    /** |simulated - measured| / measured of the step. */
    public double stepError() {
        return error(stepMs(), real.stepMs());
    }

    /** The same of a communication time in ms; NaN when less than 0.01 ms was measured. */
    public double commError(double ms) {
        return real.commMs() > MIN_COMM_MS ? error(ms, real.commMs()) : Double.NaN;
    }

    private static double error(double simulated, double measured) {
        return Math.abs(simulated - measured) / measured;
    }

    /** Flags for doubtful figures: comm_equals_wall_no_compute, comm_equals_wall; mostly empty. */
    public List<String> flags() {
        List<String> flags = new ArrayList<>();
        if (simulated.commCycles() == simulated.stepCycles()) {
            flags.add(simulated.gpuCycles() == 0 ? "comm_equals_wall_no_compute" : "comm_equals_wall");
        }
        return flags;
    }
}
