// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.congestion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigInteger;
import org.etude.network.packet.state.Mrg32k3a;
import org.junit.jupiter.api.Test;

class RandomNumbersTest {
    @Test
    void cLibraryNumbers() {
        CRandom random = new CRandom();
        assertThat(new int[] {random.next(), random.next(), random.next(), random.next()})
                .containsExactly(1804289383, 846930886, 1681692777, 1714636915);
    }

    @Test
    void seriesGivesTheFirstNumberOfEachStream() {
        Mrg32k3a.Series series = new Mrg32k3a.Series(83, 1);
        assertThat(series.next()).isEqualTo(new Mrg32k3a(83, 1).next());
        assertThat(series.next()).isEqualTo(new Mrg32k3a(84, 1).next());
        series.skip();
        assertThat(series.next()).isEqualTo(new Mrg32k3a(86, 1).next());
    }

    @Test
    void aSeriesGoesForthAndBackToAnyStream() {
        Mrg32k3a.Series series = new Mrg32k3a.Series(83, 2);
        series.next();
        series.seek(3_000_000_000_000L);
        assertThat(series.next()).isEqualTo(new Mrg32k3a(3_000_000_000_083L, 2).next());
        assertThat(series.next()).isEqualTo(new Mrg32k3a(3_000_000_000_084L, 2).next());
        series.seek(1);
        assertThat(series.next()).isEqualTo(new Mrg32k3a(84, 2).next());
        series.seek(0);
        assertThat(series.next()).isEqualTo(new Mrg32k3a(83, 2).next());
    }

    @Test
    void streamsAreUniformAndDiffer() {
        Mrg32k3a one = new Mrg32k3a((1L << 63) + 50, 1);
        Mrg32k3a other = new Mrg32k3a(50, 1);
        double sum = 0;
        int equal = 0;
        for (int i = 0; i < 10_000; i++) {
            double value = one.next();
            assertThat(value).isStrictlyBetween(0.0, 1.0);
            sum += value;
            equal += value == other.next() ? 1 : 0;
        }
        assertThat(sum / 10_000).isCloseTo(0.5, within(0.01));
        assertThat(equal).isLessThan(3);
    }

    /** From six ones: (1403580 - 810728) - (527612 - 1370589 + m2) + m1 = 1458473. */
    @Test
    void firstNumberFollowsTheRecurrences() {
        assertThat(new Mrg32k3a(0, 0).next()).isCloseTo(1_458_473 / 4_294_967_088.0, within(1e-15));
    }

    /** Stream after stream by matrices of big integers: 2^127 steps of each recurrence from stream to stream. */
    @Test
    void seriesFollowsBigIntegersOverManyStreams() {
        BigInteger m1 = BigInteger.valueOf(4294967087L);
        BigInteger m2 = BigInteger.valueOf(4294944443L);
        BigInteger[][] by1 = doubled(new long[][] {{0, 1, 0}, {0, 0, 1}, {-810728, 1403580, 0}}, 127, m1);
        BigInteger[][] by2 = doubled(new long[][] {{0, 1, 0}, {0, 0, 1}, {-1370589, 0, 527612}}, 127, m2);
        BigInteger[] at1 = {BigInteger.ONE, BigInteger.ONE, BigInteger.ONE};
        BigInteger[] at2 = at1.clone();
        Mrg32k3a.Series series = new Mrg32k3a.Series(0, 0);
        for (int stream = 0; stream < 20_000; stream++) {
            BigInteger p1 = number(1_403_580, at1[1], -810_728, at1[0], m1);
            BigInteger p2 = number(527_612, at2[2], -1_370_589, at2[0], m2);
            long difference = p1.subtract(p2).longValueExact();
            double expected = (difference > 0 ? difference : difference + 4294967087L) * (1.0 / 4294967088L);
            assertThat(series.next()).as("stream %d", stream).isEqualTo(expected);
            at1 = times(by1, at1, m1);
            at2 = times(by2, at2, m2);
        }
    }

    private static BigInteger number(long a, BigInteger x, long b, BigInteger y, BigInteger m) {
        return x.multiply(BigInteger.valueOf(a))
                .add(y.multiply(BigInteger.valueOf(b)))
                .mod(m);
    }

    private static BigInteger[][] doubled(long[][] step, int doublings, BigInteger m) {
        BigInteger[][] matrix = new BigInteger[3][3];
        for (int i = 0; i < 9; i++) {
            matrix[i / 3][i % 3] = BigInteger.valueOf(step[i / 3][i % 3]);
        }
        for (int k = 0; k < doublings; k++) {
            BigInteger[][] square = new BigInteger[3][3];
            for (int column = 0; column < 3; column++) {
                BigInteger[] of = {matrix[0][column], matrix[1][column], matrix[2][column]};
                BigInteger[] product = times(matrix, of, m);
                for (int row = 0; row < 3; row++) {
                    square[row][column] = product[row];
                }
            }
            matrix = square;
        }
        return matrix;
    }

    private static BigInteger[] times(BigInteger[][] matrix, BigInteger[] vector, BigInteger m) {
        BigInteger[] product = new BigInteger[3];
        for (int row = 0; row < 3; row++) {
            product[row] = matrix[row][0]
                    .multiply(vector[0])
                    .add(matrix[row][1].multiply(vector[1]))
                    .add(matrix[row][2].multiply(vector[2]))
                    .mod(m);
        }
        return product;
    }
}
