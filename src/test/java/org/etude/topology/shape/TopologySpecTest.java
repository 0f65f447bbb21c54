// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.shape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.etude.unit.Units.gbps;
import static org.etude.unit.Units.us;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.etude.topology.graph.DimKind;
import org.etude.topology.graph.LinkSpec;
import org.etude.topology.graph.LogicalTopology;
import org.etude.topology.graph.PhysicalTopology;
import org.etude.topology.graph.TopologyDim;
import org.etude.topology.graph.TopologyException;
import org.etude.unit.Bandwidth;
import org.junit.jupiter.api.Test;

class TopologySpecTest {
    /** Rates in Gbit/s and latencies in us of each level that occurs on links. */
    private static String onLinks(TopologySpec spec) {
        return spec.physical().links().stream()
                .collect(Collectors.toMap(PhysicalTopology.Link::level, PhysicalTopology.Link::spec, (a, b) -> {
                    assertThat(a).isEqualTo(b);
                    return a;
                }))
                .entrySet()
                .stream()
                .map(level -> level.getKey() + ": " + text(level.getValue()))
                .collect(Collectors.joining(", "));
    }

    private static String text(LinkSpec link) {
        return String.format(
                        Locale.ROOT,
                        "%.4g Gbps %.4g us",
                        link.bandwidth().bytesPerSecond() * 8 / 1e9,
                        link.latencyNs() / 1e3)
                + (link.errorRate() > 0 ? " " + link.errorRate() : "");
    }

    private static TopologySpec torus() {
        return TopologySpec.grid(DimKind.RING, 3, 2);
    }

    @Test
    void oneRateIsThatOfAllLevels() {
        assertThat(onLinks(torus().bandwidth(gbps(100)).latency(us(2))))
                .isEqualTo("0: 100.0 Gbps 2.000 us, 1: 100.0 Gbps 2.000 us, 2: 100.0 Gbps 2.000 us");
    }

    /** The link of a host is as fast as the fastest dimension, as short as the shortest, and loses nothing. */
    @Test
    void theHostsLevelFollowsTheDimensions() {
        TopologySpec spec =
                torus().bandwidth(gbps(100), gbps(300)).latency(us(2), us(5)).errorRate(0.25, 0.5);
        assertThat(onLinks(spec))
                .isEqualTo("0: 100.0 Gbps 2.000 us 0.25, 1: 300.0 Gbps 5.000 us 0.5, 2: 300.0 Gbps 2.000 us");
        assertThat(onLinks(torus().bandwidth(gbps(300), gbps(100)).latency(us(5), us(2))))
                .isEqualTo("0: 300.0 Gbps 5.000 us, 1: 100.0 Gbps 2.000 us, 2: 300.0 Gbps 2.000 us");
        assertThat(spec.links()).hasSize(2);
        assertThat(spec.logical().physical()).as("the dimensions say all").isEmpty();
    }

    @Test
    void aHostsLevelThatIsGivenStays() {
        TopologySpec spec = torus().bandwidth(gbps(100), gbps(300), gbps(50)).latency(us(1));
        assertThat(onLinks(spec)).isEqualTo("0: 100.0 Gbps 1.000 us, 1: 300.0 Gbps 1.000 us, 2: 50.00 Gbps 1.000 us");
        assertThat(spec.links()).hasSize(3);
        assertThat(spec.logical().physical()).as("messages cross it").isPresent();
        assertThat(onLinks(spec.bandwidth(gbps(10), gbps(20))))
                .as("the host's is kept")
                .isEqualTo("0: 10.00 Gbps 1.000 us, 1: 20.00 Gbps 1.000 us, 2: 50.00 Gbps 1.000 us");
    }

    /** Three latencies give the host one; its rate is what it followed before. */
    @Test
    void aLevelGivenOnceHasWhatItFollowed() {
        TopologySpec spec = torus().bandwidth(gbps(100), gbps(300)).latency(us(1), us(2), us(3));
        assertThat(onLinks(spec)).isEqualTo("0: 100.0 Gbps 1.000 us, 1: 300.0 Gbps 2.000 us, 2: 300.0 Gbps 3.000 us");
    }

