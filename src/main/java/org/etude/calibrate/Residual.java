// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate;

/**
 * One sample next to what the fit says of it.
 *
 * @param of what it belongs to, as in {@link Parameter#of}
 * @param sample which one, for people: bytes, or run, rank and step
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
