// SPDX-License-Identifier: Apache-2.0
package org.etude.spec;

import java.math.BigInteger;
import org.etude.report.Internal;

/** What a collective's comm_size means, and hence how it changes when its group grows from M to N ranks. */
@Internal
public enum CollectiveSizes {
    /**
     * Bytes of the buffer that is reduced, scattered or exchanged. It does not depend on the number of ranks, so it is
     * kept. An all-gather's comm_size is one rank's shard of the buffer, so it is multiplied by M / N.
     */
    BUFFER {
        @Override
        BigInteger[] factor(CollectiveType type, int from, int to) {
            return type == CollectiveType.ALL_GATHER ? fraction(from, to) : fraction(1, 1);
        }
    },
    /**
     * Bytes that a rank sends in a ring, buffer x (n-1)/n: multiplied by M(N-1) / (N(M-1)), the factor of the two-GPU
     * study (127/64 from 2 to 128).
     */
    WIRE {
        @Override
        BigInteger[] factor(CollectiveType type, int from, int to) {
            if (from == to) {
                return fraction(1, 1);
            }
            if (from == 1) {
                throw new WorkloadException(
                        "a group of one rank sends no bytes, so they cannot be scaled to " + to + " ranks",
                        "Take comm_size as the buffer, as by default: without wireSizes() or --sizes wire.");
            }
            return fraction((long) from * (to - 1), (long) to * (from - 1));
        }
    },
    /** Kept as recorded, including all-gathers. */
    RECORDED {
        @Override
        BigInteger[] factor(CollectiveType type, int from, int to) {
            return fraction(1, 1);
        }
    };

    /** Numerator and denominator of the factor on a size. */
    abstract BigInteger[] factor(CollectiveType type, int from, int to);

    private static BigInteger[] fraction(long numerator, long denominator) {
        return new BigInteger[] {BigInteger.valueOf(numerator), BigInteger.valueOf(denominator)};
    }

    /**
     * The size after a group grew, to the nearest byte.
     *
     * @param type the collective
     * @param size comm_size in bytes
     * @param from ranks of the group before
     * @param to ranks of the group after
     */
    public long scaled(CollectiveType type, long size, int from, int to) {
        return scaled(type, size, from, to, 1);
    }

    /** The same to the nearest multiple of {@code unit}, at least one. */
    public long scaled(CollectiveType type, long size, int from, int to, long unit) {
        BigInteger[] factor = factor(type, from, to);
        BigInteger whole = factor[1].multiply(BigInteger.valueOf(unit));
        BigInteger half = whole.shiftRight(1);
        BigInteger units =
                BigInteger.valueOf(size).multiply(factor[0]).add(half).divide(whole);
        return Math.max(units.longValueExact(), size > 0 ? 1 : 0) * unit;
    }
}
