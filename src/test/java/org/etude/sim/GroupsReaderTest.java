// SPDX-License-Identifier: Apache-2.0
package org.etude.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.List;
import java.util.Map;
import org.etude.config.JsonTree;
import org.etude.et.wire.CommGroups;
import org.etude.spec.SimulationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GroupsReaderTest {
    private static CommGroups read(String text) throws JsonProcessingException {
        return GroupsReader.of(JsonTree.of(text), "g.json");
    }

    /** What is no rank is -1, which the simulation refuses; the high bits of a number are not cut to make a rank of it. */
    @Test
    void whatIsNoRankIsNoOtherRank() throws JsonProcessingException {
        assertThat(read("{\"2\": [1, 0], \"1\": [4294967296, 1.5, \"0\", null, 3]}")
                        .groups())
                .isEqualTo(Map.of(1, List.of(-1, -1, -1, -1, 3), 2, List.of(1, 0)));
        assertThat(read("{}").groups()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"0\": [0]}", "{\"000\": [0]}", "{\"-1\": [0]}", "{\"1234567890\": [0]}", "{\"1\": 0}"})
    void aGroupHasAPositiveNumberAndAList(String text) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(SimulationException.class)
                .hasMessageContaining("is not a positive number with a list of ranks");
    }

    @Test
    void groupsAreAnObject() {
        assertThatThrownBy(() -> read("[]")).hasMessageContaining("g.json: is not a JSON object");
    }
}
