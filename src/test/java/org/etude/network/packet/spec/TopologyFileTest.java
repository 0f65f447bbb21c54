// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopologyFileTest {
    @TempDir
    Path directory;

    private PacketTopology read(String text) throws IOException {
        Path file = directory.resolve("topo.txt");
        Files.writeString(file, text);
        return TopologyFile.read(file);
    }

    @Test
    void readsLinksInOrder() throws IOException {
        PacketTopology topology = read("3 1 2\n\n2\n2 0 100Gbps 0.001ms 0\n2 1 25Gbps 5us 0.5\n");
        assertThat(topology.hosts()).isEqualTo(2);
        assertThat(topology.switches()).isEqualTo(1);
        assertThat(topology.links())
                .containsExactly(
                        new PacketTopology.Link(2, 0, 100_000_000_000L, 1000, 0),
                        new PacketTopology.Link(2, 1, 25_000_000_000L, 5000, 0.5));
    }

    @Test
    void aLinkMayBeginOrEndAtTheFirstAndTheLastNode() throws IOException {
        assertThat(read("3 1 2\n2\n0 2 1Gbps 0.5us 0\n1 2 1Gbps 0.5us 0\n").links())
                .containsExactly(
                        new PacketTopology.Link(0, 2, 1_000_000_000L, 500, 0),
                        new PacketTopology.Link(1, 2, 1_000_000_000L, 500, 0));
    }

    @ParameterizedTest
    @CsvSource({
        "'', ends before the number of nodes",
        "'3 1 2', ends before the switch id",
        "'3 1 1 0', switch id 0",
        "'3 1 1 2 2 9 1Gbps 1ms 0', names a node beyond 2",
        "'3 1 1 2 3 2 1Gbps 1ms 0', names a node beyond 2",
        "'3 1 1 2 -1 2 1Gbps 1ms 0', link -1-2 names a node beyond 2",
        "'3 1 1 2 2 0 fast 1ms 0', does not begin with a number",
        "'3 1 1 2 2 0 1Gbps 1parsec 0', unknown time unit",
        "'3 1 1 2 2 0 1Gbps 1ms', ends before the error rate",
        "'3 1 1 2 2 0 1Gbps 1ms 7', error rate must lie",
        "'3 1 1 2 2 2 1Gbps 1ms 0', two different nodes",
        "'x 1 1', not a whole number",
        "'2 2 0 0 1', has 2 nodes",
        "'4 2 0 2 2', listed twice",
        "'2000000000 0 0', can be simulated"
    })
    void saysWhatIsWrongAndWhere(String text, String message) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(PacketNetworkException.class)
                .hasMessageContaining("topo.txt, word")
                .hasMessageContaining(message);
    }

    /** A delay beyond the clock is an error of the file like every other. */
    @Test
    void aDelayOfCenturiesIsRefused() {
        assertThatThrownBy(() -> read("3 1 2\n\n2\n2 0 100Gbps 0.001ms 0\n2 1 25Gbps 9999999999d 0.5\n"))
                .isInstanceOf(PacketNetworkException.class)
                .hasMessageContaining("topo.txt")
                .hasMessageContaining("link 2-1 '25Gbps 9999999999d 0.5': time is beyond 292 years");
    }
}
