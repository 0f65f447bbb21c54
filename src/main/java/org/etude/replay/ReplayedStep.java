// SPDX-License-Identifier: Apache-2.0
package org.etude.replay;

/**
 * One step of one rank, measured and replayed.
 *
 * @param rank the rank
 * @param step the N of ProfilerStep#N, or -1 for the whole window of a rank without such marks
 * @param measuredNanos its recorded length in ns
 * @param replayedNanos its length in the replay in ns
 */
public record ReplayedStep(int rank, int step, long measuredNanos, long replayedNanos) {
    /** Denotes the step of a rank without marks. */
    public static final int UNMARKED = -1;

    /** (replayed - measured) / measured; NaN for a step of no length. */
    public double errorFrac() {
        return measuredNanos == 0 ? Double.NaN : (replayedNanos - measuredNanos) / (double) measuredNanos;
    }
}
