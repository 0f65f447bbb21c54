// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class AlphaBetaFitTest {
    private static CollectiveTiming timing(long bytes, double micros) {
        return new CollectiveTiming("all_reduce", 8, bytes, micros);
    }

    /** 10 us + 1 ns per byte up to 64 KiB, 40 us + 0.1 ns per byte from 128 KiB. */
    private static List<CollectiveTiming> twoProtocols() {
        List<CollectiveTiming> timings = new ArrayList<>();
        for (int i = 3; i <= 26; i++) {
            long bytes = 1L << i;
            timings.add(timing(bytes, i <= 16 ? 10 + bytes * 1e-3 : 40 + bytes * 1e-4));
        }
        return timings;
    }

    @Test
    void findsThePlaceWhereTheProtocolChanges() {
        List<AlphaBetaSegment> segments = AlphaBetaFit.fit(twoProtocols()).segments();
        assertThat(segments).hasSize(2);
        assertThat(segments.get(0).toBytes()).isEqualTo(1 << 16);
        assertThat(segments.get(1).fromBytes()).isEqualTo(1 << 17);
        assertThat(segments.get(0).alphaUs().value()).isCloseTo(10, within(1e-6));
        assertThat(segments.get(1).alphaUs().value()).isCloseTo(40, within(1e-6));
        assertThat(segments.get(1).gigabytesPerSecond().value()).isCloseTo(10, within(1e-6));
    }

    @Test
    void predictsBetweenAndBeyondTheSizesItSaw() {
        AlphaBetaCurve curve = AlphaBetaFit.fit(twoProtocols());
        assertThat(curve.micros(3000)).isCloseTo(13, within(1e-6));
        assertThat(curve.micros(1 << 28)).isCloseTo(40 + (1 << 28) * 1e-4, within(1e-3));
        // The boundary is at the geometric mean of 64 and 128 KiB, 92,681.9 bytes.
        assertThat(curve.micros(92_681)).isCloseTo(10 + 92.681, within(1e-6));
        assertThat(curve.micros(92_682)).isCloseTo(40 + 9.2682, within(1e-6));
    }

    @Test
    void noiseDoesNotBuyPieces() {
        Random random = new Random(3);
        List<CollectiveTiming> timings = new ArrayList<>();
        for (int i = 1; i <= 200; i++) {
            timings.add(timing(i * 100_000L, (100 + i * 20) * (1 + 0.03 * random.nextGaussian())));
        }
        assertThat(AlphaBetaFit.fit(timings).segments()).hasSize(1);
    }

    @Test
    void orderOfTheSamplesDoesNotMatter() {
        List<CollectiveTiming> shuffled = new ArrayList<>(twoProtocols());
        Collections.shuffle(shuffled, new Random(1));
        assertThat(AlphaBetaFit.fit(shuffled)).isEqualTo(AlphaBetaFit.fit(twoProtocols()));
    }

    @Test
    void refusesOneSampleAndMixtures() {
        assertThatThrownBy(() -> AlphaBetaFit.fit(List.of(timing(8, 1)))).hasMessageContaining("needs two timings");
        assertThatThrownBy(() -> AlphaBetaFit.fit(List.of(timing(8, 1), new CollectiveTiming("all_gather", 8, 8, 1))))
                .hasMessageContaining("one curve cannot hold all_reduce on 8 ranks and all_gather on 8");
    }

    @Property(tries = 50)
    void neverPredictsANegativeTime(@ForAll @LongRange(min = 1, max = 1L << 40) long bytes, @ForAll long seed) {
        Random random = new Random(seed);
        List<CollectiveTiming> timings = new ArrayList<>();
        for (int i = 0; i < 15; i++) {
            timings.add(timing(1L << (2 * i), Math.exp(10 * random.nextDouble())));
        }
        assertThat(AlphaBetaFit.fit(timings).micros(bytes)).isNotNegative();
    }
}