    @Test
    void anotherNumberIsRefused() {
        assertThatThrownBy(() -> TopologySpec.grid(DimKind.RING, 3, 3, 3).bandwidth(gbps(1), gbps(2)))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("torus:3x3x3 has 3 levels (and host) but 2 bandwidths are given")
                .hasMessageContaining("Give one for all levels, or one per level: dim0, dim1, dim2, host.");
        assertThatThrownBy(() -> TopologySpec.grid(DimKind.SWITCH, 3).latency(us(1), us(2)))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("switch:3 has 1 level but 2 latencies are given");
        assertThatThrownBy(() -> torus().errorRate(0, 0, 0, 0)).hasMessageContaining("but 4 error rates are given");
        assertThatThrownBy(() -> torus().links(List.of(LinkSpec.DEFAULT)))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("torus:3x2 has 3 levels but link properties of 1 are given");
    }

    @Test
    void linksOfAllLevelsOrOfThoseThatAreNotDerived() {
        LinkSpec fast = LinkSpec.DEFAULT.with(gbps(800));
        LinkSpec slow = LinkSpec.DEFAULT.with(gbps(80));
        assertThat(torus().links(List.of(slow, slow)).links()).containsExactly(slow, slow);
        assertThat(torus().links(List.of(slow, fast, slow))
                        .physical()
                        .links()
                        .get(0)
                        .spec())
                .isEqualTo(slow);
        assertThat(torus().links(List.of(slow, fast)).physical().links().get(0).spec())
                .as("of a host, derived")
                .isEqualTo(fast);
    }

    /** Each part keeps its own levels; GPUs reach their switches at the fastest rate and the lowest latency. */
    @Test
    void nodesKeepTheirLevels() {
        TopologySpec node = TopologySpec.grid(DimKind.FULLY_CONNECTED, 2)
                .bandwidth(gbps(800))
                .latency(us(1));
        TopologySpec net =
                TopologySpec.fatTree(2, 1, 1).bandwidth(gbps(100), gbps(50)).latency(us(3), us(4));
        String levels =
                "0: 800.0 Gbps 1.000 us, 1: 100.0 Gbps 3.000 us, 2: 50.00 Gbps 4.000 us, 3: 800.0 Gbps 1.000 us";
        assertThat(onLinks(TopologySpec.hierarchical(node, net))).isEqualTo(levels);
        TopologySpec star =
                TopologySpec.grid(DimKind.SWITCH, 2).bandwidth(gbps(800)).latency(us(1));
        assertThat(onLinks(TopologySpec.hierarchical(star, net))).isEqualTo(levels);
        TopologySpec slowHosts = TopologySpec.grid(DimKind.FULLY_CONNECTED, 2).bandwidth(gbps(800), gbps(200));
        assertThat(onLinks(TopologySpec.hierarchical(slowHosts, net))).contains("3: 200.0 Gbps");
    }

    /** 12 hosts of 100 Gbit/s on 2 spines of 50: 3 x 100 over 2 x 50 at each leaf. */
    @Test
    void oversubscription() {
        TopologySpec tree = TopologySpec.fatTree(4, 2, 3).bandwidth(gbps(100), gbps(50));
        assertThat(tree.oversubscription().orElseThrow()).isEqualTo(3, within(1e-12));
        TopologySpec twice = tree.oversubscribed(2);
        assertThat(twice.links().get(0).bandwidth()).isEqualTo(gbps(100));
        assertThat(twice.links().get(1).bandwidth().bytesPerSecond()).isEqualTo(gbps(75).bytesPerSecond(), within(1.0));
        assertThat(twice.oversubscription().orElseThrow()).isEqualTo(2, within(1e-12));
        assertThat(torus().oversubscription()).isEmpty();
    }

    @Test
    void whatCannotBeOversubscribedIsRefused() {
        for (double ratio : new double[] {0, -1, Double.NaN}) {
            assertThatThrownBy(() -> TopologySpec.fatTree(2, 2, 2).oversubscribed(ratio))
                    .isInstanceOf(TopologyException.class)
                    .hasMessageContaining("cannot be oversubscribed by " + ratio);
        }
        assertThatThrownBy(() -> torus().oversubscribed(2))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("torus:3x2 cannot be oversubscribed by 2.0");
    }

