// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis.recorded;

/**
 * Calls of one operator of known floating-point work with the same shapes on one rank.
 *
 * @param rank the rank
 * @param operator the operator
 * @param shapes shapes of the inputs that have one; "" when none was recorded
 * @param dtype type of the first tensor; "" when none was recorded
 * @param calls GPU time of each call, summed over what it launched; without GPU work its time on the host
 * @param flops operations per call; 0 when the shapes are missing or do not fit
 * @param bytes bytes per call; 0 when unknown
 */
public record MatrixUse(
        int rank, String operator, String shapes, String dtype, DurationStats calls, double flops, double bytes) {
    /** Operations per ns over all calls; NaN when unknown. */
    public double flopsPerNano() {
        boolean known = flops > 0 && calls.totalNanos() > 0;
        return known ? flops * calls.count() / calls.totalNanos() : Double.NaN;
    }

    /** Operations per byte; NaN when either is unknown. */
    public double intensity() {
        return flops > 0 && bytes > 0 ? flops / bytes : Double.NaN;
    }
}
