package org.etude.sim;

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
}
