// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.shape;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.etude.topology.graph.DimKind;
import org.etude.topology.graph.GraphRoutes;
import org.etude.topology.graph.LinkSpec;
import org.etude.topology.graph.PhysicalTopology;
import org.etude.topology.graph.TopologyDim;
import org.etude.topology.graph.TopologyException;
import org.etude.unit.Bandwidth;

/**
 * One dimension of a graph as collectives see it, and the links that determine its rate. The rate is what each host
 * gets when all hosts send along the dimension at once: the minimum over the levels on the path of links per host times
 * link rate. The latency is that of the path, divided by the number of links that the kind of dimension counts.
 *
 * @param kind how collectives see it
 * @param size number of positions along it
 * @param path the levels of the links between the hosts farthest apart along it; empty when the links are unknown,
 *     so that the slowest level counts
 * @param share links per host, by level; empty with the path
 */
record GraphDim(DimKind kind, int size, List<Integer> path, List<Double> share) {
    GraphDim {
        path = List.copyOf(path);
        share = List.copyOf(share);
    }

    /** A dimension that may use any link. */
    static GraphDim plain(DimKind kind, int size) {
        return new GraphDim(kind, size, List.of(), List.of());
    }

    /**
     * Switch dimensions whose paths are measured on a graph.
     *
     * @throws TopologyException when two hosts along a dimension have no path
     */
    static List<GraphDim> measured(PhysicalTopology graph, List<Integer> sizes) {
        Double[] share = new Double[graph.levels().size()];
        Arrays.fill(share, 0.0);
        graph.links().forEach(link -> share[link.level()] += 1.0 / graph.hosts());
        GraphRoutes routes = new GraphRoutes(graph);
        List<GraphDim> dims = new ArrayList<>();
        int stride = 1;
        for (int size : sizes) {
            dims.add(
                    size == 1
                            ? plain(DimKind.SWITCH, size)
                            : new GraphDim(DimKind.SWITCH, size, path(graph, routes, stride, size), List.of(share)));
            stride *= size;
        }
        return dims;
    }

    /** The levels on the path to host 0 from the host that is farthest from it along a dimension. */
    private static List<Integer> path(PhysicalTopology graph, GraphRoutes routes, int stride, int size) {
        int far = stride;
        for (int place = 1; place < size; place++) {
            int host = place * stride;
            if (routes.hops(host, 0) < 0) {
                throw new TopologyException(
                        graph.name() + ": host " + host + " has no path to host 0",
                        "Join their switches, for example by spine switches; hosts do not forward.");
            }
            far = routes.hops(host, 0) > routes.hops(far, 0) ? host : far;
        }
        List<Integer> path = new ArrayList<>();
        int node = far;
        while (node != 0) {
            int k = routes.next(node, far, 0);
            path.add(graph.links().get(routes.index().link(node, k)).level());
            node = routes.index().neighbour(node, k);
        }
        return path;
    }

    /** The dimension with the rate and latency that the levels give it. */
    TopologyDim of(List<LinkSpec> levels) {
        if (path.isEmpty()) {
            LinkSpec slowest = levels.stream()
                    .min(Comparator.comparing(LinkSpec::bandwidth))
                    .orElse(LinkSpec.DEFAULT);
            return new TopologyDim(kind, size, slowest.bandwidth(), slowest.latencyNs());
        }
        double rate = Double.POSITIVE_INFINITY;
        double latency = 0;
        for (int level : path) {
            rate = Math.min(
                    rate, share.get(level) * levels.get(level).bandwidth().bytesPerSecond());
            latency += levels.get(level).latencyNs();
        }
        return new TopologyDim(kind, size, new Bandwidth(rate), latency / kind.hops(0, 1, size));
    }
}
