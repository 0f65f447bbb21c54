// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Fits of steps made by the formula they are fitted with. */
class ParallelStepFitTest {
    private static final double CONSTANT = 3;
    private static final double UPDATE = 0.5;

    /** A layer takes {@code host}, or whole + split / tp of a micro batch's samples; the head takes 1.5 / tp a sample. */
    private static double formula(
            int layers, int size, int count, int tp, int pp, double host, double whole, double split) {
        double layer = Math.max(host, size * (whole + split / tp));
        double fixed = (CONSTANT + UPDATE * layers / pp) / tp;
        return fixed + count * size * 1.5 / tp + (count + pp - 1.0) * layers / pp * layer;
    }

    private static List<ParallelStep> steps(int tp, int pp, double host, double whole, double split) {
        List<ParallelStep> steps = new ArrayList<>();
        for (int layers : new int[] {8, 16}) {
            for (int size : new int[] {1, 8}) {
                for (int count : new int[] {4, 8, 16}) {
                    double ms = formula(layers, size, count, tp, pp, host, whole, split);
                    steps.add(new ParallelStep(layers, size, count, tp, 1, pp, ms));
                }
            }
        }
        return steps;
    }

    private static ParallelStep ask(int layers, int size, int count, int tp, int dp, int pp) {
        return new ParallelStep(layers, size, count, tp, dp, pp, 1);
    }

    @Property(tries = 100)
    void moreStagesAreExact(
            @ForAll @DoubleRange(min = 0.1, max = 5) double whole,
            @ForAll @DoubleRange(min = 0.1, max = 5) double split,
            @ForAll @IntRange(min = 1, max = 32) int count) {
        ParallelStepFit fit = ParallelStepFit.fit(steps(1, 2, 0, whole, split));
        assertThat(fit.predictMs(ask(32, 8, count, 1, 1, 4)))
                .isCloseTo(formula(32, 8, count, 1, 4, 0, whole, split), within(1e-6 * count * 1e3));
        assertThat(fit.predictMs(ask(32, 8, count, 1, 16, 4))).isEqualTo(fit.predictMs(ask(32, 8, count, 1, 1, 4)));
    }

    @Property(tries = 100)
    void moreRanksALayerFollowTheDeviceOrTheHost(
            @ForAll @DoubleRange(min = 0.05, max = 2) double whole,
            @ForAll @DoubleRange(min = 0.1, max = 5) double split,
            @ForAll @DoubleRange(min = 0, max = 20) double host) {
        double floor = Math.max(host, whole + split);
        List<ParallelStep> both = steps(1, 1, floor, whole, split);
        both.addAll(steps(2, 1, floor, whole, split));
        ParallelStepFit fit = ParallelStepFit.fit(both);
        double eight = formula(16, 8, 4, 8, 1, floor, whole, split);
        // Where the host hides the device at tp 2, its part is known at tp 1 at best: never below the host.
        double floorOnly = formula(16, 8, 4, 8, 1, floor, 0, 0);
        assertThat(fit.predictMs(ask(16, 8, 4, 8, 1, 1))).isGreaterThan(0.999 * floorOnly);
        if (floor < 8 * (whole + split / 2) * 0.99) {
            assertThat(fit.predictMs(ask(16, 8, 4, 8, 1, 1))).isCloseTo(eight, within(1e-6 * eight));
        }
    }

    @Test
    void theHostGrowsByTheDelayOfTheLastRank() {
        List<ParallelStep> both = steps(1, 1, 2.0, 1e-3, 1e-3);
        both.addAll(steps(2, 1, 2.5, 1e-3, 1e-3));
        double layers = 16 * 4 * (2 + 0.5 * 1.4236 / 0.5642);
        double rest = (CONSTANT + UPDATE * 16) / 8 + 4 * 8 * 1.5 / 8;
        assertThat(ParallelStepFit.fit(both).predictMs(ask(16, 8, 4, 8, 1, 1))).isCloseTo(layers + rest, within(0.01));
    }

    @Test
    void theLastOfManyComesLate() {
        assertThat(RankSkew.expectedLast(1)).isZero();
        assertThat(RankSkew.expectedLast(2)).isCloseTo(1 / Math.sqrt(Math.PI), within(1e-6));
        assertThat(RankSkew.expectedLast(3)).isCloseTo(1.5 / Math.sqrt(Math.PI), within(1e-6));
        assertThat(RankSkew.expectedLast(4)).isCloseTo(1.029375, within(1e-5));
        assertThat(RankSkew.expectedLast(8)).isCloseTo(1.423600, within(1e-5));
    }

    @Test
    void refusesWhatItCannotTell() {
        List<ParallelStep> one = steps(1, 1, 0, 1, 1);
        assertThatThrownBy(() -> ParallelStepFit.fit(one).predictMs(ask(8, 8, 4, 4, 1, 1)))
                .isInstanceOf(CalibrationException.class)
                .hasMessageContaining("no measurement covers tp 4");
        assertThatThrownBy(() -> ParallelStepFit.fit(one).predictMs(ask(8, 3, 4, 1, 1, 1)))
                .isInstanceOf(CalibrationException.class)
                .hasMessageContaining("no measured step has micro batches of 3");
        assertThatThrownBy(() -> ParallelStepFit.fit(one.subList(0, 6)))
                .isInstanceOf(CalibrationException.class)
                .hasMessageContaining("do not separate layers");
        assertThatThrownBy(() -> ParallelStepFit.fit(one.subList(0, 1)))
                .isInstanceOf(CalibrationException.class)
                .hasMessageContaining("1 step of tp 1, pp 1");
        assertThatThrownBy(() -> ask(9, 1, 1, 1, 1, 2))
                .isInstanceOf(CalibrationException.class)
                .hasMessageContaining("not a measured step");
    }
}
