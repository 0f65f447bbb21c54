package org.etude.sim.collective;

import java.util.ArrayList;
import java.util.List;

/** Cuts a chunk of a collective into phases over dimensions. */
public final class PhasePlanner {
    /** How an all-reduce is cut. */
    public enum Style {
        /** A full all-reduce in each dimension. */
        BASELINE,
        /** Reduce-scatter upwards, all-reduce in the last dimension, all-gather downwards. */
        LOCAL_BW_AWARE,
        /** Reduce-scatter in all dimensions, all-gather in all in reverse. */
        SCATTER_GATHER
    }

    private PhasePlanner() {}

    /**
     * The phases of one chunk.
     *
     * @param size nodes in each dimension
     * @param involved dimensions the collective uses
     * @param order the order in which dimensions are visited
     */
    public static List<PlannedPhase> plan(
            CollectiveKind kind, long bytes, int[] size, boolean[] involved, int[] order, Style style) {
        int[] dims = new int[order.length];
        int n = 0;
        for (int d : order) {
            if (size[d] > 1 && d < involved.length && involved[d]) {
                dims[n++] = d;
            }
        }
        List<PlannedPhase> phases = new ArrayList<>(2 * n);
        if (kind != CollectiveKind.ALL_REDUCE || style == Style.BASELINE) {
            add(phases, kind, bytes, size, dims, 0, n);
        } else {
            allReduce(phases, bytes, size, dims, n, style == Style.LOCAL_BW_AWARE);
        }
        return phases;
    }

    private static void add(
            List<PlannedPhase> phases, CollectiveKind kind, long bytes, int[] size, int[] dims, int from, int to) {
        long data = bytes;
        for (int i = from; i < to; i++) {
            phases.add(new PlannedPhase(dims[i], kind, data, QueueLevel.ANY));
            data = kind.finalBytes(data, size[dims[i]]);
        }
    }

    private static void allReduce(
            List<PlannedPhase> phases, long bytes, int[] size, int[] dims, int n, boolean joinLast) {
        long data = bytes;
        int scatters = joinLast ? n - 1 : n;
        for (int i = 0; i < scatters; i++) {
            phases.add(new PlannedPhase(dims[i], CollectiveKind.REDUCE_SCATTER, data, QueueLevel.FIRST));
            data = CollectiveKind.REDUCE_SCATTER.finalBytes(data, size[dims[i]]);
        }
        if (joinLast && n > 0) {
            phases.add(new PlannedPhase(dims[n - 1], CollectiveKind.ALL_REDUCE, data, QueueLevel.FIRST));
        }
        for (int i = scatters - 1; i >= 0; i--) {
            phases.add(new PlannedPhase(dims[i], CollectiveKind.ALL_GATHER, data, QueueLevel.LAST));
            data = CollectiveKind.ALL_GATHER.finalBytes(data, size[dims[i]]);
        }
    }
}
