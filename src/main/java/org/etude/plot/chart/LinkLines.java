// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.chart;

import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import java.util.List;
import org.etude.topology.graph.TopologyLayout;

/**
 * Draws the links of a network as straight lines, or as curves around nodes in their way. The wrap-around link of a
 * torus ring would otherwise cover the links between.
 */
final class LinkLines {
    private static final int PARTS = 12;
    /** The deflection of a curved link, in lengths of the shortest link. */
    private static final double BOW = 0.32;
    /** A node closer to a link than this, in lengths of the shortest link, is in its way. */
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

    /** Adds a link to the points of a line, followed by NaN to break the line. */
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
