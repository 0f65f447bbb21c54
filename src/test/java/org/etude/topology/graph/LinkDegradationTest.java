// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.etude.Topology;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LinkDegradationTest {
    private static final PhysicalTopology TREE = Topology.fatTree(4, 2, 4).physical();

    private static long slower(PhysicalTopology graph) {
        return graph.links().stream()
                .filter(link -> link.spec().bandwidth().bytesPerSecond() < 50e9 - 1)
                .count();
    }

    /** 16 hosts, 4 leaves from 16 on, 2 spines; links of 400 Gbps. */
    @Test
    void linksBetweenTwoNodesAreSlower() {
        PhysicalTopology slow = LinkDegradation.parse("17-5:0.25").apply(TREE);
        assertThat(slower(slow)).isEqualTo(1);
        assertThat(slow.links())
                .filteredOn(link -> link.a() == 5 || link.b() == 5)
                .hasSize(1)
                .allSatisfy(link ->
                        assertThat(link.spec().bandwidth().bytesPerSecond()).isEqualTo(12.5e9, within(1.0)));
    }

    /** 16 + 8 links: an eighth are 3, the same ones each time; the least is one. */
    @Test
    void aShareTakesTheSameLinksEachTime() {
        PhysicalTopology slow = LinkDegradation.parse("12.5%:0.5").apply(TREE);
        assertThat(slower(slow)).isEqualTo(3);
        assertThat(LinkDegradation.parse("12.5%:0.5").apply(TREE)).isEqualTo(slow);
        assertThat(slower(LinkDegradation.parse("0.1%:0.5").apply(TREE))).isEqualTo(1);
        assertThat(slower(LinkDegradation.parse("100%:0.5").apply(TREE))).isEqualTo(24);
        assertThat(LinkDegradation.parse("none").apply(TREE)).isEqualTo(TREE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "3-8", "3-8:0", "3-8:1.5", "3-8:x", "0%:0.5", "101%:0.5", "5%", "-1-2:0.5", "1.2.3%:0.5"})
    void otherTextsAreRefused(String text) {
        assertThatThrownBy(() -> LinkDegradation.parse(text)).hasMessageContaining("degraded links '" + text + "'");
    }

    @Test
    void nodesWithoutALinkAreRefused() {
        assertThatThrownBy(() -> LinkDegradation.parse("0-1:0.5").apply(TREE))
                .hasMessageContaining("no link joins nodes 0 and 1");
    }
}
