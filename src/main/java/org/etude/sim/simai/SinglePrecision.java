package org.etude.sim.simai;

/** SimAI keeps shares of overlap in 32 bits, and so what is left of a time. */
final class SinglePrecision {
    private SinglePrecision() {}

    /** What a hidden share leaves of a whole number of nanoseconds or microseconds, rounded down as SimAI does. */
    static long part(long all, double hidden) {
        return (long) ((float) all * (1 - (float) hidden));
    }
}
