// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.assertj.core.groups.Tuple;
import org.etude.report.Finding;
import org.etude.report.Finding.Level;
import org.etude.topology.shape.TopologyMetrics;
import org.etude.topology.shape.TopologySpec;
import org.etude.topology.text.Families;
import org.etude.topology.text.TopologyText;
import org.etude.unit.Bandwidth;
import org.etude.unit.Time;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TopologyCheckTest {
    static List<String> families() {
        return Families.TEXTS;
    }

    private static PhysicalTopology graph(int hosts, int switches, int... ends) {
        List<PhysicalTopology.Link> links = new ArrayList<>();
        for (int i = 0; i < ends.length; i += 2) {
            links.add(new PhysicalTopology.Link(ends[i], ends[i + 1], LinkSpec.DEFAULT, 0));
        }
        return new PhysicalTopology("web", hosts, switches, links, List.of("link"));
    }

    @ParameterizedTest
    @MethodSource("families")
    void everyFamilyIsSound(String text) {
        TopologySpec spec = TopologyText.parse(text);
        assertThat(TopologyCheck.of(spec.physical(), 0).findings()).isEmpty();
        assertThat(spec.layout().positions()).hasSize(spec.physical().nodes()).doesNotHaveDuplicates();
        assertThat(spec.layout().edges()).hasSameSizeAs(spec.physical().links());
        assertThat(spec.levels()).doesNotHaveDuplicates();
    }

    @Test
    void brokenGraphsAreDistinguished() {
        assertThat(TopologyCheck.of(graph(3, 1, 0, 3, 1, 3), 0).findings())
                .extracting(Finding::level, Finding::where)
                .contains(Tuple.tuple(Level.ERROR, "web host 2"));
        assertThat(TopologyCheck.of(graph(3, 0, 0, 1, 1, 2), 0).findings())
                .singleElement()
                .satisfies(
                        f -> assertThat(f.what()).isEqualTo("2 ordered pairs of hosts have no path through switches"));
        assertThat(TopologyCheck.of(graph(3, 1, 0, 3, 1, 3, 2, 3), 2).findings())
                .singleElement()
                .satisfies(f -> assertThat(f.why()).isEqualTo("a switch has 2 ports"));
        assertThat(TopologyCheck.of(graph(2, 2, 0, 2, 1, 2), 0).findings())
                .allSatisfy(f -> assertThat(f.level()).isEqualTo(Level.WARNING))
                .extracting(Finding::where)
                .containsOnly("web switch 3");
        assertThat(TopologyCheck.of(graph(2, 1, 0, 2, 1, 2, 2, 1), 0).findings())
                .singleElement()
                .satisfies(f -> assertThat(f.where()).isEqualTo("web switch 2 to host 1"));
    }

    @Test
    void unjoinedHalvesHaveNoDiameter() {
        TopologyMetrics metrics = TopologyMetrics.of(graph(2, 2, 0, 2, 1, 3), LogicalTopology.ring(2));
        assertThat(metrics.diameter()).isEqualTo(-1);
        assertThat(metrics.bisection()).isEmpty();
        assertThat(metrics).asString().contains("infinite (hosts without a path)");
    }

    @Test
    void senselessGraphsAreRefused() {
        assertThatThrownBy(() -> graph(2, 1, 0, 3)).hasMessageContaining("link 0-3 does not join two of the 3 nodes");
        assertThatThrownBy(() -> graph(2, 1, 2, 2)).hasMessageContaining("link 2-2");
        assertThatThrownBy(() -> graph(0, 1)).hasMessageContaining("0 hosts");
        assertThatThrownBy(() -> TopologySpec.graph(graph(4, 1, 0, 4), List.of(DimKind.RING), List.of(3)))
                .hasMessageContaining("web has 4 hosts but its logical dimensions [3] make 3");
    }

    @Test
    void ratesGoByLevel() {
        TopologySpec tree = TopologyText.parse("fattree:4x2")
                .bandwidth(Bandwidth.gbps(10), Bandwidth.gbps(40))
                .latency(Time.us(1), Time.us(3))
                .errorRate(0, 0.01);
        assertThat(tree.physical().links())
                .filteredOn(link -> link.level() == 1)
                .hasSize(8)
                .allSatisfy(link -> assertThat(link.spec()).isEqualTo(new LinkSpec(Bandwidth.gbps(40), 3000, 0.01)));
        assertThat(tree.logical().dims().get(0).latencyNs()).isEqualTo(1000);
        assertThatThrownBy(() -> tree.latency(Time.us(1), Time.us(1), Time.us(1)))
                .hasMessageContaining("fattree:4x2 has 2 levels but 3 latencies are given")
                .hasMessageContaining("host, uplink");
    }

    @Test
    void aHostsOwnLinkIsDerivedUnlessGiven() {
        TopologySpec torus = TopologyText.parse("torus:4x4x8")
                .bandwidth(Bandwidth.gbps(25), Bandwidth.gbps(25), Bandwidth.gbps(65))
                .latency(Time.us(5), Time.us(5), Time.us(14));
        assertThat(torus.physical().links().get(0).spec()).isEqualTo(new LinkSpec(Bandwidth.gbps(65), 5000, 0));
        assertThat(torus.logical().physical()).isEmpty();
        TopologySpec given = torus.latency(Time.us(5), Time.us(5), Time.us(14), Time.us(14));
        assertThat(given.physical().links().get(0).spec()).isEqualTo(new LinkSpec(Bandwidth.gbps(65), 14000, 0));
        assertThat(given.logical().physical()).contains(given.physical());
        assertThat(TopologySpec.of(given.logical()).physical().links())
                .extracting(PhysicalTopology.Link::spec)
                .containsExactlyElementsOf(given.physical().links().stream()
                        .map(PhysicalTopology.Link::spec)
                        .toList());
    }

    @Test
    void linksOfALevelThatDifferGetLevelsOfTheirOwn() {
        LinkSpec fast = LinkSpec.DEFAULT.with(Bandwidth.gbps(800));
        PhysicalTopology graph = new PhysicalTopology(
                "web",
                2,
                1,
                List.of(new PhysicalTopology.Link(0, 2, LinkSpec.DEFAULT, 0), new PhysicalTopology.Link(1, 2, fast, 0)),
                List.of("link"));
        TopologySpec spec = TopologySpec.graph(graph, List.of(DimKind.SWITCH), List.of(2));
        assertThat(spec.levels()).hasSize(2);
        assertThat(spec.physical().links())
                .extracting(PhysicalTopology.Link::spec)
                .containsExactly(LinkSpec.DEFAULT, fast);
        assertThat(spec.logical().dims().get(0).bandwidth()).isEqualTo(Bandwidth.gbps(400));
        assertThat(spec.bandwidth(Bandwidth.gbps(1)).physical().links())
                .hasSize(2)
                .allSatisfy(link -> assertThat(link.spec().bandwidth()).isEqualTo(Bandwidth.gbps(1)));
    }

    @Test
    void onlyFatTreesAreOversubscribed() {
        assertThatThrownBy(() -> TopologyText.parse("ring:8").oversubscribed(2))
                .hasMessageContaining("ring:8 cannot be oversubscribed");
        assertThat(TopologyText.parse("ring:8").oversubscription()).isEmpty();
    }
}
