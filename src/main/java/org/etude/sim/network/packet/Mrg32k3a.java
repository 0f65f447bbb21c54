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
        return rest(fold(a[at] * v[0], m) + fold(a[at + 1] * v[1], m) + fold(a[at + 2] * v[2], m), m);
    }

    /** The rest of a number below 2^54. */
    private static long rest(long sum, long m) {
        // Folded twice it is hardly ever m or more, so that this branch is foreseen; after one fold it would be a
        // coin's.
        long rest = fold(fold(sum, m), m);
        return rest >= m ? rest - m : rest;
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

    /**
     * The first number of stream after stream, as the reference draws it: a new variable for every decision. Runs draw
     * hundreds of millions, so its state is not in arrays and the step from stream to stream is written out.
     */
    static final class Series {
        private static final long[] NEXT1 = power2(STEP1, 127, M1);
        private static final long[] NEXT2 = power2(STEP2, 127, M2);
        private static final Step BY1 = Step.of(NEXT1);
        private static final Step BY2 = Step.of(NEXT2);
        /** Makes differences of the recurrences positive without changing what they are congruent to. */
        private static final long UP1 = M1 * 810728;

        private static final long UP2 = M2 * 1370589;

        /** Where the present stream's run begins; runs and streams are powers of one step, in any order. */
        private long a;

        private long b;
        private long c;
        private long d;
        private long e;
        private long f;

        Series(long firstStream, long run) {
            long[] at1 = {1, 1, 1};
            long[] at2 = {1, 1, 1};
            apply(power(power2(STEP1, 76, M1), run, M1), at1, M1);
            apply(power(power2(STEP2, 76, M2), run, M2), at2, M2);
            apply(power(NEXT1, firstStream, M1), at1, M1);
            apply(power(NEXT2, firstStream, M2), at2, M2);
            a = at1[0];
            b = at1[1];
            c = at1[2];
            d = at2[0];
            e = at2[1];
            f = at2[2];
        }

        /** Passes over the stream of a variable that is made but never drawn from. */
        void skip() {
            long x = a;
            long y = b;
            long z = c;
            a = rest(fold(BY1.p * x, M1) + fold(BY1.q * y, M1) + fold(BY1.r * z, M1), M1);
            b = rest(fold(BY1.s * x, M1) + fold(BY1.t * y, M1) + fold(BY1.u * z, M1), M1);
            c = rest(fold(BY1.v * x, M1) + fold(BY1.w * y, M1) + fold(BY1.o * z, M1), M1);
            x = d;
            y = e;
            z = f;
            d = rest(fold(BY2.p * x, M2) + fold(BY2.q * y, M2) + fold(BY2.r * z, M2), M2);
            e = rest(fold(BY2.s * x, M2) + fold(BY2.t * y, M2) + fold(BY2.u * z, M2), M2);
            f = rest(fold(BY2.v * x, M2) + fold(BY2.w * y, M2) + fold(BY2.o * z, M2), M2);
        }

        double next() {
            long p1 = rest(1403580 * b + (UP1 - 810728 * a), M1);
            long p2 = rest(527612 * f + (UP2 - 1370589 * d), M2);
            skip();
            return (p1 > p2 ? p1 - p2 : p1 - p2 + M1) * NORM;
        }
    }

    /** A matrix, row by row; a record's numbers are constants to the compiler where the record is one. */
    private record Step(long p, long q, long r, long s, long t, long u, long v, long w, long o) {
        static Step of(long[] by) {
            return new Step(by[0], by[1], by[2], by[3], by[4], by[5], by[6], by[7], by[8]);
        }
    }
}
