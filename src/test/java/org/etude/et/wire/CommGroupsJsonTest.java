// SPDX-License-Identifier: Apache-2.0
package org.etude.et.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.etude.et.graph.EtException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommGroupsJsonTest {
    @TempDir
    private Path dir;

    private CommGroups read(String text) throws IOException {
        return CommGroupsJson.read(Files.writeString(dir.resolve("groups.json"), text));
    }

    @Test
    void groupsAreInAscendingOrderAndRanksInTheirs() throws IOException {
        CommGroups groups = read("{\"10\": [3, 1.0, 2], \"2\": [0], \"2147483647\": [2147483647]}");
        assertThat(groups.groups())
                .containsExactly(
                        Map.entry(2, List.of(0)),
                        Map.entry(10, List.of(3, 1, 2)),
                        Map.entry(Integer.MAX_VALUE, List.of(Integer.MAX_VALUE)));
        Path again = dir.resolve("again.json");
        CommGroupsJson.write(groups, again);
        assertThat(again).content().isEqualTo("""
                {
                  "2": [0],
                  "10": [3, 1, 2],
                  "2147483647": [2147483647]
                }
                """);
        CommGroupsJson.write(CommGroups.none(), again);
        assertThat(again).content().isEqualTo("{}\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"1\": [0, 1.5]}|group 1: rank 1.5 is not a rank",
                "{\"1\": [4294967296]}|group 1: rank 4294967296 is not a rank",
                "{\"1\": [-1]}|group 1: rank -1 is not a rank",
                "{\"1\": [\"0\"]}|group 1: rank \"0\" is not a rank",
                "{\"1\": {\"a\": 0}}|group 1: {\"a\":0} is not a list of ranks",
                "{\"1\": 0}|group 1: 0 is not a list of ranks",
                "{\"1\": [0], \"+1\": [1]}|group 1 occurs twice",
                "{\"1\": [0], \"01\": [1]}|group 1 occurs twice",
                "{\"1\": [0, 0]}|group 1: no ranks, or one twice: [0,0]",
                "{\"1\": []}|group 1: no ranks, or one twice: []",
                "{\"0\": [0]}|group 0 is not positive",
                "{\"2147483648\": [0]}|group '2147483648' is not a number",
                "[0]|not a JSON object",
                "{|not JSON: Unexpected end-of-input"
            })
    void whatIsNoFileOfGroupsIsRefused(String text, String reason) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(EtException.class)
                .hasMessageContaining("groups.json: not a file of communicator groups: " + reason);
    }
}