    /**
     * Hosts of 100 Gbit/s and 1 us, uplinks of 50 and 2, of which there is half a one per host. Along the first dimension two links of
     * a host are crossed, along the second two of each; a switch counts two hops.
     */
    @Test
    void measuredDimensionsAreWhatTheirPathsCarry() {
        PhysicalTopology graph = TopologySpec.fatTree(2, 1, 2)
                .bandwidth(gbps(100), gbps(50))
                .latency(us(1), us(2))
                .physical();
        TopologySpec spec = TopologySpec.measured(graph, List.of(2, 2));
        assertThat(spec.isMeasured()).isTrue();
        assertThat(torus().isMeasured()).isFalse();
        List<TopologyDim> dims = spec.logical().dims();
        assertThat(dims).extracting(TopologyDim::kind).containsExactly(DimKind.SWITCH, DimKind.SWITCH);
        assertThat(dims).extracting(TopologyDim::bandwidth).containsExactly(gbps(100), gbps(25));
        assertThat(dims).extracting(TopologyDim::latencyNs).containsExactly(1_000.0, 3_000.0);
        TopologySpec faster = spec.bandwidth(gbps(100), gbps(400));
        assertThat(faster.logical().dims()).extracting(TopologyDim::bandwidth).containsExactly(gbps(100), gbps(100));
    }

    /** A dimension of one place crosses nothing: the slowest link counts. */
    @Test
    void aDimensionOfOnePlaceIsAsSlowAsTheSlowestLink() {
        PhysicalTopology graph =
                TopologySpec.fatTree(2, 1, 2).bandwidth(gbps(100), gbps(50)).physical();
        List<TopologyDim> dims =
                TopologySpec.measured(graph, List.of(4, 1)).logical().dims();
        assertThat(dims).extracting(TopologyDim::npus).containsExactly(4, 1);
        assertThat(dims).extracting(TopologyDim::bandwidth).containsExactly(gbps(25), gbps(50));
        assertThat(TopologySpec.graph(graph, List.of(DimKind.RING), List.of(4))
                        .logical()
                        .dims())
                .extracting(TopologyDim::bandwidth)
                .containsExactly(gbps(50));
    }

    @Test
    void hostsWithoutAPathAreNamed() {
        PhysicalTopology apart = new PhysicalTopology(
                "two islands",
                2,
                2,
                List.of(
                        new PhysicalTopology.Link(0, 2, LinkSpec.DEFAULT, 0),
                        new PhysicalTopology.Link(1, 3, LinkSpec.DEFAULT, 0)),
                List.of("host"));
        assertThatThrownBy(() -> TopologySpec.measured(apart, List.of(2)))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("two islands: host 1 has no path to host 0");
        assertThatThrownBy(() -> TopologySpec.graph(apart, List.of(DimKind.RING), List.of(3)))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("two islands has 2 hosts but its logical dimensions [3] make 3");
        TopologyMetrics metrics = TopologyMetrics.of(TopologySpec.graph(apart, List.of(DimKind.RING), List.of(2)));
        assertThat(metrics.diameter()).isEqualTo(-1);
        assertThat(metrics.meanHops()).isZero();
        assertThat(metrics.bisection()).isEmpty();
        assertThat(metrics).asString().contains("diameter infinite (hosts without a path)");
    }

    /** Links of one level that differ get a level each, named by their rate. */
    @Test
    void levelsHaveLinksThatAreAlike() {
        LinkSpec slow = LinkSpec.DEFAULT.with(gbps(10));
        PhysicalTopology graph = new PhysicalTopology(
                "g",
                2,
                1,
                List.of(new PhysicalTopology.Link(0, 2, LinkSpec.DEFAULT, 0), new PhysicalTopology.Link(1, 2, slow, 0)),
                List.of("port"));
        TopologySpec spec = TopologySpec.graph(graph, List.of(DimKind.SWITCH), List.of(2));
        assertThat(spec.levels()).hasSize(2);
        assertThat(spec.levels().get(0)).isEqualTo("port");
        assertThat(spec.levels().get(1)).startsWith("port 10").endsWith(" #1");
        assertThat(spec.links()).containsExactly(LinkSpec.DEFAULT, slow);
        assertThat(spec.logical().dims().get(0).bandwidth()).isEqualTo(gbps(10));
    }

