// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis;

import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.List;
import org.etude.et.graph.EtNodeType;
import org.etude.sim.result.OpColumns;
import org.etude.sim.result.PhaseColumns;

/**
 * On which thread of its rank's process each slice of a trace lies, so that slices of a thread never overlap. A thread's
 * number is that of its sort times a million, plus how many of the sort run alongside, so that those of a sort stand together.
 */
final class TraceThreads {
    /** A thread that has slices. */
    record Thread(int rank, int number, String name) {}

    private static final int SORT = 1_000_000;
    private static final String[] SORTS = {"host", "compute", "communication", "memory", "receive"};
    private static final int FIRST_QUEUE = 10;

    private final List<Thread> used = new ArrayList<>();
    private final int[] byOp;
    private final int[] byPhase;

    private TraceThreads(int[] byOp, int[] byPhase) {
        this.byOp = byOp;
        this.byPhase = byPhase;
    }

    /**
     * Finds the threads.
     *
     * @param phases may be null
     * @param now when the run ended; to it reaches what did not
     */
    static TraceThreads of(OpColumns ops, PhaseColumns phases, long now) {
        int[] sorts = new int[ops.size()];
        long[] from = new long[ops.size()];
        long[] to = new long[ops.size()];
        for (int row = 0; row < sorts.length; row++) {
            sorts[row] = sort(ops, row);
            from[row] = ops.issued(row);
            to[row] = ops.ended(row) < 0 ? now : ops.ended(row);
        }
        int[] ranks = new int[ops.size()];
        for (int row = 0; row < ranks.length; row++) {
            ranks[row] = ops.rank(row);
        }
        TraceThreads threads = new TraceThreads(new int[ops.size()], new int[phases == null ? 0 : phases.size()]);
        threads.lay(new Slices(ranks, sorts, from, to), threads.byOp);
        if (phases != null) {
            int[] queues = phases.queue().clone();
            for (int row = 0; row < queues.length; row++) {
                queues[row] += FIRST_QUEUE;
            }
            threads.lay(new Slices(phases.rank(), queues, phases.started(), phases.ended()), threads.byPhase);
        }
        threads.used.sort(
                (a, b) -> a.rank != b.rank ? Integer.compare(a.rank, b.rank) : Integer.compare(a.number, b.number));
        return threads;
    }

    private record Slices(int[] rank, int[] sort, long[] from, long[] to) {
        int compare(int a, int b) {
            if (rank[a] != rank[b]) {
                return Integer.compare(rank[a], rank[b]);
            }
            if (sort[a] != sort[b]) {
                return Integer.compare(sort[a], sort[b]);
            }
            return from[a] != from[b] ? Long.compare(from[a], from[b]) : Integer.compare(a, b);
        }
    }

    /** Each slice goes on the first thread of its sort that is free when it begins. */
    private void lay(Slices slices, int[] threads) {
        int[] order = new int[threads.length];
        for (int i = 0; i < order.length; i++) {
            order[i] = i;
        }
        IntArrays.mergeSort(order, slices::compare);
        LongArrayList free = new LongArrayList();
        for (int i = 0; i < order.length; i++) {
            int row = order[i];
            int rank = slices.rank[row];
            int sort = slices.sort[row];
            if (i == 0 || slices.rank[order[i - 1]] != rank || slices.sort[order[i - 1]] != sort) {
                free.clear();
            }
            if (slices.from[row] >= 0) {
                int beside = firstFree(free, slices.from[row]);
                if (beside == free.size()) {
                    free.add(0);
                    used.add(new Thread(rank, sort * SORT + beside, name(sort, beside)));
                }
                free.set(beside, slices.to[row]);
                threads[row] = sort * SORT + beside;
            }
        }
    }

    private static int firstFree(LongArrayList free, long from) {
        int beside = 0;
        while (beside < free.size() && free.getLong(beside) > from) {
            beside++;
        }
        return beside;
    }

    private static String name(int sort, int beside) {
        String name = sort < FIRST_QUEUE ? SORTS[sort] : "queue " + (sort - FIRST_QUEUE);
        return beside == 0 ? name : name + " (" + (beside + 1) + ")";
    }

    private static int sort(OpColumns ops, int row) {
        return switch (ops.activity(row)) {
            case HOST -> 0;
            case COMPUTE, IDLE -> 1;
            case TRANSFER, WAITING -> ops.type(row) == EtNodeType.COMM_RECV ? 4 : 2;
            case COPY -> 3;
        };
    }

    List<Thread> used() {
        return used;
    }

    int ofOp(int row) {
        return byOp[row];
    }

    int ofPhase(int row) {
        return byPhase[row];
    }
}
