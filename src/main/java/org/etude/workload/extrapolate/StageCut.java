// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.extrapolate;

import java.util.Arrays;
import org.etude.spec.WorkloadException;

/**
 * Cuts layers into consecutive parts so that the maximum cost is minimal; among equal cuts the one with the shortest
 * first parts.
 *
 * @param first the first layer of each part, ascending from 0
 * @param layers number of layers
 */
record StageCut(int[] first, int layers) {
    /**
     * Computes the cut in time quadratic in the layers.
     *
     * @param costs cost of each layer
     * @param mayBegin before which layers a part may start; always before the first
     * @throws WorkloadException when there are fewer possible cuts than needed
     */
    static StageCut balanced(double[] costs, boolean[] mayBegin, int parts) {
        int n = costs.length;
        if (parts > n) {
            throw tooMany(n, parts);
        }
        double[] sums = new double[n + 1];
        for (int i = 0; i < n; i++) {
            sums[i + 1] = sums[i] + costs[i];
        }
        double[][] best = new double[parts + 1][n + 1];
        int[][] from = new int[parts + 1][n + 1];
        for (double[] row : best) {
            Arrays.fill(row, Double.POSITIVE_INFINITY);
        }
        best[0][0] = 0;
        for (int p = 1; p <= parts; p++) {
            for (int end = p; end <= n; end++) {
                for (int begin = p - 1; begin < end; begin++) {
                    double worst = Math.max(best[p - 1][begin], sums[end] - sums[begin]);
                    if (worst < best[p][end] && (begin == 0 || mayBegin[begin])) {
                        best[p][end] = worst;
                        from[p][end] = begin;
                    }
                }
            }
        }
        if (best[parts][n] == Double.POSITIVE_INFINITY) {
            throw tooMany(n, parts);
        }
        int[] first = new int[parts];
        for (int p = parts, end = n; p > 0; p--) {
            first[p - 1] = from[p][end];
            end = first[p - 1];
        }
        return new StageCut(first, n);
    }

    private static WorkloadException tooMany(int layers, int parts) {
        return new WorkloadException(
                layers + " layers cannot be cut into " + parts + " parts of a pipeline",
                "Ask for fewer stages or chunks: a part holds a layer or more, and with tensor parallelism layers that"
                        + " share a split activation stay together.");
    }

    int parts() {
        return first.length;
    }

    /** The part that holds a layer. */
    int part(int layer) {
        int part = parts() - 1;
        while (first[part] > layer) {
            part--;
        }
        return part;
    }

    /** The layer after the last one of a part. */
    int end(int part) {
        return part + 1 < parts() ? first[part + 1] : layers;
    }
}
