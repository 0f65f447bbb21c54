// SPDX-License-Identifier: Apache-2.0
package org.etude.digraph;

import java.util.List;

/** What leads where in small graphs, by brute force. */
public final class Reach {
    private Reach() {}

    /** Whether a path of one edge or more leads from the first node to the second; edges are {@code nodes * from + to}. */
    public static boolean[][] of(int nodes, List<Integer> edges) {
        boolean[][] reach = new boolean[nodes][nodes];
        edges.forEach(e -> reach[e / nodes][e % nodes] = true);
        for (int k = 0; k < nodes; k++) {
            for (int i = 0; i < nodes; i++) {
                for (int j = 0; j < nodes; j++) {
                    reach[i][j] |= reach[i][k] && reach[k][j];
                }
            }
        }
        return reach;
    }
}
