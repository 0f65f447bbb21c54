// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.result;

import java.util.Arrays;

/**
 * Roofline statistics of each rank.
 *
 * @param computeBound fraction of GPU time bound by compute, 0 to 1
 * @param computeUtilisation mean fraction of peak compute
 * @param memoryUtilisation mean fraction of memory rate
 * @param intensity mean operations per byte
 */
public record RooflineColumns(
        double[] computeBound, double[] computeUtilisation, double[] memoryUtilisation, double[] intensity) {

    RooflineColumns(int n) {
        this(new double[n], new double[n], new double[n], new double[n]);
    }

    /** The rows of all ranks, each copied from its representative. */
    RooflineColumns spread(int[] of) {
        return new RooflineColumns(
                spread(computeBound, of),
                spread(computeUtilisation, of),
                spread(memoryUtilisation, of),
                spread(intensity, of));
    }

    private static double[] spread(double[] some, int[] of) {
        double[] all = new double[of.length];
        Arrays.setAll(all, r -> some[of[r]]);
        return all;
    }
}
