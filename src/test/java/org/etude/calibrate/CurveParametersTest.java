// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Curves of their parameters: alpha in us, bandwidth in GB/s. */
class CurveParametersTest {
    private static Parameter parameter(String of, String name, double value, long from, long to) {
        return new Parameter(of, name, "", Estimate.bare(value), from, to, 3);
    }

    /** 10 GB/s are 0.0001 us per byte: 5 + 1000 x 0.0001 = 5.1 us. */
    @Test
    void piecesAreInTheOrderOfTheirSizes() {
        Map<String, AlphaBetaCurve> curves = CurveParameters.curves(List.of(
                parameter("all_reduce 4", "alpha", 20, 10_000, 90_000),
                parameter("all_reduce 4", "bandwidth", 100, 10_000, 90_000),
                parameter("all_reduce 4", "bandwidth", 10, 0, 10_000),
                parameter("all_reduce 4", "alpha", 5, 0, 10_000),
                parameter("all_gather 4", "alpha", 7, 0, 10),
                parameter("all_gather 4", "bandwidth", 1, 0, 10)));
        assertThat(curves).containsOnlyKeys("all_reduce 4", "all_gather 4");
        AlphaBetaCurve reduce = curves.get("all_reduce 4");
        assertThat(reduce.segments()).extracting(AlphaBetaSegment::fromBytes).containsExactly(0L, 10_000L);
        assertThat(reduce.segments().get(0).micros(1000)).isEqualTo(5.1, within(1e-12));
        assertThat(reduce.segments().get(1).alphaUs().value()).isEqualTo(20);
        assertThat(reduce.segments().get(1).gigabytesPerSecond().value()).isEqualTo(100, within(1e-9));
    }

    @Test
    void linksHaveNoRangeOfSizesAndNoCurve() {
        assertThat(CurveParameters.curves(
                        List.of(parameter("link", "alpha", 5, -1, -1), parameter("x", "bandwidth", 5, 0, 10))))
                .isEmpty();
    }

    @Test
    void anAlphaWithoutItsBandwidthIsRefused() {
        assertThatThrownBy(() -> CurveParameters.curves(List.of(
                        parameter("all_reduce 4", "alpha", 5, 0, 10),
                        parameter("all_reduce 4", "bandwidth", 5, 10, 20),
                        parameter("all_reduce 8", "bandwidth", 5, 0, 10))))
                .isInstanceOf(CalibrationException.class)
                .hasMessageContaining("all_reduce 4 from 0 bytes has an alpha but no bandwidth");
    }
}
