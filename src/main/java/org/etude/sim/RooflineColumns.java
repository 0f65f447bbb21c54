package org.etude.sim;

import java.util.Arrays;

/**
 * What the roofline model says of each rank.
 *
 * @param computeBound share of GPU time bound by compute, 0 to 1
 * @param computeUtilisation mean share of peak compute
 * @param memoryUtilisation mean share of memory rate
 * @param intensity mean operations a byte
 */
public record RooflineColumns(
        double[] computeBound, double[] computeUtilisation, double[] memoryUtilisation, double[] intensity) {

    RooflineColumns(int n) {
        this(new double[n], new double[n], new double[n], new double[n]);
    }

    /** One rank's row for so many ranks. */
    RooflineColumns times(int n) {
        return new RooflineColumns(
                times(computeBound, n), times(computeUtilisation, n), times(memoryUtilisation, n), times(intensity, n));
    }

    private static double[] times(double[] one, int n) {
        double[] all = new double[n];
        Arrays.fill(all, one[0]);
        return all;
    }
}
