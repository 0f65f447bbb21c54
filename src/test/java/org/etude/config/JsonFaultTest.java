// SPDX-License-Identifier: Apache-2.0
package org.etude.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    /** Python's json.dumps writes NaN. How a program could allow it does not help whoever reads the message. */
    @Test
    void doesNotNameSettingsOfJackson() {
        assertThat(JsonFault.reason(of("{\"a\": NaN}")))
                .startsWith("Non-standard token 'NaN'")
                .doesNotContain("enable");
    }

    /** SnakeYAML says it in several lines, with a copy of the text. */
    @Test
    void whatIsWrongWithYamlIsOneLine() {
        JsonProcessingException yaml = catchThrowableOfType(JsonProcessingException.class, () -> new YAMLMapper()
                .readTree("topology: [ Ring\nnpus_count: [ 2 ]\n"));
        assertThat(JsonFault.line(", ", yaml)).isEqualTo(", line 2");
        assertThat(JsonFault.reason(yaml)).isEqualTo("while parsing a flow sequence, expected ',' or ']', but got :");
    }

    private record Table(String name, List<Map<String, Integer>> rows) {}

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'name': {}} | name",
                "{'name': 'x', 'rows': 5} | rows",
                "{'rows': [{'a': 1}, {'b': 'many'}]} | rows[1].b",
                "{'rows': [{'a': 1}, [2]]} | rows[1]"
            })
    void aValueOfAnotherKindIsNamedByItsPlace(String json, String place) {
        JsonProcessingException misfit = catchThrowableOfType(JsonProcessingException.class, () -> new ObjectMapper()
                .readValue(json.replace('\'', '"'), Table.class));
        assertThat(JsonFault.reason(misfit)).isEqualTo(place + " has a value of another kind than expected");
    }

    @Test
    void aLimitOfJacksonHasNoPlace() {
        JsonProcessingException deep = of("[".repeat(2000));
        assertThat(JsonFault.line(", ", deep)).isEmpty();
        assertThat(JsonFault.reason(deep)).startsWith("Document nesting depth (1001) exceeds");
    }
}
