// SPDX-License-Identifier: Apache-2.0
package org.etude.collective;

import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.Arrays;
import java.util.Comparator;
import org.etude.spec.CollectiveType;

/**
 * Themis (ISCA 2022) as implemented in ASTRA-sim 1.0: the dimension with the lowest load goes first, loads in MiB
 * normalised to the rate of dimension 0. One scheduler serves all ranks: the first rank to ask for a chunk decides, the
 * others get the same choice. Quirks of ASTRA-sim are reproduced because its results depend on them.
 */
public final class ThemisScheduler {
    private static final double MIB = 1048576;

    /**
     * The choice for one chunk.
     *
     * @param order dimensions in the order in which they are visited
     * @param bytes size of the chunk
     */
    public record Choice(int[] order, long bytes) {}

    private static final class Load {
        private final int dim;
        private double time;

        Load(int dim) {
            this.dim = dim;
        }
    }

    private static final class SharedChoice {
        private final Choice choice;
        private int requests = 1;

        SharedChoice(Choice choice) {
            this.choice = choice;
        }
    }

    private final int ranks;
    private final int[] size;
    private final double[] rate;
    private final boolean flex;
    private final Long2ObjectOpenHashMap<SharedChoice> pending = new Long2ObjectOpenHashMap<>();
    private Load[] loads;
    private long lastTick;

    /**
     * Creates a scheduler without load.
     *
     * @param ranks the number of ranks that will ask for each chunk
     * @param rate link rates of the dimensions, in any common unit
     * @param flex whether chunks are sized to balance the loads
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

    /** Called when rank 0 begins a collective. Resets the loads unless its last collective began in the same tick. */
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
     * @param remaining bytes of the collective not yet split off
     * @param recommended usual size of a chunk
     */
    public Choice next(long chunk, long remaining, long recommended, boolean[] involved, CollectiveType kind) {
        SharedChoice known = pending.get(chunk);
        if (known != null) {
            if (++known.requests == ranks) {
                pending.remove(chunk);
            }
            return known.choice;
        }
        Choice choice = decide(remaining, recommended, involved, kind == CollectiveType.ALL_GATHER);
        if (ranks > 1) {
            pending.put(chunk, new SharedChoice(choice));
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

    /** The bytes that would raise the first dimension's load to that of the most loaded one. */
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

    /** ASTRA-sim indexes both the re-sorted (for an all-gather reversed) list and the tables by the same position. */
    private void naturalOrder(long bytes, boolean[] involved, boolean gather) {
        Arrays.sort(loads, Comparator.comparingInt(load -> load.dim));
        if (gather) {
            reverse();
        }
        long data = bytes;
        for (int position = 0; position < loads.length; position++) {
            if (usable(position, involved)) {
                loads[position].time += cost(data, position, gather);
                data = gather ? data * size[position] : data / size[position];
            }
        }
    }

    private double cost(long bytes, int dim, boolean gather) {
        double share = gather ? size[dim] - 1 : (double) (size[dim] - 1) / size[dim];
        return bytes / MIB * share / (rate[dim] / rate[0]);
    }
}
