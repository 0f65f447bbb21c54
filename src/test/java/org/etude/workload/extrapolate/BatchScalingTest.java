// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.extrapolate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.etude.spec.WorkloadException;
import org.junit.jupiter.api.Test;

/** Figures by hand: a floor of 10 ns, memory at 2 bytes per ns, a layer of 200 bytes of parameters. */
class BatchScalingTest {
    private static final MeasuredOp ELEMENTWISE = new MeasuredOp(Phase.FORWARD, 1_000, 1, true, 0, 2_000, -1, 0);
    private static final MeasuredOp LAYER = new MeasuredOp(Phase.FORWARD, 1_000, 2, true, 200, 500, -1, 0);

    private static BatchScaling of(boolean wide, MeasuredOp... ops) {
        return BatchScaling.of(List.of(ops), 10, wide);
    }

    private static MeasuredOp back(double nanos, int products) {
        return new MeasuredOp(Phase.BACKWARD, nanos, 1, true, 200, 500, 1, products);
    }

    @Test
    void theOptimizerAndWorkOnParametersStay() {
        BatchScaling scaling =
                of(true, MeasuredOp.plain(Phase.UPDATE, 500, true), MeasuredOp.plain(Phase.BACKWARD, 70, false));
        assertThat(scaling.nanos(0, 8)).isEqualTo(500);
        assertThat(scaling.nanos(1, 8)).isEqualTo(70);
        assertThat(scaling.totalNanos(0.5)).isEqualTo(570);
        assertThat(scaling.totalDoubtNanos(8)).isZero();
    }

    @Test
    void aFloorAKernelAndTheParametersAreFixed() {
        BatchScaling scaling = of(true, ELEMENTWISE, LAYER);
        assertThat(scaling.bytesPerNano()).isEqualTo(2);
        assertThat(scaling.fixedNanos(0)).isEqualTo(10);
        assertThat(scaling.nanos(0, 3)).isEqualTo(2_980);
        assertThat(scaling.fixedNanos(1)).isEqualTo(2 * 10 + 100);
        assertThat(scaling.floorNanos(1)).isEqualTo(20);
        assertThat(scaling.nanos(1, 2)).isEqualTo(1_880);
    }

    @Test
    void aSlowBackwardPassMayBeFixed() {
        // Twice the forward's 880 ns above its fixed part are 1,760; of 2,500 ns 210 are fixed for certain, 740
        // perhaps.
        BatchScaling scaling = of(true, ELEMENTWISE, LAYER, back(2_500, 2));
        assertThat(scaling.fixedNanos(2)).isEqualTo((210 + 740) / 2.0);
        assertThat(scaling.doubtNanos(2)).isEqualTo((740 - 210) / 2.0);
        assertThat(scaling.totalDoubtNanos(3)).isEqualTo(740 - 210);
        assertThat(of(true, ELEMENTWISE, LAYER, back(1_900, 2)).fixedNanos(2)).isEqualTo(210);
    }

    @Test
    void aHostHasNoIdleLanes() {
        BatchScaling scaling = of(false, ELEMENTWISE, LAYER, back(2_500, 2));
        assertThat(scaling.fixedNanos(2)).isEqualTo(210);
        assertThat(scaling.totalDoubtNanos(3)).isZero();
    }

    @Test
    void shortOperatorsAreAllFixedAndSayNothingOfMemory() {
        BatchScaling scaling = of(true, new MeasuredOp(Phase.FORWARD, 8, 1, true, 0, 1_000_000, -1, 0), LAYER);
        assertThat(scaling.nanos(0, 100)).isEqualTo(8);
        assertThat(scaling.bytesPerNano()).isZero();
        assertThat(scaling.fixedNanos(1)).isEqualTo(20);
    }

    @Test
    void twoRecordingsMakeALine() {
        List<MeasuredOp> ops = List.of(ELEMENTWISE, LAYER, MeasuredOp.plain(Phase.UPDATE, 500, false));
        BatchScaling scaling = BatchScaling.of(ops, 10, new double[] {3_400, 4_600, 490}, 4);
        assertThat(scaling.fixedNanos(0)).isEqualTo(200);
        assertThat(scaling.nanos(0, 4)).isEqualTo(3_400);
        // More than in proportion counts as in proportion, less than before as fixed.
        assertThat(scaling.nanos(1, 4)).isEqualTo(4_000);
        assertThat(scaling.nanos(2, 4)).isEqualTo(500);
        assertThat(scaling.totalDoubtNanos(4)).isZero();
    }

    @Test
    void refusesNegativeFigures() {
        assertThatThrownBy(() -> MeasuredOp.plain(Phase.FORWARD, -1, true))
                .isInstanceOf(WorkloadException.class)
                .hasMessageContaining("-1.0 ns");
        assertThatThrownBy(() -> MeasuredOp.plain(Phase.FORWARD, Double.NaN, true))
                .isInstanceOf(WorkloadException.class);
    }
}