    @Test
    void logicalDimensionsKeepTheirLinks() {
        LogicalTopology torus =
                LogicalTopology.torus(4, 2).bandwidth(gbps(100), gbps(25)).latency(us(1), us(3));
        TopologySpec spec = TopologySpec.of(torus);
        assertThat(spec.logical()).isEqualTo(torus);
        assertThat(spec.hosts()).isEqualTo(8);
        assertThat(spec)
                .isEqualTo(TopologySpec.grid(DimKind.RING, 4, 2)
                        .bandwidth(gbps(100), gbps(25))
                        .latency(us(1), us(3)));
        assertThat(spec).isNotEqualTo(TopologySpec.grid(DimKind.RING, 4, 2)).hasSameHashCodeAs(TopologySpec.of(torus));
        TopologySpec tree = TopologySpec.fatTree(2, 1, 2);
        TopologySpec again = TopologySpec.of(tree.logical());
        assertThat(again.physical().links()).isEqualTo(tree.physical().links());
    }

    /** A ring of 4: neighbours are 3 links apart, the others 4; two of its links join two halves. */
    @Test
    void metricsOfARing() {
        TopologyMetrics ring =
                TopologyMetrics.of(TopologySpec.grid(DimKind.RING, 4).bandwidth(gbps(100)));
        assertThat(ring).isEqualTo(new TopologyMetrics(4, 4, 8, 3, 1, 1, 4, 10.0 / 3, Optional.of(gbps(200))));
        assertThat(ring)
                .hasToString("4 hosts, 4 switches (at most 3 ports), 8 links; diameter 4 links, mean 3.33;"
                        + " bisection 200 Gbps");
    }

    /** Hosts of a leaf are 2 links apart, others 4; its uplinks carry less than its hosts. */
    @Test
    void metricsOfATree() {
        TopologyMetrics tree = TopologyMetrics.of(TopologySpec.fatTree(2, 2, 2).bandwidth(gbps(100), gbps(30)));
        assertThat(tree.diameter()).isEqualTo(4);
        assertThat(tree.meanHops()).isEqualTo(10.0 / 3, within(1e-12));
        assertThat(tree.bisection().orElseThrow().bytesPerSecond()).isEqualTo(gbps(60).bytesPerSecond(), within(1.0));
        assertThat(tree.mostSwitchPorts()).isEqualTo(4);
    }

    @Test
    void oneHostHasNoHalves() {
        TopologyMetrics one = TopologyMetrics.of(TopologySpec.grid(DimKind.SWITCH, 1));
        assertThat(one.diameter()).isZero();
        assertThat(one.meanHops()).isZero();
        assertThat(one.bisection()).isEmpty();
    }

    /** A rail network's hosts have two links each; a twisted torus is shorter than the torus of its size. */
    @Test
    void portsAndDiameters() {
        TopologyMetrics rails = TopologyMetrics.of(TopologySpec.railOptimised(4, 2, 1));
        assertThat(rails.leastHostPorts()).isEqualTo(2);
        assertThat(rails.mostHostPorts()).isEqualTo(2);
        assertThat(rails.diameter()).isEqualTo(4);
        TopologyMetrics plain = TopologyMetrics.of(TopologySpec.grid(DimKind.RING, 8, 4));
        TopologyMetrics twisted = TopologyMetrics.of(TopologySpec.twistedTorus(new int[] {8, 4}, new int[] {2, 0}));
        assertThat(plain.diameter()).isEqualTo(2 + 4 + 2);
        assertThat(twisted.meanHops()).isLessThan(plain.meanHops());
    }

    @Test
    void ratesBelowGivenOnesAreKeptExactly() {
        Bandwidth odd = new Bandwidth(123_456_789);
        assertThat(torus().bandwidth(odd).logical().dims().get(1).bandwidth()).isEqualTo(odd);
    }
}
