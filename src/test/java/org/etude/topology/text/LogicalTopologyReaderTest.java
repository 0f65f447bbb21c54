// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.etude.topology.graph.LogicalTopology;
import org.etude.topology.graph.TopologyException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LogicalTopologyReaderTest {
    @TempDir
    private Path dir;

    @Test
    void theFirstDimensionRunsFastest() throws IOException {
        LogicalTopology dims = read("{\n    \"logical-dims\": [\"16\",\"8\"], \"comment\": 1\n}");
        assertThat(dims).hasToString("torus:16x8");
        assertThat(dims.stride(1)).isEqualTo(16);
        assertThat(read("{\"logical-dims\": [\"1\"]}").hosts()).isEqualTo(1);
        assertThat(read("{\"logical-dims\": [4, \"02\"]}")).hasToString("torus:4x2");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '|',
            delimiter = ';',
            value = {
                "{}; has no key logical-dims",
                "[]; has no key logical-dims",
                "{\"logical-dims\": \"8\"}; logical-dims is \"8\", not a list",
                "{\"logical-dims\": []}; logical-dims is [], not a list",
                "{\"logical-dims\": [\"8\", \"4x\"]}; dimension 1 is \"4x\", not a whole number above 0",
                "{\"logical-dims\": [\"0\"]}; dimension 0 is \"0\"",
                "{\"logical-dims\": [-2]}; dimension 0 is -2",
                "{\"logical-dims\": [2.5]}; dimension 0 is 2.5",
                "{\"logical-dims\": [\"99999999999\"]}; dimension 0 is \"99999999999\"",
                "{\"logical-dims\": [\"999999\", \"999999\"]}; more than",
                "{\"logical-dims\": [; line 1: is not JSON",
            })
    void whatMakesNoSenseIsNamed(String text, String message) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("logical.json: ")
                .hasMessageContaining(message);
    }

    @Test
    void aMissingFileIsNamed() {
        assertThatThrownBy(() -> LogicalTopologyReader.read(dir.resolve("nothing.json")))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("nothing.json: cannot be read");
    }

    private LogicalTopology read(String text) throws IOException {
        return LogicalTopologyReader.read(Files.writeString(dir.resolve("logical.json"), text));
    }
}
