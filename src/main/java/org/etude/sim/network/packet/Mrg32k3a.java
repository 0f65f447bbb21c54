package org.etude.sim.network.packet;

/**
 * L'Ecuyer's MRG32k3a as ns-3 splits it: stream s begins 2^127 steps after stream s-1, run r begins 2^76 steps after run
 * r-1, all from the seed (1,1,1,1,1,1). Source: L'Ecuyer, Simard, Chen, Kelton, Operations Research 50 (2002).
 */
final class Mrg32k3a {
    private static final long M1 = 4294967087L;
    private static final long M2 = 4294944443L;
    private static final double NORM = 1.0 / (M1 + 1);
    private static final long[] STEP1 = {0, 1, 0, 0, 0, 1, M1 - 810728, 1403580, 0};
    private static final long[] STEP2 = {0, 1, 0, 0, 0, 1, M2 - 1370589, 0, 527612};

    private final long[] first = {1, 1, 1};
    private final long[] second = {1, 1, 1};

    /** A stream of its own, at its start. {@code stream} is unsigned. */
    Mrg32k3a(long stream, long run) {
        jump(power(power2(STEP1, 127, M1), stream, M1), power(power2(STEP2, 127, M2), stream, M2));
        jump(power(power2(STEP1, 76, M1), run, M1), power(power2(STEP2, 76, M2), run, M2));
    }

    /** The next number, strictly between 0 and 1. */
    double next() {
        long p1 = Math.floorMod(1403580 * first[1] - 810728 * first[0], M1);
        first[0] = first[1];
        first[1] = first[2];
        first[2] = p1;
        long p2 = Math.floorMod(527612 * second[2] - 1370589 * second[0], M2);
        second[0] = second[1];
        second[1] = second[2];
        second[2] = p2;
        return (p1 > p2 ? p1 - p2 : p1 - p2 + M1) * NORM;
    }

    private void jump(long[] a1, long[] a2) {
        apply(a1, first, M1);
        apply(a2, second, M2);
    }

    private static void apply(long[] a, long[] v, long m) {
        long x = row(a, 0, v, m);
        long y = row(a, 3, v, m);
        long z = row(a, 6, v, m);
        v[0] = x;
        v[1] = y;
        v[2] = z;
    }

    private static long row(long[] a, int at, long[] v, long m) {
        long sum = fold(a[at] * v[0], m) + fold(a[at + 1] * v[1], m) + fold(a[at + 2] * v[2], m);
        long rest = fold(sum, m);
        while (rest >= m) {
            rest -= m;
        }
        return rest;
    }

    /** Congruent to an unsigned number, and below 2^48: 2^32 is congruent to 2^32 - m, which is below 2^15. */
    private static long fold(long x, long m) {
        return (x >>> 32) * ((1L << 32) - m) + (x & 0xffffffffL);
    }

    /** Factors below 2^32: the product fits 64 unsigned bits. */
    private static long product(long a, long b, long m) {
        return Long.remainderUnsigned(a * b, m);
    }

    private static long[] multiply(long[] a, long[] b, long m) {
        long[] c = new long[9];
        for (int i = 0; i < 9; i++) {
            int row = i / 3 * 3;
            int column = i % 3;
            c[i] = (product(a[row], b[column], m)
                            + product(a[row + 1], b[column + 3], m)
                            + product(a[row + 2], b[column + 6], m))
                    % m;
        }
        return c;
    }

    private static long[] power2(long[] a, int doublings, long m) {
        long[] result = a;
        for (int i = 0; i < doublings; i++) {
            result = multiply(result, result, m);
        }
        return result;
    }

    private static long[] power(long[] a, long exponent, long m) {
        long[] result = {1, 0, 0, 0, 1, 0, 0, 0, 1};
        long[] square = a;
        for (long left = exponent; left != 0; left >>>= 1) {
            if ((left & 1) != 0) {
                result = multiply(result, square, m);
            }
            square = multiply(square, square, m);
        }
        return result;
    }

    /** The first number of stream after stream, as the reference draws it: a new variable for every decision. */
    static final class Series {
        private final long[] next1 = power2(STEP1, 127, M1);
        private final long[] next2 = power2(STEP2, 127, M2);
        /** Where the present stream's run begins; runs and streams are powers of one step, in any order. */
        private final long[] at1 = {1, 1, 1};

        private final long[] at2 = {1, 1, 1};

        Series(long firstStream, long run) {
            apply(power(power2(STEP1, 76, M1), run, M1), at1, M1);
            apply(power(power2(STEP2, 76, M2), run, M2), at2, M2);
            apply(power(next1, firstStream, M1), at1, M1);
            apply(power(next2, firstStream, M2), at2, M2);
        }

        /** Passes over the stream of a variable that is made but never drawn from. */
        void skip() {
            apply(next1, at1, M1);
            apply(next2, at2, M2);
        }

        double next() {
            long p1 = Math.floorMod(1403580 * at1[1] - 810728 * at1[0], M1);
            long p2 = Math.floorMod(527612 * at2[2] - 1370589 * at2[0], M2);
            skip();
            return (p1 > p2 ? p1 - p2 : p1 - p2 + M1) * NORM;
        }
    }
}
