// SPDX-License-Identifier: Apache-2.0
package org.etude.collective;

import java.util.ArrayList;
import java.util.List;
import org.etude.spec.AlgorithmSpec;
import org.etude.spec.CollectiveType;

/** Splits a chunk of a collective into phases over the dimensions. */
public final class PhasePlanner {
    /** How an all-reduce is split. */
    public enum Style {
        /** A full all-reduce in each dimension. */
        BASELINE,
        /** Reduce-scatter through the dimensions upwards, all-reduce in the last one, all-gather downwards. */
        LOCAL_BW_AWARE,
        /** Reduce-scatter in all dimensions, then all-gather in all in reverse. */
        SCATTER_GATHER
    }

    private final CollectiveType kind;
    private final int[] size;
    private final AlgorithmSpec[] algorithm;
    private final List<PlannedPhase> phases = new ArrayList<>();
    private long data;

    private PhasePlanner(CollectiveType kind, long bytes, int[] size, AlgorithmSpec[] algorithm) {
        this.kind = kind;
        this.data = bytes;
        this.size = size;
        this.algorithm = algorithm;
    }

    /**
     * The phases of one chunk.
     *
     * @param size nodes in each dimension
     * @param algorithm the algorithm of each dimension; with a double binary tree a phase is always an all-reduce,
     *     and so leaves the size of the data unchanged
     * @param involved dimensions that the collective uses
     * @param order the order in which dimensions are visited
     */
    public static List<PlannedPhase> plan(
            CollectiveType kind,
            long bytes,
            int[] size,
            AlgorithmSpec[] algorithm,
            boolean[] involved,
            int[] order,
            Style style) {
        int[] dims = new int[order.length];
        int n = 0;
        for (int d : order) {
            // A scheduler of all dimensions also orders those without a listed algorithm.
            if (d < size.length && size[d] > 1 && involved[d]) {
                dims[n++] = d;
            }
        }
        PhasePlanner planner = new PhasePlanner(kind, bytes, size, algorithm);
        if (kind != CollectiveType.ALL_REDUCE || style == Style.BASELINE) {
            planner.oneEach(dims, n);
        } else {
            planner.allReduce(dims, n, style == Style.LOCAL_BW_AWARE);
        }
        return planner.phases;
    }

    private void oneEach(int[] dims, int n) {
        for (int i = 0; i < n; i++) {
            add(dims[i], kind, QueueLevel.ANY);
        }
    }

    private void allReduce(int[] dims, int n, boolean joinLast) {
        int scatters = joinLast ? n - 1 : n;
        for (int i = 0; i < scatters; i++) {
            add(dims[i], CollectiveType.REDUCE_SCATTER, QueueLevel.FIRST);
        }
        if (joinLast && n > 0) {
            add(dims[n - 1], CollectiveType.ALL_REDUCE, QueueLevel.FIRST);
        }
        for (int i = scatters - 1; i >= 0; i--) {
            add(dims[i], CollectiveType.ALL_GATHER, QueueLevel.LAST);
        }
    }

    private void add(int dim, CollectiveType asked, QueueLevel level) {
        CollectiveType done = algorithm[dim].does(asked);
        phases.add(new PlannedPhase(dim, done, data, level));
        data = done.finalBytes(data, size[dim]);
    }
}
