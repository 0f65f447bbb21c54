// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate.steps;

/**
 * A step of one rank, recorded and simulated.
 *
 * @param rank the rank
 * @param step N of ProfilerStep#N, or -1 for the one window of a rank without such marks
 * @param recordedNs its recorded duration
 * @param fromNs when it begins in the simulated run
 * @param simulatedNs its simulated duration
 */
public record PredictedStep(int rank, int step, long recordedNs, long fromNs, long simulatedNs) {
    /** When it ends in the simulated run. */
    public long toNs() {
        return fromNs + simulatedNs;
    }
}
