// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate.steps;

/**
 * A step of one rank, recorded and simulated.
 *
 * @param rank the rank
 * @param step the N of ProfilerStep#N, or -1 for the whole window of a rank without such marks
 * @param recordedNs its recorded duration in ns
 * @param fromNs its start in the simulated run, in ns
 * @param simulatedNs its simulated duration in ns
 */
public record PredictedStep(int rank, int step, long recordedNs, long fromNs, long simulatedNs) {
    /** Its end in the simulated run, in ns. */
    public long toNs() {
        return fromNs + simulatedNs;
    }
}
