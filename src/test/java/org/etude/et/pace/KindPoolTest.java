// SPDX-License-Identifier: Apache-2.0
package org.etude.et.pace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class KindPoolTest {
    private static KindDurations kind(long[] alone, long[] beside, long overlap) {
        KindDurations kind = new KindDurations();
        for (long duration : alone) {
            kind.add(duration, 0);
        }
        for (long duration : beside) {
            kind.add(duration, overlap);
        }
        return kind;
    }

    private static long[] of(long... durations) {
        return durations;
    }

    /** Without a comparison nothing is lost and nothing certain; the scatter is that of one waiting time. */
    @Test
    void kindsRecordedOnOneSideDoNotCount() {
        KindPool none = new KindPool(0, 0, 0, 1, 1);
        assertThat(KindPool.of(List.of())).isEqualTo(none);
        assertThat(KindPool.of(List.of(kind(of(100), of(), 0), kind(of(), of(300), 50))))
                .isEqualTo(none);
    }

    /**
     * One kind, 100 without and 150 next to a transfer of 100: a rate of 50 / 100. Each side has one sample, so its squared error is
     * 100^2 and 150^2, the doubt (0.5^2 x 32500) / 50^2 = 3.25, and 1/12 the mean square of rates up to a half.
     */
    @Test
    void oneSampleOnEachSideTellsLittle() {
        KindPool pool = KindPool.of(List.of(kind(of(100), of(150), 100)));
        assertThat(pool.rate()).isEqualTo(0.5);
        assertThat(pool.certainty()).isEqualTo((1 / 12.0) / (1 / 12.0 + 3.25), within(1e-12));
        assertThat(pool.between()).isZero();
        assertThat(pool.scatterAlone()).isEqualTo(1);
        assertThat(pool.scatterBeside()).isEqualTo(1);
    }

    /**
     * Mantel and Haenszel: weights 1 x 1 / 2 and 3 x 1 / 4, so (0.5 x 60 + 0.75 x 0) / (0.5 x 100 + 0.75 x 200) = 0.15. Three equal
     * samples add nothing to the squares and two to the degrees of freedom.
     */
    @Test
    void kindsAreWeighedByTheirSamplesOnBothSides() {
        KindPool pool = KindPool.of(List.of(kind(of(100), of(160), 100), kind(of(40, 40, 40), of(40), 200)));
        assertThat(pool.rate()).isEqualTo(0.15, within(1e-12));
        assertThat(pool.scatterAlone()).isEqualTo(1 / 3.0, within(1e-12));
        assertThat(pool.scatterBeside()).isEqualTo(1);
    }

    /** Kinds that are faster next to transfers lose nothing, and none stands still. */
    @Test
    void ratesArePossible() {
        assertThat(KindPool.of(List.of(kind(of(100), of(60), 50))).rate()).isZero();
        assertThat(KindPool.of(List.of(kind(of(100), of(900), 100))).rate()).isEqualTo(0.95);
    }

    /** Many equal samples leave no doubt; two kinds of rates 0 and 0.8 differ by more than their errors, but by 1/12 at most. */
    @Test
    void sureKindsThatDisagreeDifferBetweenEachOther() {
        long[] many = new long[400];
        Arrays.fill(many, 1_000);
        long[] slow = new long[400];
        Arrays.fill(slow, 1_800);
        KindPool pool = KindPool.of(List.of(kind(many, many, 1_000), kind(many, slow, 1_000)));
        assertThat(pool.rate()).isEqualTo(0.4, within(1e-12));
        assertThat(pool.between()).isEqualTo(1 / 12.0);
        assertThat(pool.certainty()).isGreaterThan(0.99);
    }
}
