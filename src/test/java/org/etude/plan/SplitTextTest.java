// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.Map;
import org.etude.spec.LlmOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SplitTextTest {
    private final Map<LlmOption, String> choices = new EnumMap<>(LlmOption.class);

    @Test
    void aPlainSplitHasNothingElse() {
        assertThat(SplitText.others(choices)).isEmpty();
        choices.put(LlmOption.INSTANCES, "1");
        choices.put(LlmOption.CONTEXT_PARALLEL, "1");
        choices.put(LlmOption.CONTEXT_EXCHANGE, "a2a");
        choices.put(LlmOption.TP_OVERLAP, "false");
        choices.put(LlmOption.EP_OVERLAP, "false");
        choices.put(LlmOption.SHARDING, "optim");
        choices.put(LlmOption.DTYPE, "bfloat16");
        assertThat(SplitText.others(choices)).isEmpty();
    }

    @Test
    void everythingElseIsNamedInOrder() {
        choices.put(LlmOption.DTYPE, "fp8");
        choices.put(LlmOption.EP_OVERLAP, "true");
        choices.put(LlmOption.TP_OVERLAP, "true");
        choices.put(LlmOption.CONTEXT_PARALLEL, "4");
        choices.put(LlmOption.CONTEXT_EXCHANGE, "p2p");
        choices.put(LlmOption.INSTANCES, "2");
        choices.put(LlmOption.SHARDING, "optim_grads_params");
        assertThat(SplitText.others(choices)).isEqualTo("fsdp, 2 instances, cp p2p, tp overlap, ep overlap, fp8");
    }

    @Test
    void whatIsComputedAgainIsAKindOrANumberOfLayers() {
        choices.put(LlmOption.RECOMPUTE_LAYERS, "5");
        choices.put(LlmOption.RECOMPUTE_METHOD, "block");
        choices.put(LlmOption.RECOMPUTE_GRANULARITY, "none");
        assertThat(SplitText.recompute(choices)).isEqualTo("none");
        choices.put(LlmOption.RECOMPUTE_GRANULARITY, "selective");
        assertThat(SplitText.recompute(choices)).isEqualTo("selective");
        choices.put(LlmOption.RECOMPUTE_GRANULARITY, "full");
        assertThat(SplitText.recompute(choices)).isEqualTo("5 layers");
        choices.put(LlmOption.RECOMPUTE_METHOD, "uniform");
        assertThat(SplitText.recompute(choices)).isEqualTo("full");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "TENSOR_PARALLEL | 1 | 8 | tp 1 -> 8",
                "PIPELINE_PARALLEL | 4 | 1 | pp 4 -> 1",
                "CONTEXT_PARALLEL | 1 | 2 | cp 1 -> 2",
                "EXPERT_PARALLEL | 1 | 4 | ep 1 -> 4",
                "VIRTUAL_STAGES | 1 | 20 | vp 1 -> 20",
                "MICRO_BATCH | 2 | 2 | ''",
                "MICRO_BATCH | 1 | 2 | micro_batch 1 -> 2",
                "INSTANCES | 1 | 8 | instances 1 -> 8",
                "SCHEDULE | 1f1b | zero-bubble | 1f1b -> zero-bubble",
                "DTYPE | bfloat16 | fp8 | bfloat16 -> fp8",
                "TP_OVERLAP | false | true | with tp overlap",
                "EXPERT_TENSOR | 0 | 1 | with whole experts",
                "EXPERT_TENSOR | 0 | 0 | ''",
                "TP_OVERLAP | true | false | without tp overlap",
                "EP_OVERLAP | - | true | with ep overlap",
                "EP_OVERLAP | - | false | ''",
                "SHARDING | optim | optim_grads_params | with fsdp",
                "SHARDING | no_shard | optim | ''",
                "RECOMPUTE_GRANULARITY | none | selective | recompute none -> selective",
            })
    void aChangeIsNamedAsTheColumnsOfPlansAre(LlmOption option, String from, String to, String text) {
        choices.put(LlmOption.TENSOR_PARALLEL, "2");
        choices.put(option, from);
        Map<LlmOption, String> other = new EnumMap<>(choices);
        other.put(option, to);
        assertThat(SplitText.change(option, choices, other)).isEqualTo(text);
    }

    @Test
    void expertsAreWholeByChoiceOnlyWhereTensorParallelRanksCouldShareThem() {
        choices.put(LlmOption.EXPERT_TENSOR, "1");
        assertThat(SplitText.others(choices)).isEmpty();
        choices.put(LlmOption.TENSOR_PARALLEL, "1");
        assertThat(SplitText.others(choices)).isEmpty();
        Map<LlmOption, String> other = new EnumMap<>(choices);
        other.put(LlmOption.EXPERT_TENSOR, "0");
        assertThat(SplitText.change(LlmOption.EXPERT_TENSOR, other, choices)).isEmpty();
        choices.put(LlmOption.TENSOR_PARALLEL, "2");
        assertThat(SplitText.others(choices)).isEqualTo("whole experts");
    }

    @Test
    void howSequencesAreExchangedMattersOnlyWhereTheyAreShared() {
        choices.put(LlmOption.CONTEXT_PARALLEL, "1");
        choices.put(LlmOption.CONTEXT_EXCHANGE, "p2p");
        Map<LlmOption, String> other = new EnumMap<>(choices);
        other.put(LlmOption.CONTEXT_EXCHANGE, "a2a");
        assertThat(SplitText.change(LlmOption.CONTEXT_EXCHANGE, choices, other)).isEmpty();
        other.put(LlmOption.CONTEXT_PARALLEL, "2");
        assertThat(SplitText.change(LlmOption.CONTEXT_EXCHANGE, choices, other)).isEmpty();
        choices.put(LlmOption.CONTEXT_PARALLEL, "4");
        assertThat(SplitText.change(LlmOption.CONTEXT_EXCHANGE, choices, other)).isEqualTo("cp p2p -> a2a");
    }
}
