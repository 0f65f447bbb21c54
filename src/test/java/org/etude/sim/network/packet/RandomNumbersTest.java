package org.etude.sim.network.packet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

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
}
