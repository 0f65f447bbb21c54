// SPDX-License-Identifier: Apache-2.0
package org.etude.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

class JsonFaultTest {
    private static JsonProcessingException of(String json) {
        return catchThrowableOfType(JsonProcessingException.class, () -> new ObjectMapper().readTree(json));
    }

    @Test
    void saysTheLineAndTheReason() {
        JsonProcessingException open = of("{\n\"a\":\n [1}");
        assertThat(JsonFault.line(", ", open)).isEqualTo(", line 3");
        assertThat(JsonFault.reason(open))
                .startsWith("Unexpected close marker '}'")
                .contains("[line: 3, column: 2]")
                .doesNotContain("Source");
    }

    @Test
    void aLimitOfJacksonHasNoPlace() {
        JsonProcessingException deep = of("[".repeat(2000));
        assertThat(JsonFault.line(", ", deep)).isEmpty();
        assertThat(JsonFault.reason(deep)).startsWith("Document nesting depth (1001) exceeds");
    }
}
