// SPDX-License-Identifier: Apache-2.0
package org.etude.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.nio.file.Path;
import org.etude.report.EtudeException;
import org.etude.unit.Bytes;
import org.junit.jupiter.api.Test;

class ParallelizeOptionsTest {
    @Test
    void verbsChangeOneThingEach() {
        ParallelizeOptions options = ParallelizeOptions.defaults()
                .dp(8)
                .tp(2)
                .pp(4)
                .batch(64)
                .microBatches(16)
                .recordedBatch(32);
        assertThat(options.ranks()).isEqualTo(new Parallelism(2, 1, 8, 4));
        assertThat(options.ranks().world()).isEqualTo(64);
        assertThat(options.batch()).isEqualTo(64);
        assertThat(options.microBatches()).isEqualTo(16);
        assertThat(options.recordedBatch()).isEqualTo(32);
        assertThat(options.schedule()).isEqualTo(PipelineSchedule.ONE_F_ONE_B);
        assertThat(options.bucket(new Bytes(9)).bucket()).isEqualTo(new Bytes(9));
        assertThat(options.bucket(new Bytes(9)).batch()).isEqualTo(64);
        assertThat(options.chunks(3).schedule()).isEqualTo(PipelineSchedule.INTERLEAVED);
        assertThat(options.chunks(3).chunks()).isEqualTo(3);
        assertThat(options.schedule(PipelineSchedule.GPIPE).schedule()).isEqualTo(PipelineSchedule.GPIPE);
    }

    @Test
    void schedulesHaveTheNamesOfTheCommandLine() {
        ParallelizeOptions options = ParallelizeOptions.defaults();
        for (PipelineSchedule each : PipelineSchedule.values()) {
            assertThat(options.schedule(each.toString()).schedule()).isEqualTo(each);
        }
        assertThatThrownBy(() -> options.schedule("zigzag"))
                .isInstanceOf(WorkloadException.class)
                .hasMessageContaining("there is no pipeline schedule 'zigzag'")
                .hasMessageContaining("gpipe, 1f1b, interleaved, zb-h1, dualpipe or dualpipev");
    }

    @Test
    void everyOptionIsKept() {
        CommunicationCosts costs = (type, ranks, bytes) -> new CommunicationCosts.Cost(1, 1, type);
        assertThat(ParallelizeOptions.defaults()
                        .dp(8)
                        .tp(2)
                        .pp(4)
                        .batch(64)
                        .microBatches(16)
                        .chunks(2)
                        .recordedBatch(32)
                        .bucket(new Bytes(1000))
                        .calibration(costs)
                        .machine("A100", "machine.csv"))
                .isEqualTo(new ParallelizeOptions(
                        new Parallelism(2, 1, 8, 4),
                        64,
                        16,
                        PipelineSchedule.INTERLEAVED,
                        2,
                        32,
                        new Bytes(1000),
                        costs,
                        new ParallelizeOptions.RecordedGpu("A100", Path.of("machine.csv")),
                        null));
    }

    @Test
    void thereAreAsManyMicroBatchesAsStagesByDefault() {
        assertThat(ParallelizeOptions.defaults().microBatchCount()).isEqualTo(1);
        assertThat(ParallelizeOptions.defaults().pp(4).microBatchCount()).isEqualTo(4);
        assertThat(ParallelizeOptions.defaults().pp(4).microBatches(6).microBatchCount())
                .isEqualTo(6);
    }

    private static <T> T unused(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (p, m, a) -> null));
    }

    @Test
    void aMachineGivesCostsUnlessACalibrationDoes() {
        MachineTimes machine = unused(MachineTimes.class);
        CommunicationCosts measured = unused(CommunicationCosts.class);
        assertThat(ParallelizeOptions.defaults().machine(machine).costs() == machine)
                .isTrue();
        assertThat(ParallelizeOptions.defaults()
                                .calibration(measured)
                                .machine(machine)
                                .costs()
                        == measured)
                .isTrue();
        assertThat(ParallelizeOptions.defaults()
                                .machine(machine)
                                .calibration(measured)
                                .costs()
                        == measured)
                .isTrue();
    }

    @Test
    void invalidOptionsAreRejected() {
        assertThatThrownBy(() -> ParallelizeOptions.defaults().batch(-1)).isInstanceOf(EtudeException.class);
        assertThatThrownBy(() -> ParallelizeOptions.defaults().microBatches(-1)).isInstanceOf(EtudeException.class);
        assertThatThrownBy(() -> ParallelizeOptions.defaults().dp(0)).isInstanceOf(WorkloadException.class);
        assertThatThrownBy(() -> ParallelizeOptions.defaults().chunks(0)).isInstanceOf(WorkloadException.class);
        assertThatThrownBy(() -> ParallelizeOptions.defaults().recordedBatch(-1))
                .isInstanceOf(EtudeException.class);
        assertThatThrownBy(() -> ParallelizeOptions.defaults().batch(10).microBatches(4))
                .isInstanceOf(WorkloadException.class)
                .hasMessageContaining("batch 10 is not a multiple of 4 micro batches");
    }
}
