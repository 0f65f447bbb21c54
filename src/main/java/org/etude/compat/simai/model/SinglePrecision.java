// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.model;

/** SimAI keeps shares of overlap in 32 bits, and so what is left of a time. */
public final class SinglePrecision {
    private SinglePrecision() {}

    /** What a hidden share leaves of a whole number of nanoseconds or microseconds, rounded down as SimAI does. */
    public static long part(long all, double hidden) {
        return (long) ((float) all * (1 - (float) hidden));
    }
}
