// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.etude.collective.CollectiveAlgorithm;
import org.junit.jupiter.api.Test;

/** The spread of iterations and the split of ranks over nodes in a fit. */
class RelativeErrorsTest {
    private static List<CollectiveTiming> timings(int ranks, int nodes, double error) {
        List<CollectiveTiming> timings = new ArrayList<>();
        for (int i = 10; i < 20; i++) {
            timings.add(
                    new CollectiveTiming("all_reduce", ranks, 1L << i, 20 + (1L << i) * 1e-3 * nodes, nodes, error));
        }
        return timings;
    }

    @Test
    void theErrorOfASingleTermIsCarriedThroughTheFit() {
        // One term, y = b x: b is the mean of n samples, its error e / sqrt(n).
        double[][] x = {{1}, {1}, {1}, {1}};
        double[] y = {10, 10, 10, 10};
        double[] errors = {0.1, 0.1, 0.1, 0.1};
        Estimate b = new RelativeRegression(x, y, errors).solve().coefficients()[0];
        assertThat(b.value()).isCloseTo(10, within(1e-9));
        assertThat(b.high() - b.value()).isCloseTo(1.959963984540054 * 10 * 0.1 / 2, within(1e-9));
        Estimate exact = new RelativeRegression(x, y).solve().coefficients()[0];
        assertThat(exact.high() - exact.low()).isCloseTo(0, within(1e-9));
    }

    @Test
    void spreadOfIterationsWidensTheIntervals() {
        Estimate exact = AlphaBetaFit.fit(timings(8, 1, 0)).segments().get(0).alphaUs();
        Estimate spread =
                AlphaBetaFit.fit(timings(8, 1, 0.05)).segments().get(0).alphaUs();
        assertThat(spread.value()).isEqualTo(exact.value());
        assertThat(exact.high() - exact.low()).isLessThan(1e-6);
        assertThat(spread.high() - spread.low()).isGreaterThan(1);
    }

    @Test
    void linksWithinANodeAndBetweenNodesAreFittedApart() {
        List<CollectiveTiming> both = new ArrayList<>(timings(8, 1, 0));
        both.addAll(timings(16, 2, 0));
        FitResult fit = FitResult.of(both, List.of(), CollectiveAlgorithm.RING);
        // Bytes over a link: 2 (n - 1) / n of the buffer; 1e-3 and 2e-3 us per byte are 1 and 0.5 GB/s of buffer.
        assertThat(bandwidth(fit, "links (ring) within a node")).isCloseTo(1.75, within(1e-6));
        assertThat(bandwidth(fit, "links (ring) between nodes")).isCloseTo(0.9375, within(1e-6));
        assertThat(fit.parts()).contains("links (ring)");
        FitResult one = FitResult.of(timings(8, 1, 0), List.of(), CollectiveAlgorithm.RING);
        assertThat(one.parts()).containsExactly("all_reduce of 8 ranks", "links (ring)");
    }

    private static double bandwidth(FitResult fit, String of) {
        return fit.parameters().stream()
                .filter(p -> p.of().equals(of) && p.name().equals("bandwidth"))
                .findFirst()
                .orElseThrow()
                .value()
                .value();
    }

    @Test
    void oneCurveIsOfOneSplit() {
        List<CollectiveTiming> both = new ArrayList<>(timings(8, 1, 0));
        both.addAll(timings(8, 8, 0));
        assertThatThrownBy(() -> FitResult.of(both, List.of(), CollectiveAlgorithm.RING))
                .hasMessageContaining("all_reduce of 8 ranks were timed on 1 and on 8 nodes");
    }
}
