// SPDX-License-Identifier: Apache-2.0
package org.etude.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonWholeTest {
    @ParameterizedTest
    @CsvSource({
        "0, true, true, 0",
        "-3, true, true, -3",
        "2.0, true, true, 2",
        "1e6, true, true, 1000000",
        "1.5, false, false, 9",
        "0.9999, false, false, 9",
        "2147483647, true, true, 2147483647",
        "2147483648, false, true, 9",
        "4294967296, false, true, 9",
        "9223372036854775807, false, true, 9",
        "9223372036854775808, false, false, 9",
        "1e30, false, false, 9",
        "'\"3\"', false, false, 9",
        "true, false, false, 9",
        "null, false, false, 9",
        "[1], false, false, 9",
        "'', false, false, 9"
    })
    void neitherFractionsNorHighBitsAreCut(String json, boolean isInt, boolean isLong, int value)
            throws JsonProcessingException {
        JsonNode node = JsonTree.of(json);
        assertThat(JsonWhole.isInt(node)).isEqualTo(isInt);
        assertThat(JsonWhole.isLong(node)).isEqualTo(isLong);
        assertThat(JsonWhole.orElse(node, 9)).isEqualTo(value);
    }
}
