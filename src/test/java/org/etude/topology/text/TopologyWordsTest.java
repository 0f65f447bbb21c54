// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.etude.topology.graph.TopologyException;
import org.etude.unit.Bandwidth;
import org.junit.jupiter.api.Test;

/** {@link TopologyWords} of a file, and {@link NamedNetwork}s in the sizes that hosts need. */
class TopologyWordsTest {
    private static TopologyWords words(String text) {
        return new TopologyWords(Path.of("net.txt"), text, IllegalStateException::new);
    }

    @Test
    void networksOfNodesHaveTheRatesOfTheirGpus() {
        assertThat(NamedNetwork.of("dgx-h100").orElseThrow().nodes())
                .contains(new NodeRates(8, Bandwidth.parse("450GB/s"), Bandwidth.parse("400Gbps")));
        assertThat(NamedNetwork.of("mi300x").orElseThrow().nodes())
                .as("seven links")
                .contains(new NodeRates(8, Bandwidth.parse("448GB/s"), Bandwidth.parse("400Gbps")));
        assertThat(NamedNetwork.of("tutorial-ring-8").orElseThrow().nodes()).isEmpty();
        assertThat(NamedNetwork.withNodes()).contains("dgx-a100", "gb200-nvl72").doesNotContain("tutorial-ring-8");
    }

    @Test
    void wordsAreCountedAndNamed() {
        TopologyWords words = words(" 12\n\t-3 gpu");
        assertThat(words.whole("nodes")).isEqualTo(12);
        assertThat(words.whole("shift")).isEqualTo(-3);
        assertThat(words.hasMore()).isTrue();
        assertThatThrownBy(() -> words.whole("links"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("net.txt, word 3: links is 'gpu', not a whole number");
        assertThat(words.hasMore()).isFalse();
        assertThatThrownBy(() -> words.word("rate")).hasMessage("net.txt, word 3: ends before the rate");
        assertThatThrownBy(() -> words("2147483648").whole("x"))
                .hasMessage("net.txt, word 1: x is '2147483648', not a whole number");
    }

    @Test
    void aNameIsOneOfTheReadyMade() {
        assertThat(NamedNetwork.of("dgx-h100")).isPresent();
        assertThat(NamedNetwork.of(" dgx-h100:16 ")).isPresent();
        assertThat(NamedNetwork.of("dgx-h1000")).isEmpty();
        assertThat(NamedNetwork.of("ring:8")).isEmpty();
        assertThat(NamedNetwork.of("dgx-h100:")).isEmpty();
    }

    /** Nodes of 8: a part of one, one, or whole ones. */
    @Test
    void itsNodesFollowTheHosts() {
        NamedNetwork network = NamedNetwork.of("dgx-h100").orElseThrow();
        assertThat(network.dependsOnHosts()).isTrue();
        assertThat(network.spec(0).hosts()).isEqualTo(8);
        assertThat(network.spec(4).hosts()).isEqualTo(4);
        assertThat(network.spec(8).hosts()).isEqualTo(8);
        assertThat(network.spec(24).hosts()).isEqualTo(24);
        assertThatThrownBy(() -> network.spec(12))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("dgx-h100 has nodes of 8, which cannot make up 12 hosts");
        NamedNetwork sized = NamedNetwork.of("dgx-h100:16").orElseThrow();
        assertThat(sized.dependsOnHosts()).isFalse();
        assertThat(sized.spec(4).hosts()).as("the text counts").isEqualTo(16);
    }
}
