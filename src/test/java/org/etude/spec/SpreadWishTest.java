// SPDX-License-Identifier: Apache-2.0
package org.etude.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import org.etude.unit.Bytes;
import org.junit.jupiter.api.Test;

class SpreadWishTest {
    @Test
    void verbsChangeOneThingEach() {
        Spread wish =
                Spread.defaults().dp(8).tp(2).pp(4).batch(64).microBatches(16).recordedBatch(32);
        assertThat(wish.ranks()).isEqualTo(new Parallelism(2, 1, 8, 4));
        assertThat(wish.batch()).isEqualTo(64);
        assertThat(wish.microBatches()).isEqualTo(16);
        assertThat(wish.recordedBatch()).isEqualTo(32);
        assertThat(wish.schedule()).isEqualTo(PipelineSchedule.ONE_F_ONE_B);
        assertThat(wish.bucket(new Bytes(9)).bucket()).isEqualTo(new Bytes(9));
        assertThat(wish.bucket(new Bytes(9)).batch()).isEqualTo(64);
        assertThat(wish.chunks(3).schedule()).isEqualTo(PipelineSchedule.INTERLEAVED);
        assertThat(wish.chunks(3).chunks()).isEqualTo(3);
        assertThat(wish.schedule(PipelineSchedule.GPIPE).schedule()).isEqualTo(PipelineSchedule.GPIPE);
    }

    @Test
    void thereAreAsManyMicroBatchesAsStagesUnlessSaid() {
        assertThat(Spread.defaults().pp(4).microBatchCount()).isEqualTo(4);
        assertThat(Spread.defaults().pp(4).microBatches(6).microBatchCount()).isEqualTo(6);
    }

    private static <T> T unused(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (p, m, a) -> null));
    }

    @Test
    void aMachineTellsCostsUnlessACalibrationDoes() {
        MachineTimes machine = unused(MachineTimes.class);
        CommunicationCosts measured = unused(CommunicationCosts.class);
        assertThat(Spread.defaults().machine(machine).costs() == machine).isTrue();
        assertThat(Spread.defaults().calibration(measured).machine(machine).costs() == measured)
                .isTrue();
        assertThat(Spread.defaults().machine(machine).calibration(measured).costs() == measured)
                .isTrue();
    }

    @Test
    void whatCannotBeSpreadIsRefused() {
        assertThatThrownBy(() -> Spread.defaults().batch(-1)).isInstanceOf(WorkloadException.class);
        assertThatThrownBy(() -> Spread.defaults().microBatches(-1)).isInstanceOf(WorkloadException.class);
        assertThatThrownBy(() -> Spread.defaults().chunks(0)).isInstanceOf(WorkloadException.class);
        assertThatThrownBy(() -> Spread.defaults().recordedBatch(-1)).isInstanceOf(WorkloadException.class);
        assertThatThrownBy(() -> Spread.defaults().batch(10).microBatches(4))
                .isInstanceOf(WorkloadException.class)
                .hasMessageContaining("batch 10 is no multiple of 4 micro batches");
    }
}
