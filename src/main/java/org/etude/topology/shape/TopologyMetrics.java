// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.shape;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.etude.report.Counted;
import org.etude.report.Internal;
import org.etude.report.Progress;
import org.etude.topology.graph.HostDistances;
import org.etude.topology.graph.LogicalTopology;
import org.etude.topology.graph.MaxFlow;
import org.etude.topology.graph.PhysicalTopology;
import org.etude.unit.Bandwidth;

/**
 * Figures of merit of a network, measured on its graph: O(hosts x hosts + switches with hosts x links), and one maximum
 * flow per dimension.
 *
 * @param hosts number of hosts
 * @param switches number of switches
 * @param links number of full-duplex links
 * @param mostSwitchPorts maximum number of links at a switch
 * @param leastHostPorts minimum number of links at a host
 * @param mostHostPorts maximum number of links at a host
 * @param diameter links on the shortest path between the hosts farthest apart; -1 when a pair has no path
 * @param meanHops links on the shortest path, averaged over ordered pairs of different hosts
 * @param bisection maximum flow in one direction between two halves of the hosts: the minimum over the halvings
 *     along each logical dimension and by host number. An upper bound of the bisection bandwidth, equal to it for the
 *     families built here. Empty for one host or halves that are not connected
 */
public record TopologyMetrics(
        int hosts,
        int switches,
        int links,
        int mostSwitchPorts,
        int leastHostPorts,
        int mostHostPorts,
        int diameter,
        double meanHops,
        Optional<Bandwidth> bisection) {

    /** Measures a network. */
    @Internal
    public static TopologyMetrics of(TopologySpec spec) {
        return of(spec.physical(), spec.logical());
    }

    /** Measures a graph whose hosts have these logical dimensions. */
    @Internal
    public static TopologyMetrics of(PhysicalTopology graph, LogicalTopology logical) {
        int[] ports = graph.ports();
        int hosts = graph.hosts();
        HostDistances distances = new HostDistances(graph);
        long sum = 0;
        int diameter = 0;
        for (int host = 0; host < hosts; host++) {
            Progress.checkInterrupted();
            int[] distance = distances.from(host);
            for (int other = 0; other < hosts && diameter >= 0; other++) {
                sum += distance[other];
                diameter = distance[other] < 0 ? -1 : Math.max(diameter, distance[other]);
            }
        }
        double pairs = (double) hosts * (hosts - 1);
        return new TopologyMetrics(
                hosts,
                graph.switches(),
                graph.links().size(),
                Arrays.stream(ports, hosts, ports.length).max().orElse(0),
                Arrays.stream(ports, 0, hosts).min().orElse(0),
                Arrays.stream(ports, 0, hosts).max().orElse(0),
                diameter,
                diameter < 0 || hosts < 2 ? 0 : sum / pairs,
                bisection(graph, logical));
    }

    private static Optional<Bandwidth> bisection(PhysicalTopology graph, LogicalTopology logical) {
        if (graph.hosts() < 2) {
            return Optional.empty();
        }
        long least = Long.MAX_VALUE;
        for (int d = -1; d < logical.size(); d++) {
            if (d < 0 || logical.dims().get(d).npus() > 1) {
                Progress.checkInterrupted();
                least = Math.min(least, MaxFlow.between(graph, half(graph.hosts(), logical, d)));
            }
        }
        return least == 0 ? Optional.empty() : Optional.of(new Bandwidth((double) least / Byte.SIZE));
    }

    /**
     * The first half of the hosts by coordinate along a dimension (then by number), or by number alone if {@code d} is
     * -1.
     */
    private static boolean[] half(int hosts, LogicalTopology logical, int d) {
        List<Integer> order = IntStream.range(0, hosts).boxed().toList();
        if (d >= 0) {
            order = order.stream()
                    .sorted(Comparator.comparingInt(host -> logical.coordinate(host, d)))
                    .toList();
        }
        boolean[] left = new boolean[hosts];
        order.subList(0, hosts / 2).forEach(host -> left[host] = true);
        return left;
    }

    /** One line: {@code 128 hosts, 24 switches, 256 links; diameter 4 links, mean 3.81; bisection 4160 Gbps}. */
    @Override
    public String toString() {
        return Counted.of(hosts, "host") + ", " + Counted.of(switches, "switch", "switches") + " (at most "
                + Counted.of(mostSwitchPorts, "port") + "), "
                + Counted.of(links, "link") + "; diameter "
                + (diameter < 0 ? "infinite (hosts without a path)" : Counted.of(diameter, "link"))
                + String.format(Locale.ROOT, ", mean %.2f", meanHops)
                + bisection.map(b -> "; bisection " + b).orElse("");
    }
}
