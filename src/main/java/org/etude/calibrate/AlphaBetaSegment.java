// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate;

/**
 * Time of one collective over a range of sizes: alpha + bytes x beta.
 *
 * @param fromBytes smallest size it was fitted on
 * @param toBytes largest size it was fitted on
 * @param alphaUs start-up time in us
 * @param betaUsPerByte time per byte in us
 * @param samples number of samples behind it
 */
public record AlphaBetaSegment(long fromBytes, long toBytes, Estimate alphaUs, Estimate betaUsPerByte, int samples) {
    /** The time of a size in us. */
    public double micros(long bytes) {
        return alphaUs.value() + bytes * betaUsPerByte.value();
    }

    /** The inverse of beta in GB/s (1e9 bytes) of buffer: nccl-tests' algorithm bandwidth at large sizes. */
    public Estimate gigabytesPerSecond() {
        return betaUsPerByte.inverse(1e-3);
    }
}
