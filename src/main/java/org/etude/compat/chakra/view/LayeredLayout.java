// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.chakra.view;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.etude.et.graph.EtGraph;

/**
 * Lays nodes out in rows: each below all nodes it waits for, in a row ordered by the positions of its dependencies
 * (Sugiyama, Tagawa and Toda 1981: longest-path layers, barycentre order). Nodes on a cycle are put into the row after
 * the last one that can be placed, so that a broken graph can be viewed too.
 */
final class LayeredLayout {
    private final int[] layerOf;
    private final int[][] layers;

    private LayeredLayout(int[] layerOf, int[][] layers) {
        this.layerOf = layerOf;
        this.layers = layers;
    }

    static LayeredLayout of(EtGraph graph) {
        int[] layerOf = layers(graph);
        int count = Arrays.stream(layerOf).max().orElse(-1) + 1;
        List<List<Integer>> rows = new ArrayList<>();
        for (int l = 0; l < count; l++) {
            rows.add(new ArrayList<>());
        }
        for (int node = 0; node < layerOf.length; node++) {
            rows.get(layerOf[node]).add(node);
        }
        double[] place = new double[layerOf.length];
        for (List<Integer> row : rows) {
            order(graph, row, place);
        }
        int[][] layers = rows.stream()
                .map(row -> row.stream().mapToInt(Integer::intValue).toArray())
                .toArray(int[][]::new);
        return new LayeredLayout(layerOf, layers);
    }

    int layerCount() {
        return layers.length;
    }

    int[] layer(int l) {
        return layers[l];
    }

    int layerOf(int node) {
        return layerOf[node];
    }

    private static int[] layers(EtGraph graph) {
        int n = graph.size();
        int[] waits = new int[n];
        List<List<Integer>> next = new ArrayList<>(n);
        for (int i = 0; i < n; i++) {
            next.add(new ArrayList<>());
        }
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < graph.depCount(i); k++) {
                int from = graph.indexOf(graph.dep(i, k));
                if (from >= 0) {
                    next.get(from).add(i);
                    waits[i]++;
                }
            }
        }
        int[] layer = new int[n];
        int[] queue = new int[n];
        int tail = 0;
        for (int i = 0; i < n; i++) {
            if (waits[i] == 0) {
                queue[tail++] = i;
            }
        }
        int last = -1;
        for (int head = 0; head < tail; head++) {
            int node = queue[head];
            last = Math.max(last, layer[node]);
            for (int child : next.get(node)) {
                layer[child] = Math.max(layer[child], layer[node] + 1);
                if (--waits[child] == 0) {
                    queue[tail++] = child;
                }
            }
        }
        for (int i = 0; i < n; i++) {
            if (waits[i] > 0) {
                layer[i] = last + 1;
            }
        }
        return layer;
    }

    private static void order(EtGraph graph, List<Integer> row, double[] place) {
        for (int node : row) {
            double sum = 0;
            int count = 0;
            for (int k = 0; k < graph.depCount(node); k++) {
                int from = graph.indexOf(graph.dep(node, k));
                if (from >= 0) {
                    sum += place[from];
                    count++;
                }
            }
            place[node] = count == 0 ? node : sum / count;
        }
        row.sort((a, b) -> place[a] != place[b] ? Double.compare(place[a], place[b]) : Integer.compare(a, b));
        for (int i = 0; i < row.size(); i++) {
            place[row.get(i)] = i;
        }
    }
}
