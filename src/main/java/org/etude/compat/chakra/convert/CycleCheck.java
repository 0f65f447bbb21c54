// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.chakra.convert;

import org.etude.et.graph.EtException;
import org.etude.et.graph.EtGraph;
import org.etude.report.Counted;

/** Checks whether the dependencies of a graph have a cycle, without recursion. */
final class CycleCheck {
    private CycleCheck() {}

    /**
     * Fails with a node of the cycle if there is one.
     *
     * @param dataOnly whether to check data dependencies only, as the original does; feeders wait for both kinds
     */
    static void require(EtGraph graph, String file, boolean dataOnly) {
        int n = graph.size();
        int[] waits = new int[n];
        int[][] next = followers(graph, waits, dataOnly);
        int[] queue = new int[n];
        int tail = 0;
        for (int i = 0; i < n; i++) {
            if (waits[i] == 0) {
                queue[tail++] = i;
            }
        }
        for (int head = 0; head < tail; head++) {
            for (int follower : next[queue[head]]) {
                if (--waits[follower] == 0) {
                    queue[tail++] = follower;
                }
            }
        }
        for (int i = 0; tail < n && i < n; i++) {
            if (waits[i] > 0) {
                throw new EtException(
                        file + ": node " + Long.toUnsignedString(graph.id(i)) + " (" + graph.name(i)
                                + "): Cyclic dependency detected, " + Counted.of(n - tail, "node")
                                + " can never start.",
                        "Link and convert with etude (link, convert), which keeps time order, or repair the ET.");
            }
        }
    }

    private static int[][] followers(EtGraph graph, int[] waits, boolean dataOnly) {
        int n = graph.size();
        int[] count = new int[n];
        int[][] from = new int[n][];
        for (int i = 0; i < n; i++) {
            int first = dataOnly ? graph.ctrlDeps(i).length : 0;
            from[i] = new int[graph.depCount(i) - first];
            for (int k = 0; k < from[i].length; k++) {
                from[i][k] = graph.indexOf(graph.dep(i, first + k));
                if (from[i][k] >= 0) {
                    count[from[i][k]]++;
                    waits[i]++;
                }
            }
        }
        int[][] next = new int[n][];
        for (int i = 0; i < n; i++) {
            next[i] = new int[count[i]];
        }
        for (int i = 0; i < n; i++) {
            for (int f : from[i]) {
                if (f >= 0) {
                    next[f][--count[f]] = i;
                }
            }
        }
        return next;
    }
}
