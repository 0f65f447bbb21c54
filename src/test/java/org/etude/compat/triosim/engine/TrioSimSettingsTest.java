// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.function.UnaryOperator;
import org.etude.compat.triosim.engine.TrioSimSettings.Mode;
import org.etude.compat.triosim.trace.TrioSimException;
import org.etude.unit.Units;
import org.junit.jupiter.api.Test;

class TrioSimSettingsTest {
    private static void spreads(TrioSimParallelism as, UnaryOperator<TrioSimSettings> verb) {
        TrioSimSettings others = TrioSimSettings.defaults()
                .parallelism(as == TrioSimParallelism.REPLICAS ? TrioSimParallelism.DATA : TrioSimParallelism.REPLICAS);
        assertThat(verb.apply(others)).isEqualTo(others.parallelism(as));
    }

    @Test
    void everyVerbSpreadsTheStepItsWay() {
        spreads(TrioSimParallelism.REPLICAS, TrioSimSettings::replicas);
        spreads(TrioSimParallelism.DATA, TrioSimSettings::dataParallel);
        spreads(TrioSimParallelism.DISTRIBUTED_DATA, TrioSimSettings::distributedDataParallel);
        spreads(TrioSimParallelism.TENSOR, TrioSimSettings::tensorParallel);
        spreads(TrioSimParallelism.PIPELINE, TrioSimSettings::pipelineParallel);
    }

    @Test
    void rulesAreCorrectedUnlessTheOriginalsAreAskedFor() {
        TrioSimSettings settings = TrioSimSettings.defaults();
        assertThat(settings.mode()).isEqualTo(Mode.REDUCED);
        assertThat(settings.compat()).isEqualTo(settings.rules(Mode.COMPAT));
        assertThat(settings.everyGpu()).isEqualTo(settings.rules(Mode.PLAIN));
    }

    @Test
    void otherValuesStayWhenOneIsChanged() {
        TrioSimSettings settings = TrioSimSettings.defaults()
                .tensorParallel()
                .gpus(4)
                .batch(8, 16, 2)
                .bandwidth(Units.gigabytesPerSecond(100), Units.gigabytesPerSecond(50))
                .capacity(37)
                .everyGpu();
        assertThat(settings.parallelism()).isEqualTo(TrioSimParallelism.TENSOR);
        assertThat(settings.gpus()).isEqualTo(4);
        assertThat(settings.batch()).isEqualTo(new TrioSimSettings.Batch(8, 16, 2));
        assertThat(settings.batch().ratio()).isEqualTo(0.5);
        assertThat(settings.batch().microBatches()).isEqualTo(8);
        assertThat(settings.interconnect().remoteGBps()).isEqualTo(100);
        assertThat(settings.interconnect().ringGBps()).isEqualTo(50);
        assertThat(settings.capacityBits()).isEqualTo(37);
        assertThat(settings.optical(2, 2).interconnect().optical()).contains(new TrioSimSettings.Grid(2, 2));
    }

    /** Limits are part of the range: 1 GPU, micro-batches as large as the batch, 0 and 63 bits. */
    @Test
    void whatHasNoMeaningIsRefused() {
        TrioSimSettings settings = TrioSimSettings.defaults();
        assertThat(settings.gpus(1).capacity(0).capacity(63).capacityBits()).isEqualTo(63);
        assertThatThrownBy(() -> settings.gpus(0))
                .isInstanceOf(TrioSimException.class)
                .hasMessageContaining("GPUnumber is 0");
        assertThatThrownBy(() -> settings.capacity(64)).hasMessageContaining("capacity is 64");
        assertThatThrownBy(() -> settings.capacity(-1)).hasMessageContaining("capacity is -1");
        assertThatThrownBy(() -> settings.batch(1, 0, 1)).hasMessageContaining("a batch size is not positive");
        TrioSimSettings pipeline = settings.pipelineParallel();
        assertThat(pipeline.batch(4, 4, 4).batch().microBatches()).isEqualTo(1);
        assertThatThrownBy(() -> pipeline.batch(4, 4, 5))
                .hasMessageContaining("the micro-batch of 5 samples is larger");
        assertThat(settings.batch(4, 4, 5).batch().micro())
                .as("counts in pipelines only")
                .isEqualTo(5);
    }
}
