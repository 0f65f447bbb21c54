// SPDX-License-Identifier: Apache-2.0
package org.etude.network.analytic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.etude.network.queue.EventQueue;
import org.etude.topology.graph.LogicalTopology;
import org.etude.topology.graph.PhysicalTopology;
import org.etude.topology.text.TopologyText;
import org.etude.unit.Bandwidth;
import org.etude.unit.Time;

/** Formulas on graphs compared with those of products where both apply. */
class GraphNetworkTest {
    private static PhysicalTopology star(int hosts, double gbps, double latencyNs) {
        return TopologyText.parse("switch:" + hosts)
                .bandwidth(Bandwidth.gbps(gbps))
                .latency(Time.ns(latencyNs))
                .physical();
    }

    @Property(tries = 60)
    void aStarIsASwitchDimension(
            @ForAll @IntRange(min = 2, max = 9) int hosts,
            @ForAll @IntRange(min = 1, max = 400) int gbps,
            @ForAll @IntRange(min = 0, max = 5000) int latency,
            @ForAll @IntRange(min = 0, max = 1 << 20) int bytes) {
        LogicalTopology logical =
                LogicalTopology.switched(hosts).bandwidth(Bandwidth.gbps(gbps)).latency(Time.ns(latency));
        UnawareNetwork product = new UnawareNetwork(new EventQueue(), logical, false);
        GraphUnawareNetwork graph = new GraphUnawareNetwork(new EventQueue(), star(hosts, gbps, latency));
        assertThat(graph.delay(0, hosts - 1, bytes)).isEqualTo(product.delay(0, hosts - 1, bytes));
    }

    @Example
    void theSlowestLinkAndAllLatenciesCount() {
        PhysicalTopology tree = TopologyText.parse("fattree:2x1x2")
                .bandwidth(Bandwidth.gbps(80), Bandwidth.gbps(8))
                .latency(Time.ns(100), Time.ns(7))
                .physical();
        GraphUnawareNetwork network = new GraphUnawareNetwork(new EventQueue(), tree);
        assertThat(network.delay(0, 1, 1000)).isEqualTo(200 + 100);
        assertThat(network.delay(0, 2, 1000)).isEqualTo(214 + 1000);
        assertThat(List.of(network.delay(0, 2, 0), network.delay(3, 1, 0))).containsOnly(214L);
    }
}
