// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.etude.topology.shape.TopologyMetrics;
import org.etude.topology.shape.TopologySpec;
import org.etude.topology.text.Families;
import org.etude.topology.text.TopologyText;
import org.etude.unit.Bandwidth;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Counts, degrees, diameters, numbers of routes and bisections against their closed forms. */
class GraphPropertiesTest {
    private static final double RATE = 10;

    private static TopologySpec rated(TopologySpec spec) {
        return spec.bandwidth(Bandwidth.gbps(RATE));
    }

    private static double bisection(TopologySpec spec) {
        return TopologyMetrics.of(spec).bisection().orElseThrow().toGbps();
    }

    @Property(tries = 40)
    void torusHasTheCountsOfItsProduct(@ForAll @Size(min = 1, max = 3) int[] raw) {
        int[] sizes = Arrays.stream(raw).map(i -> 1 + Math.floorMod(i, 5)).toArray();
        TopologySpec torus = rated(TopologySpec.grid(DimKind.RING, sizes));
        int hosts = Arrays.stream(sizes).reduce(1, (a, b) -> a * b);
        int degree = Arrays.stream(sizes).map(n -> Math.min(2, n - 1)).sum();
        TopologyMetrics metrics = TopologyMetrics.of(torus);
        assertThat(metrics.hosts()).isEqualTo(hosts);
        assertThat(metrics.switches()).isEqualTo(hosts);
        assertThat(metrics.links()).isEqualTo(hosts + hosts * degree / 2);
        assertThat(metrics.mostSwitchPorts()).isEqualTo(1 + degree);
        assertThat(metrics.leastHostPorts()).isEqualTo(1);
        int far = Arrays.stream(sizes).map(n -> n / 2).sum();
        assertThat(metrics.diameter()).isEqualTo(hosts == 1 ? 0 : far + 2);
    }

    @Property(tries = 30)
    void evenTorusHalvesAcrossItsLongestRing(
            @ForAll @IntRange(min = 2, max = 4) int a, @ForAll @IntRange(min = 1, max = 4) int b) {
        int x = 2 * a;
        int y = 2 * b;
        int longest = Math.max(x, y);
        int cut = x * y / longest * (longest > 2 ? 2 : 1);
        // Hosts hang on links of the same rate, so no half can send more than its hosts.
        assertThat(bisection(rated(TopologySpec.grid(DimKind.RING, x, y))))
                .isEqualTo(RATE * Math.min(cut, x * y / 2), within(1e-9));
    }

    @Property(tries = 30)
    void evenMeshHalvesAcrossItsLongestLine(
            @ForAll @IntRange(min = 1, max = 4) int a, @ForAll @IntRange(min = 1, max = 4) int b) {
        int x = 2 * a;
        int y = 2 * b;
        TopologySpec mesh = rated(TopologySpec.mesh(x, y));
        TopologyMetrics metrics = TopologyMetrics.of(mesh);
        assertThat(metrics.links()).isEqualTo(x * y + (x - 1) * y + x * (y - 1));
        assertThat(metrics.diameter()).isEqualTo(x - 1 + y - 1 + 2);
        assertThat(bisection(mesh)).isEqualTo(RATE * Math.min(x, y), within(1e-9));
    }

    @Property(tries = 30)
    void meshHasBinomiallyManyShortestWays(
            @ForAll @IntRange(min = 1, max = 6) int x, @ForAll @IntRange(min = 1, max = 6) int y) {
        PhysicalTopology mesh = TopologySpec.mesh(x, y).physical();
        double[] ways = GraphIndex.of(mesh).shortestPathsTo(0);
        double expected = 1;
        for (int i = 1; i < x; i++) {
            expected = expected * (y - 1 + i) / i;
        }
        assertThat(ways[x * y - 1]).isEqualTo(expected, within(1e-6));
    }

    @Property(tries = 40)
    void fatTreeHasItsCountsAndBisection(
            @ForAll @IntRange(min = 1, max = 4) int half,
            @ForAll @IntRange(min = 1, max = 6) int spines,
            @ForAll @IntRange(min = 1, max = 6) int perLeaf) {
        int leaves = 2 * half;
        TopologySpec tree = rated(TopologySpec.fatTree(leaves, spines, perLeaf));
        TopologyMetrics metrics = TopologyMetrics.of(tree);
        assertThat(metrics.links()).isEqualTo(leaves * perLeaf + leaves * spines);
        assertThat(metrics.mostSwitchPorts()).isEqualTo(Math.max(perLeaf + spines, leaves));
        assertThat(metrics.diameter()).isEqualTo(4);
        assertThat(bisection(tree)).isEqualTo(RATE * half * Math.min(spines, perLeaf), within(1e-9));
        double[] ways = GraphIndex.of(tree.physical()).shortestPathsTo(0);
        assertThat(ways[leaves * perLeaf - 1]).isEqualTo(spines);
        assertThat(tree.oversubscription().orElseThrow()).isEqualTo((double) perLeaf / spines, within(1e-12));
    }

    @Property(tries = 30)
    void oversubscriptionIsWhatWasAskedFor(
            @ForAll @IntRange(min = 1, max = 8) int ratio, @ForAll @IntRange(min = 1, max = 8) int perLeaf) {
        TopologySpec tree = rated(TopologySpec.fatTree(4, 4, perLeaf)).oversubscribed(ratio);
        assertThat(tree.oversubscription().orElseThrow()).isEqualTo(ratio, within(1e-9));
        assertThat(bisection(tree)).isEqualTo(RATE * 2 * perLeaf / ratio, within(1e-3));
    }

