// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate;

import org.etude.sim.result.RankColumns;
import org.etude.sim.result.SimulationResult;

/**
 * Figures of the rank that finished last in a run, in cycles (ns).
 *
 * @param stepCycles when it finished
 * @param commCycles its exposed communication, ASTRA-sim's: finish minus all GPU durations
 * @param gpuCycles time in which its GPU work ran
 */
public record SimulatedStep(long stepCycles, long commCycles, long gpuCycles) {
    /**
     * The figures of a completed run, divided by the number of training steps stated in its traces (one by default).
     *
     * @throws CalibrationException when some rank never finished
     */
    public static SimulatedStep of(SimulationResult result) {
        if (!result.complete()) {
            throw new CalibrationException(
                    "the run is partial (" + result.stopped() + ") and has no whole step",
                    "Calibrate with a run in which every rank finishes.");
        }
        RankColumns ranks = result.ranks();
        int last = ranks.last();
        long steps = result.steps();
        return new SimulatedStep(
                ranks.finish()[last] / steps,
                ranks.referenceExposed()[last] / steps,
                Math.max(0, ranks.gpu()[last]) / steps);
    }
}
