// SPDX-License-Identifier: Apache-2.0
/**
 * Relates simulated to measured time, in two ways:
 *
 * <ul>
 *   <li>the two-GPU study's own: {@link org.etude.calibrate.StepMeasurement} and {@link org.etude.calibrate.SimulatedStep}
 *       give one alpha, microseconds per cycle ({@link org.etude.calibrate.AlphaCalibration}), kept in a
 *       {@link org.etude.calibrate.CalibrationFile};
 *   <li>parameters with intervals: {@link org.etude.calibrate.AlphaBetaFit} for one curve of a collective,
 *       {@link org.etude.calibrate.LinkFit} for latency and bandwidth behind curves of several group sizes,
 *       {@link org.etude.calibrate.StepFit} for compute scale and host overhead; each is judged on samples it has not seen by
 *       a {@link org.etude.calibrate.HoldOut}.
 * </ul>
 */
package org.etude.calibrate;