    @Property(tries = 40)
    void dragonflyJoinsGroupsPairwiseWithoutOverloadingARouter(
            @ForAll @IntRange(min = 1, max = 9) int groups,
            @ForAll @IntRange(min = 1, max = 5) int routers,
            @ForAll @IntRange(min = 1, max = 3) int hosts) {
        PhysicalTopology graph = TopologySpec.dragonfly(groups, routers, hosts).physical();
        long global = graph.links().stream().filter(l -> l.level() == 2).count();
        assertThat(global).isEqualTo((long) groups * (groups - 1) / 2);
        assertThat(graph.links().stream().filter(l -> l.level() == 1).count())
                .isEqualTo((long) groups * routers * (routers - 1) / 2);
        int globalPorts = (groups - 1 + routers - 1) / routers;
        TopologyMetrics metrics = TopologyMetrics.of(graph, LogicalTopology.ring(graph.hosts()));
        assertThat(metrics.mostSwitchPorts()).isLessThanOrEqualTo(hosts + routers - 1 + globalPorts);
        assertThat(metrics.diameter()).isBetween(0, 5);
    }

    @Property(tries = 40)
    void twistMovesClosingLinksAndNothingElse(
            @ForAll @IntRange(min = 3, max = 5) int x,
            @ForAll @IntRange(min = 2, max = 5) int y,
            @ForAll @IntRange(min = 0, max = 7) int twist) {
        PhysicalTopology plain = TopologySpec.grid(DimKind.RING, x, y).physical();
        PhysicalTopology twisted = TopologySpec.twistedTorus(new int[] {x, y}, new int[] {twist, 0})
                .physical();
        assertThat(twisted.links()).hasSameSizeAs(plain.links());
        for (int l = 0; l < plain.links().size(); l++) {
            int a = plain.links().get(l).a() - x * y;
            int b = plain.links().get(l).b() - x * y;
            boolean closes = a % x == x - 1 && b % x == 0 && a / x == b / x && a >= 0;
            int expected = closes ? (a / x + twist) % y * x : b;
            assertThat(twisted.links().get(l).b() - x * y).isEqualTo(expected);
        }
        assertThat(twisted.ports()).isEqualTo(plain.ports());
    }

    @Property(tries = 30)
    void routesAreShortestAndArrive(@ForAll @IntRange(min = 0, max = 9) int family, @ForAll int seed) {
        PhysicalTopology graph = Families.ALL.get(family % Families.ALL.size()).physical();
        GraphRoutes routes = new GraphRoutes(graph);
        Random random = new Random(seed);
        int src = random.nextInt(graph.hosts());
        int dst = random.nextInt(graph.hosts());
        int node = src;
        int hops = 0;
        while (node != dst) {
            node = routes.index().neighbour(node, routes.next(node, src, dst));
            hops++;
            assertThat(node == dst || !graph.isHost(node)).isTrue();
        }
        assertThat(hops).isEqualTo(routes.hops(src, dst));
    }

    @Example
    void pairsSpreadOverEqualRoutes() {
        PhysicalTopology tree = TopologySpec.fatTree(2, 4, 8).physical();
        GraphRoutes routes = new GraphRoutes(tree);
        int[] used = new int[4];
        for (int src = 0; src < 8; src++) {
            for (int dst = 8; dst < 16; dst++) {
                int spine = routes.index().neighbour(16, routes.next(16, src, dst));
                used[spine - 18]++;
            }
        }
        assertThat(used).doesNotContain(0);
        assertThat(Arrays.stream(used).sum()).isEqualTo(64);
    }

    /** Published set-up: 4x4x8 torus of 25, 25, 65 Gbps; 16 leaves of 8 hosts and 8 spines at 65 Gbps. */
    @ParameterizedTest
    @CsvSource({
        "torus:4x4x8, '25,25,65', 128, 128, 512, 7, 10, 1600",
        "twisted:4x4x8, '25,25,65', 128, 128, 512, 7, 9, 1600",
        "fattree:16x8, '65', 128, 24, 256, 16, 4, 4160",
        "mesh:4x4x8, '25,25,65', 128, 128, 432, 7, 15, 800",
        "switch:8, '100', 8, 1, 8, 8, 2, 400",
        "fc:8, '100', 8, 8, 36, 8, 3, 400",
        "rail:4x8x4, '400,100,100', 32, 16, 96, 8, 4, 1600",
        "dragonfly:4x3x2, '100', 24, 12, 42, 5, 5, 400",
        "hierarchical:fc:4/fattree:4x2, '400,100,100', 32, 56, 144, 5, 7, 1600",
        "hierarchical:switch:8/fattree:2x2, '400,100,100', 32, 68, 128, 8, 8, 1600",
        "hierarchical:switch:8/ring:4, '400,100', 32, 36, 96, 8, 6, 1600",
    })
    void knownNetworks(
            String text,
            String rates,
            int hosts,
            int switches,
            int links,
            int ports,
            int diameter,
            double bisectionGbps) {
        Bandwidth[] given = Arrays.stream(rates.split(","))
                .map(rate -> Bandwidth.parse(rate + "Gbps"))
                .toArray(Bandwidth[]::new);
        TopologySpec spec = TopologyText.parse(text);
        TopologyMetrics metrics = TopologyMetrics.of(spec.bandwidth(given));
        assertThat(metrics)
                .extracting(
                        TopologyMetrics::hosts,
                        TopologyMetrics::switches,
                        TopologyMetrics::links,
                        TopologyMetrics::mostSwitchPorts,
                        TopologyMetrics::diameter)
                .containsExactly(hosts, switches, links, ports, diameter);
        assertThat(metrics.bisection().orElseThrow().toGbps()).isEqualTo(bisectionGbps, within(1e-6));
    }
}
