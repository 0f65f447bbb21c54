// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate.bench;

import java.util.List;

/**
 * Bus bandwidth per algorithm bandwidth of a collective, by nccl-tests' PERFORMANCE.md: 2(n-1)/n of an all-reduce, (n-1)/n where
 * each rank keeps its own part, 1 of broadcast, reduce and messages. A file prints both bandwidths, so it betrays a collective or a
 * group size that is not its own.
 */
public final class BusFactor {
    /** Half of the last printed digit of a bandwidth in text. */
    private static final double DIGIT = 0.005;

    private static final double CLOSE = 0.01;
    private static final List<String> PARTS =
            List.of("all_gather", "reduce_scatter", "all_to_all", "gather", "scatter");
    private static final List<String> WHOLE = List.of("broadcast", "reduce", "sendrecv");

    private BusFactor() {}

    /** The factor of a collective of {@code n} ranks, or NaN when it is not known. */
    public static double of(String type, int n) {
        if (type.equals("all_reduce")) {
            return 2 * (n - 1.0) / n;
        }
        return PARTS.contains(type) ? (n - 1.0) / n : WHOLE.contains(type) ? 1 : Double.NaN;
    }

    /** The row whose bandwidths tell most, or null when none tells anything. */
    static BenchRow widest(List<BenchRow> rows) {
        BenchRow best = null;
        for (BenchRow row : rows) {
            if (row.algbw() > 0 && row.busbw() >= 0 && (best == null || row.algbw() > best.algbw())) {
                best = row;
            }
        }
        return best;
    }

    /** Whether a row's bandwidths contradict a collective of {@code n} ranks by more than they are rounded. */
    static boolean contradicts(BenchRow row, String type, int n) {
        double factor = of(type, n);
        if (row == null || Double.isNaN(factor)) {
            return false;
        }
        double rounding = DIGIT * (1 + factor) / row.algbw();
        return Math.abs(row.busbw() / row.algbw() - factor) > rounding + CLOSE * factor;
    }
}
