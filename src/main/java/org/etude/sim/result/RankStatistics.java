// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.result;

import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.etude.et.graph.EtNodeType;
import org.etude.number.IntervalSet;
import org.etude.sim.memory.Roofline;
import org.etude.sim.program.HashOrder;
import org.etude.sim.program.RankProgram;
import org.etude.sim.program.RankWorkload;
import org.etude.trace.activity.Activity;
import org.etude.trace.activity.ActivitySpans;

/**
 * The statistics of one rank, as specified in the section "statistics": unions of the intervals of each kind of node.
 */
final class RankStatistics {
    private enum Sort {
        CPU,
        GPU,
        COMM,
        MEMORY,
        INVALID
    }

    /** Up to this many nodes per rank, the reference's summation order is followed. */
    private static final int MOST_HASHED = 1 << 16;

    private final RankWorkload rank;
    private static final Activity[] ACTIVITIES = Activity.values();

    private final IntervalSet[] by = new IntervalSet[Sort.values().length];
    private final boolean[] there = new boolean[by.length];
    private final ActivitySpans.Builder spans = new ActivitySpans.Builder();
    private long wall;

    /**
     * Computes the statistics.
     *
     * @param until when the run was stopped, which is taken as the end of nodes still running; or never
     */
    RankStatistics(RankWorkload rank, long until) {
        this.rank = rank;
        IntervalSet.Builder[] all = new IntervalSet.Builder[by.length];
        Arrays.setAll(all, s -> new IntervalSet.Builder());
        RankProgram program = rank.program;
        for (int n = 0; n < program.size; n++) {
            long end = until != RankWorkload.NEVER && rank.isRunning(n) ? until : rank.ended[n];
            if (end != RankWorkload.NEVER) {
                Sort sort = sort(program.type[n], program.cpuOp[n]);
                all[sort.ordinal()].add(rank.issued[n], end);
                there[sort.ordinal()] = true;
                spend(n, end);
                wall = Math.max(wall, end);
            }
        }
        Arrays.setAll(by, s -> all[s].union());
    }

    private void spend(int n, long end) {
        if (rank.program.onRecordedHost(n)) {
            spans.addHost(rank.issued[n], end);
        }
        Activity activity = ACTIVITIES[rank.program.activities()[n]];
        if (activity == Activity.TRANSFER) {
            spans.addComm(rank.issued[n], end, rank.arrived(n));
        } else {
            spans.add(activity, rank.issued[n], end);
        }
    }

    private static Sort sort(EtNodeType type, boolean cpuOp) {
        return switch (type) {
            case COMP -> cpuOp ? Sort.CPU : Sort.GPU;
            case COMM_COLL, COMM_SEND, COMM_RECV -> Sort.COMM;
            case MEM_LOAD, MEM_STORE -> Sort.MEMORY;
            case INVALID, METADATA -> Sort.INVALID;
        };
    }

    void fill(RankColumns out) {
        int r = rank.rank;
        out.finish()[r] = rank.finishedAt;
        out.wall()[r] = wall;
        out.gpu()[r] = time(Sort.GPU);
        out.cpu()[r] = time(Sort.CPU);
        out.comm()[r] = time(Sort.COMM);
        out.memory()[r] = time(Sort.MEMORY);
        out.invalid()[r] = time(Sort.INVALID);
        out.referenceExposed()[r] = rank.finishedAt < 0 ? -1 : rank.finishedAt - rank.gpuNs;
        out.referenceOverlap()[r] = by[Sort.GPU.ordinal()].length() + by[Sort.COMM.ordinal()].length() - wall;
        out.split().set(r, spans.build().split(0, wall));
    }

    private long time(Sort sort) {
        return there[sort.ordinal()] ? by[sort.ordinal()].length() : -1;
    }

    /**
     * Means weighted by duration over all GPU work, computed like the reference's: the total starts at 1, products are added in the
     * order of its hash table and the sum is divided once, so that the last digits agree. Ranks with more than 65,536 nodes add in
     * file order, which can change the last digits; O(n log n).
     */
    void fill(RooflineColumns out, Roofline roofline) {
        RankProgram program = rank.program;
        long total = 1;
        long bound = 0;
        double utilisation = 0;
        double memory = 0;
        double intensities = 0;
        for (int n : summed()) {
            long duration = rank.ended[n] - rank.issued[n];
            double intensity = roofline.intensity(program.numOps[n], program.tensorSize[n]);
            double performance = roofline.performance(intensity);
            total += duration;
            bound += performance == roofline.peak() ? duration : 0;
            utilisation += performance / roofline.peak() * duration;
            memory += performance / intensity / roofline.bytesPerSecond() * duration;
            intensities += intensity * duration;
        }
        int r = rank.rank;
        out.computeBound()[r] = (double) bound / total;
        out.computeUtilisation()[r] = utilisation / total;
        out.memoryUtilisation()[r] = memory / total;
        out.intensity()[r] = intensities / total;
    }

    /**
     * The nodes to sum, in the reference's iteration order. All nodes of a rank are in its table and affect the order;
     * only a sum of two products does not depend on it.
     */
    private int[] summed() {
        RankProgram program = rank.program;
        int[] counted = IntStream.range(0, program.size).filter(this::counts).toArray();
        if (counted.length <= 2 || program.size > MOST_HASHED) {
            return counted;
        }
        int[] begun = IntStream.range(0, program.size)
                .filter(n -> rank.ended[n] != RankWorkload.NEVER)
                .toArray();
        IntArrays.stableSort(begun, (a, b) -> Long.compare(rank.issued[a], rank.issued[b]));
        HashOrder order = new HashOrder();
        Long2IntOpenHashMap places = new Long2IntOpenHashMap(begun.length);
        for (int n : begun) {
            order.add(program.id[n]);
            places.put(program.id[n], n);
        }
        return Arrays.stream(order.toArray())
                .mapToInt(places::get)
                .filter(this::counts)
                .toArray();
    }

    private boolean counts(int n) {
        return rank.program.type[n] == EtNodeType.COMP
                && !rank.program.cpuOp[n]
                && rank.ended[n] != RankWorkload.NEVER
                && rank.program.tensorSize[n] > 0;
    }
}
