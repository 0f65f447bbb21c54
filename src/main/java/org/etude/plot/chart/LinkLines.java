// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.chart;

import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import java.util.List;
import org.etude.topology.graph.TopologyLayout;

/**
 * Lines of the links of a network: straight, or bowed around nodes that would stand on them. The wrap-around link of a ring
 * of a torus would else lie on the links between.
 */
final class LinkLines {
    private static final int PARTS = 12;
    /** How far a bowed link swings out, in lengths of the shortest link. */
    private static final double BOW = 0.32;
    /** A node nearer to a link than that, in lengths of the shortest link, stands on it. */
    private static final double NEAR = 0.05;

    private final double[] x;
    private final double[] y;
    private final double unit;

    LinkLines(double[] x, double[] y, List<TopologyLayout.Edge> edges) {
        this.x = x;
        this.y = y;
        double shortest = Double.POSITIVE_INFINITY;
        for (TopologyLayout.Edge edge : edges) {
            double length = Math.hypot(x[edge.b()] - x[edge.a()], y[edge.b()] - y[edge.a()]);
            shortest = length > 0 ? Math.min(shortest, length) : shortest;
        }
        unit = shortest;
    }

    /** Adds a link to the points of a line; a NaN lifts the pen after it. */
    void add(int a, int b, DoubleArrayList toX, DoubleArrayList toY) {
        double dx = x[b] - x[a];
        double dy = y[b] - y[a];
        double length = Math.hypot(dx, dy);
        boolean bowed = length > unit && passesANode(a, b, length);
        int parts = bowed ? PARTS : 1;
        for (int i = 0; i <= parts; i++) {
            double share = i / (double) parts;
            double out = bowed ? BOW * unit * Math.sin(Math.PI * share) / length : 0;
            toX.add(x[a] + share * dx + out * dy);
            toY.add(y[a] + share * dy - out * dx);
        }
        toX.add(Double.NaN);
        toY.add(Double.NaN);
    }

    private boolean passesANode(int a, int b, double length) {
        for (int node = 0; node < x.length; node++) {
            double along = ((x[node] - x[a]) * (x[b] - x[a]) + (y[node] - y[a]) * (y[b] - y[a])) / length;
            double aside = ((x[node] - x[a]) * (y[b] - y[a]) - (y[node] - y[a]) * (x[b] - x[a])) / length;
            if (node != a && node != b && along > 0 && along < length && Math.abs(aside) < NEAR * unit) {
                return true;
            }
        }
        return false;
    }
}
