// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.clock;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.etude.digraph.EdgeLists;
import org.etude.digraph.StrongComponents;

/**
 * Offsets of clocks that bound each other in cycles, such that every bound is kept by as much as possible: first the margin of the
 * tightest bounds is as large as it can be, then that of the next ones, and so on. Messages both ways between two clocks leave an
 * interval, of which this is the middle; messages around a ring took equally long.
 *
 * <p>Source: Schneider and Schneider, Max-balancing weighted directed graphs and matrix scaling, 1991: the least mean of the
 * bounds around a cycle (Karp, 1978) is their margin; the clocks of this cycle are fixed to each other, become one, and so on.
 */
final class BalancedClocks {
    /** Numerical doubt of a bound, in ns. */
    private static final double TIGHT = 1e-3;
    /** Limits to time and memory: beyond, clocks are set to the middles of what their bounds still leave. */
    private static final int MOST_CLOCKS = 2_048;

    private static final long MOST_STEPS = 500_000_000;

    /** By clock, what is added to it, in ns. */
    private final double[] moved;
    /** By clock, the group of clocks fixed to each other that it belongs to. */
    private final int[] group;

    private int groups;
    private final int[] from;
    private final int[] to;
    /** By how much each bound is kept, in ns. */
    private final double[] slack;

    private BalancedClocks(int clocks, int[] from, int[] to, double[] slack) {
        moved = new double[clocks];
        group = new int[clocks];
        Arrays.setAll(group, clock -> clock);
        groups = clocks;
        this.from = from;
        this.to = to;
        this.slack = slack;
    }

    /**
     * What to add to possible offsets. O(clocks x bounds) for each group of clocks that is fixed.
     *
     * @param clocks their number; each reaches each other by bounds
     * @param from by bound, the clock that limits
     * @param to by bound, the clock that is limited
     * @param slack by bound, by how much it is kept in ns, 0 or more
     * @return by clock, in ns, 0 for clock 0
     */
    static long[] moves(int clocks, int[] from, int[] to, double[] slack) {
        BalancedClocks balanced = new BalancedClocks(clocks, from, to, slack);
        long steps = 0;
        int before = Integer.MAX_VALUE;
        while (balanced.groups > 1 && balanced.groups < before && clocks <= MOST_CLOCKS && steps <= MOST_STEPS) {
            before = balanced.groups;
            steps += (long) balanced.groups * from.length;
            if (steps <= MOST_STEPS) {
                balanced.fixTightest();
            }
        }
        balanced.centre();
        long[] moves = new long[clocks];
        Arrays.setAll(moves, clock -> (long) Math.floor(balanced.moved[clock] - balanced.moved[0] + TIGHT));
        return moves;
    }

    private void fixTightest() {
        double margin = leastMean();
        move(paths(margin, false));
        int[] tight = IntStream.range(0, slack.length)
                .filter(k -> group[from[k]] != group[to[k]] && slack[k] - margin <= TIGHT)
                .toArray();
        StrongComponents fixed = new StrongComponents(
                new EdgeLists(groups, tight.length, k -> group[from[tight[k]]], k -> group[to[tight[k]]]));
        Arrays.setAll(group, clock -> fixed.of(group[clock]));
        groups = fixed.count();
    }

    /** The least mean slack around a cycle of groups: min over v of max over k of (d(n, v) - d(k, v)) / (n - k). */
    private double leastMean() {
        double[][] walks = new double[groups + 1][groups];
        for (int k = 1; k <= groups; k++) {
            double[] next = walks[k];
            Arrays.fill(next, Double.POSITIVE_INFINITY);
            for (int e = 0; e < slack.length; e++) {
                int a = group[from[e]];
                int b = group[to[e]];
                if (a != b) {
                    next[b] = Math.min(next[b], walks[k - 1][a] + slack[e]);
                }
            }
        }
        double least = Double.POSITIVE_INFINITY;
        for (int v = 0; v < groups; v++) {
            double most = 0;
            for (int k = 0; k < groups; k++) {
                most = Math.max(most, (walks[groups][v] - walks[k][v]) / (groups - k));
            }
            least = Math.min(least, most);
        }
        return least;
    }

    /** Of what is left, the middles: only where limits ended the search for cycles. */
    private void centre() {
        if (groups > 1) {
            double[] high = paths(0, false);
            double[] low = paths(0, true);
            double[] middle = new double[groups];
            Arrays.setAll(middle, g -> (high[g] - low[g]) / 2);
            move(middle);
        }
    }

    /** The shortest paths from the group of clock 0 to each group, or from each group to it, with bounds tightened by a margin. */
    private double[] paths(double margin, boolean reversed) {
        double[] distance = new double[groups];
        Arrays.fill(distance, Double.POSITIVE_INFINITY);
        distance[group[0]] = 0;
        boolean changed = true;
        for (int round = 0; round < groups && changed; round++) {
            changed = false;
            for (int e = 0; e < slack.length; e++) {
                int a = group[reversed ? to[e] : from[e]];
                int b = group[reversed ? from[e] : to[e]];
                double through = distance[a] + slack[e] - margin;
                if (a != b && through < distance[b] - TIGHT / groups) {
                    distance[b] = through;
                    changed = true;
                }
            }
        }
        return distance;
    }

    private void move(double[] by) {
        for (int clock = 0; clock < moved.length; clock++) {
            moved[clock] += by[group[clock]];
        }
        for (int e = 0; e < slack.length; e++) {
            slack[e] += by[group[from[e]]] - by[group[to[e]]];
        }
    }
}
