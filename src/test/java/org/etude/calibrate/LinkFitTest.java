// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.etude.collective.CollectiveAlgorithm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class LinkFitTest {
    /** Overhead 30 us, 4 us per step, 12.5 GB/s: 8e-5 us per byte. */
    private static List<CollectiveTiming> made(CollectiveAlgorithm algorithm, int... groups) {
        List<CollectiveTiming> timings = new ArrayList<>();
        for (int n : groups) {
            for (String type : List.of("all_reduce", "all_gather")) {
                for (long bytes = 1 << 10; bytes <= 1 << 26; bytes <<= 4) {
                    double us = 30 + 4 * algorithm.steps(type, n) + 8e-5 * algorithm.wire(type, n) * bytes;
                    timings.add(new CollectiveTiming(type, n, bytes, us));
                }
            }
        }
        return timings;
    }

    /** nccl-tests' hypercube has a curve, but says nothing about links. */
    @Test
    void collectivesOfUnknownStepsSayNothingAboutLinks() {
        List<CollectiveTiming> known = made(CollectiveAlgorithm.RING, 2, 4, 8);
        List<CollectiveTiming> all = new ArrayList<>(known);
        for (long bytes = 1 << 10; bytes <= 1 << 26; bytes <<= 4) {
            all.add(new CollectiveTiming("hypercube", 8, bytes, 1 + 1e-6 * bytes));
        }
        FitResult fit = FitResult.of(all, List.of(), CollectiveAlgorithm.RING);
        assertThat(fit.parts()).contains("hypercube of 8 ranks");
        assertThat(fit.notes())
                .containsExactly("links (ring): hypercube is left out, because its number of steps is not known");
        FitResult without = FitResult.of(known, List.of(), CollectiveAlgorithm.RING);
        assertThat(fit.parameters()).containsAll(without.parameters());
    }

    @ParameterizedTest
    @EnumSource(CollectiveAlgorithm.class)
    void tellsOverheadLatencyAndBandwidthApart(CollectiveAlgorithm algorithm) {
        LinkFit fit = LinkFit.fit(made(algorithm, 2, 4, 8), algorithm);
        assertThat(fit.overheadUs().value()).isCloseTo(30, within(1e-6));
        assertThat(fit.latencyUs().value()).isCloseTo(4, within(1e-6));
        assertThat(fit.gigabytesPerSecond().value()).isCloseTo(12.5, within(1e-6));
        assertThat(fit.error().worstFrac()).isLessThan(1e-9);
        assertThat(fit.micros("all_reduce", 16, 1 << 20))
                .isCloseTo(
                        30
                                + 4 * algorithm.steps("all_reduce", 16)
                                + 8e-5 * algorithm.wire("all_reduce", 16) * (1 << 20),
                        within(1e-6));
    }

    @Test
    void oneGroupAndTypeCountsAllStartUpAsLatency() {
        List<CollectiveTiming> one = made(CollectiveAlgorithm.RING, 8).stream()
                .filter(t -> t.type().equals("all_reduce"))
                .toList();
        LinkFit fit = LinkFit.fit(one, CollectiveAlgorithm.RING);
        assertThat(fit.overheadUs()).isEqualTo(Estimate.bare(0));
        assertThat(fit.latencyUs().value()).isCloseTo((30 + 4 * 14) / 14.0, within(1e-9));
    }

    @Test
    void refusesTwoSamples() {
        assertThatThrownBy(() -> LinkFit.fit(made(CollectiveAlgorithm.RING, 2).subList(0, 2), CollectiveAlgorithm.RING))
                .isInstanceOf(CalibrationException.class)
                .hasMessageContaining("need three timings, found 2");
    }

    @ParameterizedTest
    @CsvSource({
        "RING, all_reduce, 8, 14, 1.75",
        "RING, reduce_scatter, 4, 3, 0.75",
        "HALVING_DOUBLING, all_reduce, 8, 6, 1.75",
        "HALVING_DOUBLING, all_gather, 6, 3, 0.8333333333333334",
        "DIRECT, all_to_all, 8, 1, 0.875",
        "TREE, all_reduce, 8, 6, 2",
        "RING, broadcast, 8, 7, 1",
        "RING, sendrecv, 2, 1, 1",
    })
    void stepsAndBytesOfAnAlgorithm(CollectiveAlgorithm algorithm, String type, int n, double steps, double wire) {
        assertThat(algorithm.steps(type, n)).isEqualTo(steps);
        assertThat(algorithm.wire(type, n)).isEqualTo(wire);
    }
}
