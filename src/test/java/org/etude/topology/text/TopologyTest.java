// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import org.assertj.core.groups.Tuple;
import org.etude.topology.graph.DimKind;
import org.etude.topology.graph.LinkSpec;
import org.etude.topology.graph.LogicalTopology;
import org.etude.topology.graph.PhysicalTopology;
import org.etude.topology.graph.TopologyDim;
import org.etude.topology.graph.TopologyException;
import org.etude.topology.shape.TopologySpec;
import org.etude.unit.Bandwidth;
import org.etude.unit.Time;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TopologyTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ring:8 | ring:8 | 8",
                "switch:16 | switch:16 | 16",
                "fc:4 | fc:4 | 4",
                "torus:4x4x8 | torus:4x4x8 | 128",
                "switch:8,ring:2 | switch:8,ring:2 | 16",
                "2gpu_auto1d_2 | switch:2 | 2",
                "8gpu_ring2d_4 | torus:4x2 | 8",
                "128gpu_torus3d_16 | torus:4x4x8 | 128",
                "dims:4x4 | torus:4x4 | 16",
                "star:5 | switch:5 | 5",
                "auto:1d:8 | switch:8 | 8",
                "auto:2d:32 | torus:4x8 | 32",
                "auto:3d:64 | torus:4x4x4 | 64",
                "mesh:3x4 | mesh:3x4 | 12",
                "twisted:4x4x8 | twisted:4x4x8@1x0x0 | 128",
                "TwistedTorus:4x4@2x1 | twisted:4x4@2x1 | 16",
                "fattree:16x8 | fattree:16x8 | 128",
                "clos:4x2x8 | fattree:4x2x8 | 32",
                "Fat-Tree:16x8 | fattree:16x8 | 128",
                "twisted_torus:4x4x8@1x0x0 | twisted:4x4x8@1x0x0 | 128",
                "fully-connected:8 | fc:8 | 8",
                "rail-optimized:4x8x2 | rail:4x8x2 | 32",
                "dragonfly:9x4x2 | dragonfly:9x4x2 | 72",
                "rail:4x8x2 | rail:4x8x2 | 32",
                "hier:fc:8/fattree:2x2 | hierarchical:fc:8/fattree:2x2 | 32",
                "hierarchical:switch:8/hierarchical:fc:2/ring:4 | switch:8,fc:2,ring:4 | 64",
                "hierarchical:switch:8/hierarchical:fc:2/mesh:4 | hierarchical:switch:8/hierarchical:fc:2/mesh:4 | 64"
            })
    void textsMeanTopologies(String text, String canonical, int hosts) {
        TopologySpec topology = TopologyText.parse(text);
        assertThat(topology).hasToString(canonical);
        assertThat(topology.logical()).hasToString(canonical);
        assertThat(topology.hosts()).isEqualTo(hosts);
        assertThat(TopologyText.parse(topology.toString())).isEqualTo(topology);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "ring",
                "ring:",
                "ring:0",
                "web:4",
                "torus:4x",
                "ring:4@1",
                "twisted:2x4",
                "twisted:4",
                "twisted:4x4@1",
                "fattree:4",
                "rail:4x8",
                "rail:4x8x0",
                "dragonfly:4x4",
                "auto:2d",
                "mesh:4,ring:2",
                "hier:fc:8",
                "hier:fattree:2x2/ring:2",
                "fc:4x",
                "ring:8,,",
                "7gpu_ring2d_4"
            })
    void otherTextsAreRefused(String text) {
        assertThatThrownBy(() -> TopologyText.parse(text)).isInstanceOf(TopologyException.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "dragonfly:9 | Write dragonfly:9x4x2; the sizes are groups, routers per group, and hosts per router.",
                "switch:8,ring | Write ring:8; the sizes are hosts along each dimension.",
                "hierarchical:fc:8/fat-tree:4 | Write fattree:16x8 or fattree:16x8x4; the sizes are leaves, spines, and the"
                        + " hosts per leaf if they are not as many as the spines."
            })
    void wrongSizesOfAShapeAreAnsweredWithItsForm(String text, String advice) {
        assertThatThrownBy(() -> TopologyText.parse(text))
                .isInstanceOf(TopologyException.class)
                .hasMessage("\"" + text + "\" is not a topology\n  " + advice);
    }

    @Test
    void hopsFollowTheKind() {
        LogicalTopology mixed = new LogicalTopology(List.of(
                TopologyDim.of(DimKind.RING, 5),
                TopologyDim.of(DimKind.FULLY_CONNECTED, 3),
                TopologyDim.of(DimKind.SWITCH, 2)));
        assertThat(mixed.stride(2)).isEqualTo(15);
        assertThat(mixed.coordinate(22, 1)).isEqualTo(1);
        assertThat(mixed.hops(0, 0, 3)).isEqualTo(2);
        assertThat(mixed.hops(1, 0, 10)).isEqualTo(1);
        assertThat(mixed.hops(2, 0, 15)).isEqualTo(2);
        assertThat(mixed.hops(2, 0, 14)).isZero();
    }

    @Test
    void yamlReadsBackWhatItWrote() {
        LogicalTopology torus = LogicalTopology.torus(4, 2)
                .bandwidth(Bandwidth.gibibytesPerSecond(400), Bandwidth.gibibytesPerSecond(12.5))
                .latency(Time.ns(936.25), Time.us(1));
        assertThat(NetworkYaml.parse(NetworkYaml.write(torus), "net")).isEqualTo(torus);
    }

    @Test
    void unfitNetworksAreNamed() {
        assertThatThrownBy(() -> NetworkYaml.parse("topology: [Mesh]", "net.yml"))
                .hasMessageContaining("\"Mesh\"");
        assertThatThrownBy(() -> NetworkYaml.parse(
                        "topology: [Ring]\nnpus_count: [4, 2]\nbandwidth: [1]\nlatency: [1]", "net.yml"))
                .hasMessageContaining("net.yml: npus_count has 2 entries but topology has 1");
        assertThatThrownBy(() -> NetworkYaml.parse("topology: [Ring]\nnpus_count: [4]\nbandwith: [1]", "net.yml"))
                .hasMessageContaining("net.yml: bandwidth is missing; its keys are topology, npus_count, bandwith");
        assertThatThrownBy(() -> NetworkYaml.parse(
                        "topology: [Ring]\nnpus_count: [4]\nbandwidth: [50Gbps]\nlatency: [1]", "net.yml"))
                .hasMessageContaining("bandwidth: \"50Gbps\" is not a number")
                .hasMessageContaining("Give GB/s (2^30 bytes per second) without the unit: 50.");
        assertThatThrownBy(() -> LogicalTopology.torus(4, 4, 8).requireRanks(96))
                .hasMessageContaining("torus:4x4x8 has 128 hosts but the workload has 96 ranks");
        assertThatThrownBy(() -> LogicalTopology.ring(4).latency(Time.us(1), Time.us(2)))
                .hasMessageContaining("1 dimension but 2 latencies");
    }

    @ParameterizedTest
    @ValueSource(strings = {"switch:4", "ring:4", "fc:4", "torus:2x3", "mesh:2x2", "fattree:2x2", "switch:2,ring:2"})
    void lossesReachTheLinksThatPacketsPass(String text) {
        TopologySpec lossy = TopologyText.parse(text).errorRate(0.25);
        LogicalTopology logical = lossy.logical();
        assertThat(logical.loses()).isTrue();
        assertThat(TopologySpec.of(logical).physical().links())
                .extracting(PhysicalTopology.Link::a, PhysicalTopology.Link::b, PhysicalTopology.Link::spec)
                .isEqualTo(links(lossy.physical()));
        assertThat(lossy.physical().links())
                .anyMatch(link -> link.spec().errorRate() == 0.25)
                .allMatch(link -> link.spec().errorRate() == 0.25 || link.spec().errorRate() == 0);
        assertThat(TopologyText.parse(text).logical().loses()).isFalse();
    }

    private static List<Tuple> links(PhysicalTopology graph) {
        return graph.links().stream()
                .map(link -> tuple(link.a(), link.b(), link.spec()))
                .toList();
    }

    @Test
    void otherRatesAndLatenciesKeepTheLosses() {
        LogicalTopology torus =
                TopologyText.parse("torus:2x2").errorRate(0.5, 0.25).logical();
        assertThat(torus.bandwidth(Bandwidth.gbps(1)).latency(Time.us(3)).dims())
                .extracting(TopologyDim::errorRate)
                .containsExactly(0.5, 0.25);
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e-30, 0.99e-9})
    void lessThanABitPerSecondIsRefused(double gbps) {
        assertThatThrownBy(() -> TopologyText.parse("ring:4").bandwidth(Bandwidth.gbps(gbps)))
                .isInstanceOf(TopologyException.class)
                .hasMessageEndingWith("Give 1 bit per second or more.");
        assertThat(new LinkSpec(Bandwidth.gbps(1e-9), 0, 0).bitsPerSecond()).isEqualTo(1);
    }
}
