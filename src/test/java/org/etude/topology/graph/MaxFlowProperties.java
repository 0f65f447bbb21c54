// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.etude.unit.Bandwidth;

/** The greatest flow is the smallest cut, found here by trying all of them. */
class MaxFlowProperties {
    private static PhysicalTopology random(int hosts, int switches, int links, Random random) {
        List<PhysicalTopology.Link> all = new ArrayList<>();
        int nodes = hosts + switches;
        for (int i = 0; i < links; i++) {
            int a = random.nextInt(nodes);
            int b = (a + 1 + random.nextInt(nodes - 1)) % nodes;
            Bandwidth rate = Bandwidth.gbps(1 + random.nextInt(9));
            all.add(new PhysicalTopology.Link(a, b, LinkSpec.DEFAULT.with(rate), 0));
        }
        return new PhysicalTopology("random", hosts, switches, all, List.of("link"));
    }

    private static long smallestCut(PhysicalTopology graph, boolean[] left) {
        long least = Long.MAX_VALUE;
        for (int choice = 0; choice < 1 << graph.switches(); choice++) {
            long cut = 0;
            for (PhysicalTopology.Link link : graph.links()) {
                boolean across = isLeft(graph, left, choice, link.a()) != isLeft(graph, left, choice, link.b());
                cut += across ? link.spec().bitsPerSecond() : 0;
            }
            least = Math.min(least, cut);
        }
        return least;
    }

    private static boolean isLeft(PhysicalTopology graph, boolean[] left, int choice, int node) {
        return graph.isHost(node) ? left[node] : (choice >> node - graph.hosts() & 1) == 1;
    }

    @Property(tries = 200)
    void flowIsTheSmallestCut(
            @ForAll @IntRange(min = 2, max = 6) int hosts,
            @ForAll @IntRange(min = 0, max = 6) int switches,
            @ForAll @IntRange(min = 0, max = 25) int links,
            @ForAll long seed) {
        Random random = new Random(seed);
        PhysicalTopology graph = random(hosts, switches, links, random);
        boolean[] left = new boolean[hosts];
        for (int host = 0; host < hosts / 2; host++) {
            left[host] = true;
        }
        assertThat(MaxFlow.between(graph, left)).isEqualTo(smallestCut(graph, left));
    }

    @Property(tries = 100)
    void distancesKeepTheTriangleAndHostsDoNotForward(@ForAll long seed) {
        Random random = new Random(seed);
        PhysicalTopology graph = random(5, 5, 20, random);
        GraphIndex index = GraphIndex.of(graph);
        for (int host = 0; host < 5; host++) {
            int[] through = index.distancesThroughHosts(host);
            int[] switched = index.distancesTo(host);
            double[] ways = index.shortestPathsTo(host);
            for (int node = 0; node < graph.nodes(); node++) {
                assertThat(switched[node] < 0 || switched[node] >= through[node])
                        .isTrue();
                assertThat(ways[node] > 0).isEqualTo(switched[node] >= 0);
            }
            for (PhysicalTopology.Link link : graph.links()) {
                assertThat(Math.abs(through[link.a()] - through[link.b()])).isLessThanOrEqualTo(1);
            }
        }
    }

    /** Rates that nobody has must not make a flow negative. */
    @Property(tries = 20)
    void ratesBeyondCountingAreTheMostThatCanBeCounted(@ForAll @IntRange(min = 1, max = 8) int pairs) {
        List<PhysicalTopology.Link> links = new ArrayList<>();
        boolean[] left = new boolean[2 * pairs];
        for (int host = 0; host < pairs; host++) {
            left[host] = true;
            links.add(new PhysicalTopology.Link(host, pairs + host, LinkSpec.DEFAULT.with(Bandwidth.gbps(1e20)), 0));
        }
        PhysicalTopology graph = new PhysicalTopology("fast", 2 * pairs, 0, links, List.of("link"));
        long flow = MaxFlow.between(graph, left);
        assertThat(flow)
                .isEqualTo(pairs < 4 ? pairs * (Long.MAX_VALUE / 4) : pairs == 4 ? Long.MAX_VALUE - 3 : Long.MAX_VALUE);
    }
}
