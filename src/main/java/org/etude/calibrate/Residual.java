// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate;

/**
 * One sample compared with its fitted value.
 *
 * @param of the fitted part, as in {@link Parameter#of}
 * @param sample display name: bytes, or run, rank and step
 * @param measuredUs measured time in us
 * @param fittedUs predicted time in us
 * @param heldOut whether the fit has not seen it
 */
public record Residual(String of, String sample, double measuredUs, double fittedUs, boolean heldOut) {
    /** (fitted - measured) / measured. */
    public double errorFrac() {
        return (fittedUs - measuredUs) / measuredUs;
    }
}
