// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis.recorded;

/**
 * Copies of one kind, or memory sets, of a rank.
 *
 * @param rank the rank
 * @param kind HtoD, DtoH, DtoD, PtoP, HtoH, Memset, or the recorded name where it says none of these
 * @param times how often and how long
 * @param sized those whose bytes were recorded
 * @param bytes their bytes
 * @param mostRate the highest bandwidth of one of them, in bytes per ns; NaN when no size was recorded
 */
public record CopyUse(int rank, String kind, DurationStats times, DurationStats sized, long bytes, double mostRate) {
    /** Bytes per ns over all whose bytes were recorded; NaN when there are none. */
    public double rate() {
        return sized.totalNanos() == 0 ? Double.NaN : (double) bytes / sized.totalNanos();
    }
}
