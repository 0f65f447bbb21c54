// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.graph;

import java.util.ArrayList;
import java.util.List;

/**
 * Where to draw the nodes of a graph; the unit is roughly the distance between neighbouring nodes.
 *
 * @param positions one position per node, in the order of their ids
 * @param edges pairs of nodes, one per link
 */
public record TopologyLayout(List<Position> positions, List<Edge> edges) {
    private static final double HOST_OFFSET = 0.3;
    private static final double FULL_CIRCLE = 2 * Math.PI;

    /** A position; flat drawings have z = 0. */
    public record Position(double x, double y, double z) {}

    /** A link and its level. */
    public record Edge(int a, int b, int level) {}

    /** Copies the lists. */
    public TopologyLayout {
        positions = List.copyOf(positions);
        edges = List.copyOf(edges);
    }

    private static TopologyLayout of(PhysicalTopology graph, Position... places) {
        List<Edge> edges = graph.links().stream()
                .map(link -> new Edge(link.a(), link.b(), link.level()))
                .toList();
        return new TopologyLayout(List.of(places), edges);
    }

    /**
     * Hosts in one row, preferred switches below them, other switches above in rows by their distance from the nearest
     * host.
     */
    public static TopologyLayout tiers(PhysicalTopology graph) {
        int[] tier = GraphIndex.of(graph).distanceToHosts();
        List<List<Integer>> rows = new ArrayList<>();
        List<Integer> below = new ArrayList<>();
        for (int node = 0; node < tier.length; node++) {
            if (graph.isPreferred(node)) {
                below.add(node);
                continue;
            }
            while (rows.size() <= tier[node]) {
                rows.add(new ArrayList<>());
            }
            rows.get(tier[node]).add(node);
        }
        int widest = rows.stream().mapToInt(List::size).max().orElse(1);
        Position[] places = new Position[tier.length];
        double height = Math.max(1, widest / 4.0);
        place(places, below, widest, -height);
        for (int row = 0; row < rows.size(); row++) {
            place(places, rows.get(row), widest, row * height);
        }
        return of(graph, places);
    }

    /** Spreads a row of nodes evenly over the width. */
    private static void place(Position[] places, List<Integer> nodes, int widest, double y) {
        for (int i = 0; i < nodes.size(); i++) {
            places[nodes.get(i)] = new Position((i + 0.5) * widest / nodes.size(), y, 0);
        }
    }

    /** Switches at their coordinates, hosts next to their switches, switches that join a group in its middle. */
    public static TopologyLayout grid(PhysicalTopology graph, List<Integer> sizes) {
        Position[] places = new Position[graph.nodes()];
        int hosts = graph.hosts();
        for (int host = 0; host < hosts; host++) {
            double[] at = new double[3];
            double scale = 1;
            int left = host;
            for (int d = 0; d < sizes.size(); d++) {
                at[d % 3] += left % sizes.get(d) * scale;
                left /= sizes.get(d);
                scale = d % 3 == 2
                        ? scale * (1 + sizes.stream().mapToInt(i -> i).max().orElse(1))
                        : scale;
            }
            places[hosts + host] = new Position(at[0], at[1], at[2]);
            places[host] = new Position(at[0] + HOST_OFFSET, at[1] + HOST_OFFSET, at[2]);
        }
        GraphIndex index = GraphIndex.of(graph);
        for (int hub = 2 * hosts; hub < graph.nodes(); hub++) {
            double x = 0;
            double y = 0;
            double z = 0;
            int n = index.degree(hub);
            for (int k = 0; k < n; k++) {
                Position near = places[index.neighbour(hub, k)];
                x += near.x / n;
                y += near.y / n;
                z += near.z / n;
            }
            places[hub] = new Position(x + HOST_OFFSET / 2, y - HOST_OFFSET / 2, z + HOST_OFFSET / 2);
        }
        return of(graph, places);
    }

    /** Groups of routers on a circle, hosts around their routers. */
    public static TopologyLayout circle(PhysicalTopology graph, int routers, int hostsPerRouter) {
        Position[] places = new Position[graph.nodes()];
        int all = graph.switches();
        int groups = all / routers;
        double around = routers * 3.0 / FULL_CIRCLE + 1;
        double radius = (2 * around + 2) * groups / FULL_CIRCLE + around;
        for (int r = 0; r < all; r++) {
            double group = FULL_CIRCLE * (r / routers) / groups;
            double own = group + FULL_CIRCLE * (r % routers) / routers;
            double x = radius * Math.cos(group) + around * Math.cos(own);
            double y = radius * Math.sin(group) + around * Math.sin(own);
            places[graph.hosts() + r] = new Position(x, y, 0);
            for (int h = 0; h < hostsPerRouter; h++) {
                double turn = FULL_CIRCLE * h / hostsPerRouter;
                places[r * hostsPerRouter + h] = new Position(x + Math.cos(turn), y + Math.sin(turn), 0);
            }
        }
        return of(graph, places);
    }
}
