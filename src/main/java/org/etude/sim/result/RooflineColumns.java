// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.result;

import java.util.Arrays;

/**
 * What the roofline model says of each rank.
 *
 * @param computeBound share of GPU time bound by compute, 0 to 1
 * @param computeUtilisation mean share of peak compute
 * @param memoryUtilisation mean share of memory rate
 * @param intensity mean operations per byte
 */
public record RooflineColumns(
        double[] computeBound, double[] computeUtilisation, double[] memoryUtilisation, double[] intensity) {

    RooflineColumns(int n) {
        this(new double[n], new double[n], new double[n], new double[n]);
    }

    /** The rows of all ranks, each that of another. */
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
