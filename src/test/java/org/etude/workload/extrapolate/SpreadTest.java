// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.extrapolate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.etude.spec.CommunicationCosts;
import org.etude.spec.Parallelism;
import org.etude.spec.PipelineSchedule;
import org.etude.spec.Spread;
import org.etude.spec.WorkloadException;
import org.etude.unit.Bytes;
import org.junit.jupiter.api.Test;

class SpreadTest {
    private static final CommunicationCosts COSTS = (type, ranks, bytes) -> new CommunicationCosts.Cost(1, 1, type);

    @Test
    void everyWishIsKept() {
        Spread spread = Spread.defaults()
                .dp(8)
                .tp(2)
                .pp(4)
                .batch(64)
                .microBatches(16)
                .chunks(2)
                .recordedBatch(32)
                .bucket(new Bytes(1000))
                .calibration(COSTS);
        assertThat(spread.ranks()).isEqualTo(new Parallelism(2, 1, 8, 4));
        assertThat(spread.ranks().world()).isEqualTo(64);
        assertThat(spread)
                .isEqualTo(new Spread(
                        new Parallelism(2, 1, 8, 4),
                        64,
                        16,
                        PipelineSchedule.INTERLEAVED,
                        2,
                        32,
                        new Bytes(1000),
                        COSTS,
                        null));
    }

    @Test
    void microBatchesAreAsManyAsStagesUnlessTold() {
        assertThat(Spread.defaults().microBatchCount()).isEqualTo(1);
        assertThat(Spread.defaults().pp(4).microBatchCount()).isEqualTo(4);
        assertThat(Spread.defaults().pp(4).microBatches(6).microBatchCount()).isEqualTo(6);
    }

    @Test
    void refusesSenselessWishes() {
        assertThatThrownBy(() -> Spread.defaults().batch(-1)).isInstanceOf(WorkloadException.class);
        assertThatThrownBy(() -> Spread.defaults().chunks(0)).isInstanceOf(WorkloadException.class);
        assertThatThrownBy(() -> Spread.defaults().dp(0)).isInstanceOf(WorkloadException.class);
        assertThatThrownBy(() -> Spread.defaults().microBatches(3).batch(64))
                .isInstanceOf(WorkloadException.class)
                .hasMessageContaining("batch 64 is no multiple of 3 micro batches");
    }
}
