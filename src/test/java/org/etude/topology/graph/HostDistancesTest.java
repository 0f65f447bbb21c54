// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.etude.compat.simai.cluster.ClusterText;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Distances by switches are those of a search from each host. */
class HostDistancesTest {
    private static void assertAlike(PhysicalTopology graph) {
        GraphIndex index = GraphIndex.of(graph);
        HostDistances distances = new HostDistances(graph);
        for (int host = 0; host < graph.hosts(); host++) {
            assertThat(distances.from(host)).isEqualTo(Arrays.copyOf(index.distancesTo(host), graph.hosts()));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"torus:3x4", "switch:5", "dragonfly:3x2x2", "spectrum-x:32:gps=4:npa=3", "dcn+:16:gps=4:npa=6:dt"
            })
    void families(String text) {
        assertAlike(ClusterText.any(text).physical());
    }

    /** Hosts without links, hosts joined directly, pieces, switches without hosts. */
    @Property(tries = 300)
    void anyGraph(
            @ForAll @IntRange(min = 1, max = 8) int hosts,
            @ForAll @IntRange(min = 0, max = 8) int switches,
            @ForAll @IntRange(min = 0, max = 24) int links,
            @ForAll long seed) {
        Random random = new Random(seed);
        List<PhysicalTopology.Link> all = new ArrayList<>();
        for (int i = 0; i < links; i++) {
            int a = random.nextInt(hosts + switches);
            int b = random.nextInt(hosts + switches);
            if (a != b) {
                all.add(new PhysicalTopology.Link(a, b, LinkSpec.DEFAULT, 0));
            }
        }
        assertAlike(new PhysicalTopology("random", hosts, switches, all, List.of("link")));
    }
}
