// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.Map;
import org.etude.spec.LlmOption;
import org.junit.jupiter.api.Test;

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
}
