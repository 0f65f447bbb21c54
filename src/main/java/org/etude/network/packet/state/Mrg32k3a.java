// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.state;

/**
 * L'Ecuyer's MRG32k3a with ns-3's streams: stream s starts 2^127 steps after stream s-1, run r starts 2^76 steps after
 * run r-1, all from the seed (1,1,1,1,1,1). Source: L'Ecuyer, Simard, Chen, Kelton, Operations Research 50 (2002).
 */
public final class Mrg32k3a {
    private static final long M1 = 4294967087L;
    private static final long M2 = 4294944443L;
    private static final double NORM = 1.0 / (M1 + 1);
    private static final long[] STEP1 = {0, 1, 0, 0, 0, 1, M1 - 810728, 1403580, 0};
    private static final long[] STEP2 = {0, 1, 0, 0, 0, 1, M2 - 1370589, 0, 527612};

    private final long[] first = {1, 1, 1};
    private final long[] second = {1, 1, 1};

    /** Creates a stream at its start. {@code stream} is unsigned. */
    public Mrg32k3a(long stream, long run) {
        jump(power(power2(STEP1, 127, M1), stream, M1), power(power2(STEP2, 127, M2), stream, M2));
        jump(power(power2(STEP1, 76, M1), run, M1), power(power2(STEP2, 76, M2), run, M2));
    }

    /** The next number, strictly between 0 and 1. */
    public double next() {
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

    /** The remainder of a number below 2^54. */
    private static long rest(long sum, long m) {
        // After two reductions the value is hardly ever m or more, so the branch predicts well; after one it would not.
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
     * The first number of each of successive streams, as the reference draws it: a new variable for every decision.
     * Runs draw hundreds of millions. The step from stream to stream is a matrix. By the Cayley-Hamilton theorem, each
     * half of a number follows from those of the streams one, two and three times {@link #APART} earlier by the
     * characteristic polynomial of that power. This takes 3 products instead of 9, and successive numbers are
     * independent of each other.
     */
    public static final class Series {
        private static final int APART = 8;
        private static final int KNOWN = 3 * APART;
        private static final int BLOCK = 1024;
        private static final long[] NEXT1 = power2(STEP1, 127, M1);
        private static final long[] NEXT2 = power2(STEP2, 127, M2);
        private static final Polynomial BY1 = Polynomial.of(power(NEXT1, APART, M1), M1);
        private static final Polynomial BY2 = Polynomial.of(power(NEXT2, APART, M2), M2);
        /** Makes differences of the recurrences positive without changing their residue. */
        private static final long UP1 = M1 * 810728;

        private static final long UP2 = M2 * 1370589;

        /** Where the first stream's run starts; runs and streams are powers of one step, in any order. */
        private final long[] first1 = {1, 1, 1};

        private final long[] first2 = {1, 1, 1};
        /** Where the run of the next stream starts that is not yet in a block. */
        private final long[] at1 = new long[3];

        private final long[] at2 = new long[3];
        /** Both halves of the numbers to come, of which the first {@link #KNOWN} are there; null before the first is drawn. */
        private long[] half1;

        private long[] half2;
        private final double[] block = new double[BLOCK];
        private int at = BLOCK;

        /** Creates the numbers of one run, from its first stream. */
        public Series(long firstStream, long run) {
            apply(power(power2(STEP1, 76, M1), run, M1), first1, M1);
            apply(power(power2(STEP2, 76, M2), run, M2), first2, M2);
            apply(power(NEXT1, firstStream, M1), first1, M1);
            apply(power(NEXT2, firstStream, M2), first2, M2);
            seek(0);
        }

        /** Moves to the stream this many after the first, in either direction; costs tens of microseconds. */
        public void seek(long stream) {
            System.arraycopy(first1, 0, at1, 0, at1.length);
            System.arraycopy(first2, 0, at2, 0, at2.length);
            apply(power(NEXT1, stream, M1), at1, M1);
            apply(power(NEXT2, stream, M2), at2, M2);
            half1 = null;
            half2 = null;
            at = BLOCK;
        }

        /** Skips the stream of a variable that is created but never drawn from. */
        public void skip() {
            next();
        }

        /** The next number, in (0, 1). */
        public double next() {
            if (at == BLOCK) {
                fill();
            }
            return block[at++];
        }

        private void fill() {
            if (half1 == null) {
                begin();
            }
            BY1.extend(half1);
            BY2.extend(half2);
            for (int i = 0; i < BLOCK; i++) {
                long difference = half1[i] - half2[i];
                block[i] = (difference > 0 ? difference : difference + M1) * NORM;
            }
            System.arraycopy(half1, BLOCK, half1, 0, KNOWN);
            System.arraycopy(half2, BLOCK, half2, 0, KNOWN);
            at = 0;
        }

        /** The first numbers, step by step. */
        private void begin() {
            half1 = new long[KNOWN + BLOCK];
            half2 = new long[KNOWN + BLOCK];
            for (int i = 0; i < KNOWN; i++) {
                half1[i] = rest(1403580 * at1[1] + (UP1 - 810728 * at1[0]), M1);
                half2[i] = rest(527612 * at2[2] + (UP2 - 1370589 * at2[0]), M2);
                apply(NEXT1, at1, M1);
                apply(NEXT2, at2, M2);
            }
        }
    }

    /** The characteristic polynomial of a matrix M: M^3 = c2 M^2 + c1 M + c0. */
    private record Polynomial(long c0, long c1, long c2, long m) {
        static Polynomial of(long[] a, long m) {
            long trace = (a[0] + a[4] + a[8]) % m;
            long first = minor(a, 4, 5, 7, 8, m);
            long minors = (first + minor(a, 0, 2, 6, 8, m) + minor(a, 0, 1, 3, 4, m)) % m;
            long determinant = product(a[0], first, m)
                    + product(a[1], minor(a, 5, 3, 8, 6, m), m)
                    + product(a[2], minor(a, 3, 4, 6, 7, m), m);
            return new Polynomial(determinant % m, (m - minors) % m, trace, m);
        }

        private static long minor(long[] a, int p, int q, int r, int s, long m) {
            return (product(a[p], a[s], m) + m - product(a[q], a[r], m)) % m;
        }

        /** Extends a row whose first {@link Series#KNOWN} numbers are known. */
        void extend(long[] row) {
            long p = c0;
            long q = c1;
            long r = c2;
            long modulus = m;
            long rest = (1L << 32) - modulus;
            for (int i = Series.KNOWN; i < row.length; i++) {
                long x = p * row[i - Series.KNOWN];
                long y = q * row[i - 2 * Series.APART];
                long z = r * row[i - Series.APART];
                // 2^32 is congruent to the remainder, so this is the weight of the upper halves of all three.
                long high = (x >>> 32) + (y >>> 32) + (z >>> 32);
                long low = (x & 0xffffffffL) + (y & 0xffffffffL) + (z & 0xffffffffL);
                long sum = high * rest + low;
                // Below 2^49, so below 2 m after a reduction; whether it reaches m is unpredictable, hence no branch.
                long less = (sum >>> 32) * rest + (sum & 0xffffffffL) - modulus;
                row[i] = less + (modulus & less >> 63);
            }
        }
    }
}
