// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate.bench;

import java.util.List;
import java.util.Set;
import org.etude.collective.CollectiveAlgorithm;

/**
 * The ratio of bus bandwidth to algorithm bandwidth of a collective, as nccl-tests' PERFORMANCE.md defines it: the bytes that
 * a ring sends through each link per byte of the buffer ({@link CollectiveAlgorithm#wire}). A file prints both bandwidths, which
 * reveals a collective or group size other than the stated one.
 */
public final class BusFactor {
    /** Half of the last printed digit of a bandwidth in text. */
    private static final double DIGIT = 0.005;

    private static final double CLOSE = 0.01;
    private static final Set<String> KNOWN = Set.of(
            "all_reduce",
            "all_gather",
            "reduce_scatter",
            "all_to_all",
            "gather",
            "scatter",
            "broadcast",
            "reduce",
            "sendrecv");

    private BusFactor() {}

    /** The factor of a collective of {@code n} ranks, or NaN when it is not known. */
    public static double of(String type, int n) {
        return KNOWN.contains(type) ? CollectiveAlgorithm.RING.wire(type, n) : Double.NaN;
    }

    /**
     * The row with the highest algorithm bandwidth, whose ratio has the smallest rounding error; null when no row has
     * both bandwidths.
     */
    static BenchRow widest(List<BenchRow> rows) {
        BenchRow best = null;
        for (BenchRow row : rows) {
            if (row.algbw() > 0 && row.busbw() >= 0 && (best == null || row.algbw() > best.algbw())) {
                best = row;
            }
        }
        return best;
    }

    /** Whether a row's bandwidths contradict a collective of {@code n} ranks by more than their rounding. */
    static boolean contradicts(BenchRow row, String type, int n) {
        double factor = of(type, n);
        if (row == null || Double.isNaN(factor)) {
            return false;
        }
        double rounding = DIGIT * (1 + factor) / row.algbw();
        return Math.abs(row.busbw() / row.algbw() - factor) > rounding + CLOSE * factor;
    }
}
