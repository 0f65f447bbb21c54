// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.etude.report.EtudeException;
import org.etude.spec.LlmException;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.LlmTraining;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Numbers that no model has are refused; no sum or product of them leaves its range. */
class LlmNumbersTest {
    private static final List<String> NUMBERS = List.of(
            "0",
            "-1",
            "1",
            "2",
            "7",
            "65536",
            "2147483647",
            "2147483648",
            "4294967296",
            "4611686018427387904",
            "9223372036854775807",
            "9223372036854775808");

    private static Map<LlmOption, String> job(String model) {
        Map<LlmOption, String> job = new EnumMap<>(LlmOption.class);
        job.put(LlmOption.MODEL_NAME, model);
        job.put(LlmOption.GPU_TYPE, "H100");
        job.put(LlmOption.WORLD_SIZE, "16");
        job.put(LlmOption.GLOBAL_BATCH, "32");
        job.put(LlmOption.TENSOR_PARALLEL, "2");
        job.put(LlmOption.PIPELINE_PARALLEL, "2");
        job.put(LlmOption.SEQUENCE_PARALLEL, "true");
        return job;
    }

    @Property(tries = 120)
    void everyNumberIsTakenOrRefused(
            @ForAll @IntRange(max = 1) int model,
            @ForAll @IntRange(max = 200) int which,
            @ForAll @IntRange(max = 11) int number) {
        List<LlmOption> options = List.of(LlmOption.values()).stream()
                .filter(option -> option.kind() == LlmOption.Kind.NUMBER)
                .toList();
        Map<LlmOption, String> job = job(model == 0 ? "llama_7B" : "Mixtral_8x7B");
        assertThat(LlmTraining.of(job, false).world()).isEqualTo(16);
        job.put(options.get(which % options.size()), NUMBERS.get(number));
        try {
            LlmStep step = LlmStep.of(LlmTraining.of(job, false), Optional.empty());
            assertThat(step.memory().most().value()).as(job.toString()).isPositive();
        } catch (EtudeException e) {
            assertThat(e).hasMessageContaining("\n");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "MICRO_BATCH, 4611686018427387904, --micro_batch is 4611686018427387904, Give at most two billion.",
        "REDUCE_BUCKET, 4611686018427387904, --reduce_bucket_size is 4611686018427387904, Give at most 9007199254740992.",
        "MTP, 33, --mtp_num_layers is 33 with 32 layers, Give no more prediction modules than --num_layers.",
        "MTP, 4294967296, --mtp_num_layers is 4294967296, Give at most two billion.",
        "MICRO_BATCH, 0, --micro_batch is 0, Give 1 or more.",
        "TOP_K, -1, --moe_router_topk is -1, Give 0 or more."
    })
    void theRangeIsStated(LlmOption option, String value, String what, String advice) {
        Map<LlmOption, String> job = job("llama_7B");
        job.put(option, value);
        assertThatThrownBy(() -> LlmTraining.of(job, false))
                .isInstanceOf(LlmException.class)
                .hasMessageContaining(what)
                .hasMessageContaining(advice);
    }
}
