// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis.recorded;

/**
 * Copies of one kind, or memory sets, of a rank.
 *
 * @param rank the rank
 * @param kind HtoD, DtoH, DtoD, PtoP, HtoH, Memset, or else the recorded name
 * @param times number and durations
 * @param sized those with a recorded size
 * @param bytes their bytes
 * @param mostRate the highest bandwidth of any of them, in bytes per ns; NaN when no size was recorded
 */
public record CopyUse(int rank, String kind, DurationStats times, DurationStats sized, long bytes, double mostRate) {
    /** Bytes per ns over all copies with a recorded size; NaN when there are none. */
    public double rate() {
        return sized.totalNanos() == 0 ? Double.NaN : (double) bytes / sized.totalNanos();
    }
}
