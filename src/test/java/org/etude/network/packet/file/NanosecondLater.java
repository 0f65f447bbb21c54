// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.file;

import java.util.Arrays;
import java.util.Locale;
import org.etude.spec.network.CongestionControl;

/**
 * How far completion times of the exact simulation change when one flow begins some nanoseconds later, over random networks with
 * long flows. See docs/benchmarks/packet.md.
 */
public final class NanosecondLater {
    private static final int NETWORKS = 60;
    private static final double MUCH = 0.01;

    private NanosecondLater() {}

    /** Prints one row per congestion control, thresholds of marks (shipped or low) and delay. */
    public static void main(String[] args) {
        for (boolean marks : new boolean[] {false, true}) {
            for (CongestionControl control : CongestionControl.values()) {
                for (long nanos : new long[] {1, 100}) {
                    print(control, marks, nanos);
                }
            }
        }
    }

    private static void print(CongestionControl control, boolean marks, long nanos) {
        double[] changes = new double[NETWORKS];
        Arrays.setAll(changes, seed -> {
            LongFlows flows = new LongFlows(seed, control, marks);
            return LongFlows.difference(flows.lab(0), flows.lab(nanos));
        });
        Arrays.sort(changes);
        System.out.printf(
                Locale.ROOT,
                "%s%s, %d ns later: worst %.4f %%, median %.4f %%, over 1 %% in %d of %d%n",
                control,
                marks ? ", low thresholds" : "",
                nanos,
                100 * changes[NETWORKS - 1],
                100 * changes[NETWORKS / 2],
                Arrays.stream(changes).filter(change -> change > MUCH).count(),
                NETWORKS);
    }
}
