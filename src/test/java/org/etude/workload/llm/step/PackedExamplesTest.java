// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.etude.workload.llm.step.Steps.gpt;

import java.util.function.Consumer;
import org.assertj.core.data.Percentage;
import org.etude.spec.LlmException;
import org.etude.spec.LlmOption;
import org.etude.spec.LlmSettings;
import org.etude.workload.parallel.FreeCommunication;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PackedExamplesTest {
    private static final int SEQUENCE = 4096;

    private static LlmStep step(int sequence, int batch, int packed, Consumer<LlmSettings> change) {
        return gpt(p -> {
            p.gpu("H100").hidden(4096).heads(32).flashAttention();
            p.sequence(sequence).microBatch(batch).globalBatch(batch);
            p.set(LlmOption.PACKED, packed);
            change.accept(p);
        });
    }

    private static double nanos(LlmStep step) {
        return step.times(FreeCommunication.TIMES, 0).step();
    }

    /** Examples packed into one sequence take what as many short sequences take, of which each attends to itself. */
    @ParameterizedTest
    @ValueSource(ints = {256, 512, 1024, 2048})
    void aSequenceOfExamplesIsABatchOfThem(int packed) {
        double together = nanos(step(SEQUENCE, 1, packed, p -> {}));
        double apart = nanos(step(packed, SEQUENCE / packed, 0, p -> {}));
        assertThat(together).isCloseTo(apart, Percentage.withPercentage(0.01));
        assertThat(together).isLessThan(nanos(step(SEQUENCE, 1, 0, p -> {})));
    }

    @Test
    void anExampleAsLongAsTheSequenceOrLongerIsTheSequence() {
        double whole = nanos(step(SEQUENCE, 1, 0, p -> {}));
        assertThat(nanos(step(SEQUENCE, 1, SEQUENCE, p -> {}))).isEqualTo(whole);
        assertThat(nanos(step(SEQUENCE, 1, 2 * SEQUENCE, p -> {}))).isEqualTo(whole);
    }

    @Test
    void scoresOfAWholeSequenceCannotBePacked() {
        assertThatThrownBy(() -> gpt(p -> p.gpu("H100").set(LlmOption.PACKED, 512)))
                .isInstanceOf(LlmException.class)
                .hasMessageContaining("--packed_length")
                .hasMessageContaining("--use_flash_attn");
    }
}
