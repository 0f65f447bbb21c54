// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModelNameTest {
    @ParameterizedTest
    @CsvSource({
        "meta-llama/Llama-3.1-8B-Instruct, llama3.18b",
        "meta-llama/Meta-Llama-3-8B, llama38b",
        "llama_70B, llama70b",
        "LLAMA 2 7B chat hf, llama27b",
        "org/team/Mixtral-8x7B-v0.1, mixtral8x7b",
        "gpt3-175B, gpt175b",
        "GPT-3 175b, gpt175b",
        "gpt-3.5, gpt3.5",
        "instruct, instruct",
        "base-7B, base7b",
        "metaphor, metaphor",
        "'', ''"
    })
    void caseSeparatorsPublishersAndEditionsDoNotCount(String name, String key) {
        assertThat(ModelName.key(name)).isEqualTo(key);
    }

    @Test
    void anOwnNameCountsBeforeOneOfEqualSizes() {
        Map<String, String> plain = ModelName.byKey(List.of("llama_7B"));
        assertThat(plain).containsEntry("llama7b", "llama_7B").containsEntry("llama27b", "llama_7B");
        assertThat(ModelName.byKey(List.of("Llama-2-7B"))).containsEntry("llama27b", "Llama-2-7B");
        assertThat(plain.get(ModelName.key("deepseek-ai/DeepSeek-R1"))).isEqualTo("DeepSeek_671B");
        assertThat(plain.get(ModelName.key("llama-1"))).isNull();
    }
}
