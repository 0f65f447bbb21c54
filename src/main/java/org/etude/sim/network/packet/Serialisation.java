package org.etude.sim.network.packet;

import java.math.BigInteger;

/**
 * How long a packet occupies a wire, in whole ns, rounded as ns-3 does: the quotient of bits and rate cut off after 64
 * binary places of a second, times 1e9, rounded half up. An exact half therefore mostly goes down.
 */
final class Serialisation {
    private static final long NS_PER_S = 1_000_000_000L;
    /** The cut-off is less than 1e9 / 2^64 ns, so only a remainder this small can be moved by it. */
    private static final double CUT = 5.5e-11;

    private Serialisation() {}

    static long nanos(long bytes, long bitsPerSecond) {
        long bits = bytes * 8;
        if (bits > 4_000_000_000L || bitsPerSecond > 4_000_000_000_000_000_000L) {
            return exact(bits, bitsPerSecond);
        }
        long numerator = 2 * bits * NS_PER_S + bitsPerSecond;
        if (numerator < 0) {
            return exact(bits, bitsPerSecond);
        }
        long denominator = 2 * bitsPerSecond;
        long quotient = numerator / denominator;
        long remainder = numerator - quotient * denominator;
        return remainder < CUT * denominator ? exact(bits, bitsPerSecond) : quotient;
    }

    private static long exact(long bits, long bitsPerSecond) {
        return BigInteger.valueOf(bits)
                .shiftLeft(64)
                .divide(BigInteger.valueOf(bitsPerSecond))
                .multiply(BigInteger.valueOf(NS_PER_S))
                .add(BigInteger.ONE.shiftLeft(63))
                .shiftRight(64)
                .longValueExact();
    }
}
