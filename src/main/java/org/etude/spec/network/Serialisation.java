// SPDX-License-Identifier: Apache-2.0
package org.etude.spec.network;

import java.math.BigInteger;

/**
 * How long a packet occupies a link, in whole ns, rounded as in ns-3: bits / rate truncated to 64 binary places of a
 * second, times 1e9, rounded half up. An exact half is therefore mostly rounded down. Before release 3.36 ns-3
 * truncated to whole ns, so that an exact integer is mostly one lower.
 */
final class Serialisation {
    private static final long NS_PER_S = 1_000_000_000L;
    /** Truncation loses less than 1e9 / 2^64 ns, so it only affects a remainder this small. */
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

    /** The same truncated to whole ns. */
    static long cutNanos(long bytes, long bitsPerSecond) {
        long bits = bytes * 8;
        if (bits > Long.MAX_VALUE / NS_PER_S) {
            return cutExact(bits, bitsPerSecond);
        }
        long quotient = bits * NS_PER_S / bitsPerSecond;
        long remainder = bits * NS_PER_S - quotient * bitsPerSecond;
        return remainder < CUT * bitsPerSecond ? cutExact(bits, bitsPerSecond) : quotient;
    }

    private static long cutExact(long bits, long bitsPerSecond) {
        return scaled(bits, bitsPerSecond).shiftRight(64).longValueExact();
    }

    private static long exact(long bits, long bitsPerSecond) {
        return scaled(bits, bitsPerSecond)
                .add(BigInteger.ONE.shiftLeft(63))
                .shiftRight(64)
                .longValueExact();
    }

    private static BigInteger scaled(long bits, long bitsPerSecond) {
        return BigInteger.valueOf(bits)
                .shiftLeft(64)
                .divide(BigInteger.valueOf(bitsPerSecond))
                .multiply(BigInteger.valueOf(NS_PER_S));
    }
}
