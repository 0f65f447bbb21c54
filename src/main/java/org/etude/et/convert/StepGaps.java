// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntToLongFunction;
import org.etude.et.host.HostKinds;
import org.etude.et.host.HostLines;
import org.etude.et.host.HostTimeline;
import org.etude.link.model.LinkedRank;

/**
 * How much of each gap between operators of a step the program takes in every step. What a gap loses to a transfer differs from
 * step to step, as waiting times do; what it takes at the same place of all steps is the program's own (a pause, Python, work
 * that is not recorded). For a constant and exponential waiting times, (n min - mean) / (n - 1) of n steps estimates the
 * constant without bias and with the least variance (Lehmann and Casella, Theory of Point Estimation, 1998, section 2.2).
 * Linear in the slices.
 */
final class StepGaps {
    private final LinkedRank rank;
    private final HostTimeline host;
    private final IntToLongFunction nanos;
    private final HostKinds kinds;
    /** By slice of a gap, how much of it is the program's own, in ns. */
    private final long[] own;
    /** By kind, place in its step and line, the durations of all steps, in ns. */
    private final Map<String, LongArrayList> durations = new HashMap<>();

    /** Compares the gaps of all steps; {@code nanos} gives how long each slice takes without what it waits for. */
    StepGaps(LinkedRank rank, HostTimeline host, IntToLongFunction nanos, HostKinds kinds) {
        this.rank = rank;
        this.host = host;
        this.nanos = nanos;
        this.kinds = kinds;
        this.own = new long[host.size()];
        String[] places = places();
        for (int slice = 0; slice < places.length; slice++) {
            if (places[slice] != null) {
                share(slice, places[slice]);
            }
        }
    }

    /** By first slice of a gap, its kind and place in the step; null for others. */
    private String[] places() {
        String[] places = new String[host.size()];
        Map<String, Integer> seen = new HashMap<>();
        for (int slice = 0; slice < places.length; slice++) {
            int operator = host.operator(slice);
            if (operator >= 0) {
                if (HostLines.isStep(rank.name(operator))) {
                    seen.clear();
                }
                continue;
            }
            int before = host.previous(slice);
            boolean first = before < 0 || host.operator(before) >= 0;
            int owner = host.owner(slice);
            String kind = first && owner >= 0 && HostLines.isStep(rank.name(owner)) ? kinds.of(slice) : null;
            if (kind != null) {
                String key = kind + " before " + next(slice) + " of line " + host.line(slice);
                places[slice] = key + ' ' + seen.merge(key, 1, Integer::sum);
                durations
                        .computeIfAbsent(places[slice], place -> new LongArrayList())
                        .add(total(slice));
            }
        }
        return places;
    }

    private String next(int slice) {
        int at = slice;
        while (at >= 0 && host.operator(at) < 0) {
            at = host.next(at);
        }
        return at < 0 ? "" : rank.name(host.operator(at));
    }

    private long total(int first) {
        long total = 0;
        for (int at = first; at >= 0 && host.operator(at) < 0; at = host.next(at)) {
            total += nanos.applyAsLong(at);
        }
        return total;
    }

    private void share(int first, String place) {
        long total = total(first);
        double constant = constant(durations.get(place).toLongArray());
        for (int at = first; at >= 0 && host.operator(at) < 0; at = host.next(at)) {
            own[at] = total == 0 ? 0 : Math.round(Math.min(1, constant / total) * nanos.applyAsLong(at));
        }
    }

    /** The constant part of durations that vary as waiting times do; 0 for a single one. */
    static double constant(long[] durations) {
        int n = durations.length;
        if (n < 2) {
            return 0;
        }
        long min = Arrays.stream(durations).min().orElseThrow();
        double mean = Arrays.stream(durations).average().orElseThrow();
        return Math.max(0, (n * (double) min - mean) / (n - 1));
    }

    /** How much of a slice is the program's own in every step, in ns; 0 for an operator. */
    long own(int slice) {
        return own[slice];
    }
}
