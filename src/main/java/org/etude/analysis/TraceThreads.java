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
 * Assigns the slices of a trace to threads of their rank's process, so that slices of a thread never overlap. A
 * thread's number is its kind times a million, plus an index among the concurrent threads of that kind, so that threads
 * of a kind stay together.
 */
final class TraceThreads {
    /** A thread that has slices. */
    record Thread(int rank, int number, String name) {}

    private static final int KIND_STRIDE = 1_000_000;
    private static final String[] KINDS = {"host", "compute", "communication", "memory", "receive"};
    private static final int FIRST_QUEUE = 10;

    private final List<Thread> used = new ArrayList<>();
    private final int[] byOp;
    private final int[] byPhase;

    private TraceThreads(int[] byOp, int[] byPhase) {
        this.byOp = byOp;
        this.byPhase = byPhase;
    }

    /**
     * Assigns the threads.
     *
     * @param phases may be null
     * @param now when the run ended; unfinished nodes extend to this time
     */
    static TraceThreads of(OpColumns ops, PhaseColumns phases, long now) {
        int[] kinds = new int[ops.size()];
        long[] from = new long[ops.size()];
        long[] to = new long[ops.size()];
        for (int row = 0; row < kinds.length; row++) {
            kinds[row] = kind(ops, row);
            from[row] = ops.issued(row);
            to[row] = ops.ended(row) < 0 ? now : ops.ended(row);
        }
        int[] ranks = new int[ops.size()];
        for (int row = 0; row < ranks.length; row++) {
            ranks[row] = ops.rank(row);
        }
        TraceThreads threads = new TraceThreads(new int[ops.size()], new int[phases == null ? 0 : phases.size()]);
        threads.assign(new Slices(ranks, kinds, from, to), threads.byOp);
        if (phases != null) {
            int[] queues = phases.queue().clone();
            for (int row = 0; row < queues.length; row++) {
                queues[row] += FIRST_QUEUE;
            }
            threads.assign(new Slices(phases.rank(), queues, phases.started(), phases.ended()), threads.byPhase);
        }
        threads.used.sort(
                (a, b) -> a.rank != b.rank ? Integer.compare(a.rank, b.rank) : Integer.compare(a.number, b.number));
        return threads;
    }

    private record Slices(int[] rank, int[] kind, long[] from, long[] to) {
        int compare(int a, int b) {
            if (rank[a] != rank[b]) {
                return Integer.compare(rank[a], rank[b]);
            }
            if (kind[a] != kind[b]) {
                return Integer.compare(kind[a], kind[b]);
            }
            return from[a] != from[b] ? Long.compare(from[a], from[b]) : Integer.compare(a, b);
        }
    }

    /** Puts each slice on the first thread of its kind that is free when it starts. */
    private void assign(Slices slices, int[] threads) {
        int[] order = new int[threads.length];
        for (int i = 0; i < order.length; i++) {
            order[i] = i;
        }
        IntArrays.mergeSort(order, slices::compare);
        LongArrayList free = new LongArrayList();
        for (int i = 0; i < order.length; i++) {
            int row = order[i];
            int rank = slices.rank[row];
            int kind = slices.kind[row];
            if (i == 0 || slices.rank[order[i - 1]] != rank || slices.kind[order[i - 1]] != kind) {
                free.clear();
            }
            if (slices.from[row] >= 0) {
                int lane = firstFree(free, slices.from[row]);
                if (lane == free.size()) {
                    free.add(0);
                    used.add(new Thread(rank, kind * KIND_STRIDE + lane, name(kind, lane)));
                }
                free.set(lane, slices.to[row]);
                threads[row] = kind * KIND_STRIDE + lane;
            }
        }
    }

    private static int firstFree(LongArrayList free, long from) {
        int lane = 0;
        while (lane < free.size() && free.getLong(lane) > from) {
            lane++;
        }
        return lane;
    }

    private static String name(int kind, int lane) {
        String name = kind < FIRST_QUEUE ? KINDS[kind] : "queue " + (kind - FIRST_QUEUE);
        return lane == 0 ? name : name + " (" + (lane + 1) + ")";
    }

    private static int kind(OpColumns ops, int row) {
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
