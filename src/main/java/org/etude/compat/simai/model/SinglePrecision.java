// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.model;

/** Rounding of remaining times as in SimAI, which stores overlap shares in 32 bits. */
public final class SinglePrecision {
    private SinglePrecision() {}

    /** The part of a whole number of nanoseconds or microseconds that is not hidden, rounded down like SimAI. */
    public static long part(long all, double hidden) {
        return (long) ((float) all * (1 - (float) hidden));
    }
}
