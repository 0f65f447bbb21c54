// SPDX-License-Identifier: Apache-2.0
package org.etude.collective;

import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.Arrays;
import java.util.Comparator;
import org.etude.spec.CollectiveType;

/**
 * Themis (ISCA 2022) as ASTRA-sim 1.0 has it: the dimension with the least load first, loads in MiB normalised to the rate
 * of dimension 0. One for all ranks: the first rank to ask for a chunk decides, the others get the same answer. Its quirks
 * are kept, since the reference's numbers rest on them.
 */
public final class ThemisScheduler {
    private static final double MIB = 1048576;

    /**
     * The answer for one chunk.
     *
     * @param order dimensions in the order of visit
     * @param bytes the chunk's size
     */
    public record Choice(int[] order, long bytes) {}

    private static final class Load {
        private final int dim;
        private double time;

        Load(int dim) {
            this.dim = dim;
        }
    }

    private static final class Answer {
        private final Choice choice;
        private int asked = 1;

        Answer(Choice choice) {
            this.choice = choice;
        }
    }

    private final int ranks;
    private final int[] size;
    private final double[] rate;
    private final boolean flex;
    private final Long2ObjectOpenHashMap<Answer> answers = new Long2ObjectOpenHashMap<>();
    private Load[] loads;
    private long lastTick;

    /**
     * A scheduler without load.
     *
     * @param ranks how many ranks will ask for each chunk
     * @param rate link rates of the dimensions, in any one unit
     * @param flex whether chunks are sized to level the loads
     */
    public ThemisScheduler(int ranks, int[] size, double[] rate, boolean flex) {
        this.ranks = ranks;
        this.size = size.clone();
        this.rate = rate.clone();
        this.flex = flex;
        reset();
    }

    private void reset() {
        loads = new Load[size.length];
        for (int d = 0; d < size.length; d++) {
            loads[d] = new Load(d);
        }
    }

    /** Tells that rank 0 begins a collective; loads begin anew unless it does so in the tick of its last one. */
    public void collectiveBegins(long tick) {
        if (tick != lastTick) {
            reset();
            lastTick = tick;
        }
    }

    /**
     * The order and size of a chunk.
     *
     * @param chunk the asking rank's number for it
     * @param remaining bytes of the collective not yet cut off
     * @param recommended usual size of a chunk
     */
    public Choice next(long chunk, long remaining, long recommended, boolean[] involved, CollectiveType kind) {
        Answer known = answers.get(chunk);
        if (known != null) {
            if (++known.asked == ranks) {
                answers.remove(chunk);
            }
            return known.choice;
        }
        Choice choice = decide(remaining, recommended, involved, kind == CollectiveType.ALL_GATHER);
        if (ranks > 1) {
            answers.put(chunk, new Answer(choice));
        }
        return choice;
    }

    private Choice decide(long remaining, long recommended, boolean[] involved, boolean gather) {
        Arrays.sort(loads, Comparator.comparingDouble(load -> load.time));
        if (gather) {
            reverse();
        }
        int first = 0;
        while (first < loads.length && !usable(loads[first].dim, involved)) {
            first++;
        }
        long usual = Math.min(remaining, recommended);
        if (first == loads.length) {
            return new Choice(order(), usual);
        }
        long gap = gap(first, involved, gather);
        if (gap < (flex ? recommended : recommended / 16)) {
            naturalOrder(usual, involved, gather);
            int[] natural = new int[size.length];
            Arrays.setAll(natural, d -> d);
            return new Choice(natural, usual);
        }
        long bytes = flex ? Math.min(remaining, gap) : usual;
        int[] order = order();
        long data = bytes;
        for (int i = first; i < loads.length; i++) {
            int d = loads[i].dim;
            if (usable(d, involved)) {
                loads[i].time += cost(data, d, gather);
                data = gather ? data * size[d] : data / size[d];
            }
        }
        return new Choice(order, bytes);
    }

    private boolean usable(int dim, boolean[] involved) {
        return dim < involved.length && involved[dim] && size[dim] > 1;
    }

    private int[] order() {
        return Arrays.stream(loads).mapToInt(load -> load.dim).toArray();
    }

    private void reverse() {
        for (int i = 0, j = loads.length - 1; i < j; i++, j--) {
            Load swapped = loads[i];
            loads[i] = loads[j];
            loads[j] = swapped;
        }
    }

    /** Bytes that would level the first dimension to the most loaded one. */
    private long gap(int first, boolean[] involved, boolean gather) {
        int last = loads.length - 1;
        while (gather && !usable(loads[last].dim, involved)) {
            last--;
        }
        double difference = Math.abs(loads[last].time - loads[first].time);
        if (!gather) {
            int d = loads[first].dim;
            return (long) (difference * (rate[d] / rate[0]) / ((double) (size[d] - 1) / size[d]) * MIB);
        }
        int d = loads[last].dim;
        long bytes = (long) (difference * (rate[d] / rate[0]) / ((double) (size[d] - 1) / 1) * MIB);
        for (int i = last - 1; i >= first; i--) {
            if (usable(loads[i].dim, involved)) {
                bytes /= size[loads[i].dim];
            }
        }
        return bytes;
    }

    /** The reference indexes the re-sorted (for an all-gather reversed) list by place and the tables by the same place. */
    private void naturalOrder(long bytes, boolean[] involved, boolean gather) {
        Arrays.sort(loads, Comparator.comparingInt(load -> load.dim));
        if (gather) {
            reverse();
        }
        long data = bytes;
        for (int place = 0; place < loads.length; place++) {
            if (usable(place, involved)) {
                loads[place].time += cost(data, place, gather);
                data = gather ? data * size[place] : data / size[place];
            }
        }
    }

    private double cost(long bytes, int dim, boolean gather) {
        double share = gather ? size[dim] - 1 : (double) (size[dim] - 1) / size[dim];
        return bytes / MIB * share / (rate[dim] / rate[0]);
    }
}
