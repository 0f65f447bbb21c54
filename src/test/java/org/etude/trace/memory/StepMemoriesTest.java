// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.etude.Shared;
import org.etude.Traces;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tech.tablesaw.api.Row;
import tech.tablesaw.api.Table;

/** Memory of recorded steps. */
class StepMemoriesTest {
    /** 545,098 parameters of 4 bytes, plain momentum, buckets in addition to gradients; every rank and step. */
    @Test
    void aDataParallelStepHoldsItsParametersFourTimes() {
        Table memory = Traces.load("data/cnn-2").stepMemory();
        assertThat(memory.intColumn("rank").asList()).containsExactly(0, 0, 0, 1, 1, 1);
        for (Row row : memory) {
            assertThat(row.getLong("parameters_bytes")).isEqualTo(2_180_392);
            assertThat(row.getLong("gradients_bytes")).isEqualTo(2_180_392);
            assertThat(row.getLong("communication_bytes")).isEqualTo(2_180_392);
            assertThat(row.getLong("optimizer_bytes")).isBetween(2_180_392L, 2_180_392L + 200);
            assertThat(row.getString("device")).isEqualTo("cpu");
            assertThat(row.isMissing("recorded_rise_bytes")).isTrue();
        }
    }

    /** Against the allocators' own events; what libraries allocate within an operator is in no execution trace. */
    @ParameterizedTest
    @CsvSource({"rec_cnn_ws2_stack_mem, 5585008, -0.0134", "pub_triosim_vgg13_pair, 36302136832, -0.0235"})
    void theRiseIsThatOfTheRecordedAllocations(String name, long recorded, double error) {
        for (Row row : Traces.load(Shared.dir("corpus", name).toString()).stepMemory()) {
            assertThat(row.getLong("recorded_rise_bytes")).isEqualTo(recorded);
            assertThat(row.getDouble("rise_error_frac")).isBetween(error, 0.0);
        }
    }

    /** Its execution trace marks no step and has 5,424 nodes, its profile one step and 5,337 operators. */
    @Test
    void anUnmarkedExecutionTraceIsOfTheOnlyStep() {
        Traces traces =
                Traces.load(Shared.dir("corpus", "pub_megatron_tp8_a100").toString());
        assertThat(traces.steps().intColumn("step").unique().asList()).containsExactly(3);
        assertThat(traces.stepMemory().intColumn("step").unique().asList()).containsExactly(3);
    }
}
