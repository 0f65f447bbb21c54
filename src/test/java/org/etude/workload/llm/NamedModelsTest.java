// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.etude.spec.LlmException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NamedModelsTest {
    @ParameterizedTest
    @CsvSource({
        "llama3-8b, llama3_8B",
        "meta-llama/Llama-3.1-8B-Instruct, llama3_8B",
        "Meta-Llama-3-70B, llama_70B",
        "LLAMA3_70B, llama_70B",
        "llama_70B, llama_70B",
        "Llama-3.3-70B-Instruct, llama_70B",
        "meta-llama/Llama-2-70b-hf, llama2_70B",
        "Llama-2-7b-chat-hf, llama_7B",
        "Llama-3.2-1B, llama3_1B",
        "GPT-3 175B, gpt_175B",
        "gpt3-350m, gpt_350M",
        "GPT-3 350M, gpt_350M",
        "gpt_350M, gpt_350M",
        "gpt-13b, gpt_13B",
        "deepseek-ai/DeepSeek-V3, DeepSeek_671B",
        "DeepSeek-R1, DeepSeek_671B",
        "mistralai/Mixtral-8x7B-v0.1, Mixtral_8x7B",
        "openai/gpt-oss-120b, GPT-OSS-120B",
        "GPT_OSS_20B, GPT-OSS-20B",
        "NemotronH_56B, Nemotron-H-56B",
        "Qwen3_235B_a22B, Qwen3-MoE-235B",
        "Qwen3-235B, Qwen3-MoE-235B",
        "qwen3_30B, Qwen3-MoE-30B",
        "Qwen/Qwen2.5-72B-Instruct, Qwen2.5_72B",
        "Nemotron_3_Super, Nemotron-3-Super",
        "Nemotron-4-340B, nemotron_340B"
    })
    void aModelIsKnownAsItIsPublished(String typed, String meant) {
        assertThat(NamedModels.canonical(typed)).contains(meant);
        assertThat(NamedModels.named(typed)).isEqualTo(NamedModels.named(meant)).isPresent();
    }

    @Test
    void everyNameMeansItself() {
        Map<String, String> meant = new HashMap<>();
        NamedModels.names()
                .forEach(name -> meant.put(name, NamedModels.canonical(name).orElse("nothing")));
        assertThat(meant).allSatisfy((name, canonical) -> assertThat(canonical).isEqualTo(name));
    }

    @ParameterizedTest
    @CsvSource({
        "llama",
        "gpt_1.3B",
        "gpt_50M",
        "gpt_37B",
        "gpt_313B",
        "Mistral-7B-v0.3",
        "8B",
        "''",
        "DeepSeek",
        "mixtral"
    })
    void aNameThatCouldBeAnythingIsRefused(String typed) {
        assertThat(NamedModels.canonical(typed)).isEmpty();
        assertThatThrownBy(() -> NamedModels.settings(typed))
                .isInstanceOf(LlmException.class)
                .hasMessageContaining("there is no model '" + typed + "'")
                .hasMessageContaining("llama3_8B, llama_13B")
                .hasMessageContaining("--hidden_size");
    }
}
