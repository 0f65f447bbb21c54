// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.etude.link.model.LinkedRank;
import org.etude.trace.model.HostTrace;

/**
 * How much slower the host works while the threads of a backend such as gloo carry collectives next to it: they take its cores
 * and its caches. Told by the recording alone: the same operator with the same shapes, recorded with and without a collective
 * under way. Only where both were recorded often enough and differ by more than their scatter; else the host is taken to be
 * undisturbed. Linear in the slices, sorting aside.
 */
final class HostSlowdown {
    /** The pace of host work that nothing slows. */
    static final long NORMAL_PPM = 1_000_000;

    private final LinkedRank rank;
    private final HostTimeline host;
    private final long[] from;
    private final long[] to;
    private final long[] beside;
    private final KindDurations[] kind;

    HostSlowdown(LinkedRank rank, RankLayout layout, SliceTimes times, LastArrivals arrivals) {
        this.rank = rank;
        this.host = layout.host();
        this.beside = new long[host.size()];
        this.kind = new KindDurations[host.size()];
        List<long[]> busy = collectives(rank, layout.work(), arrivals);
        this.from = busy.stream().mapToLong(b -> b[0]).toArray();
        this.to = busy.stream().mapToLong(b -> b[1]).toArray();
        if (from.length > 0) {
            compare(times, layout.plan());
        }
    }

    /** When collectives of a backend were under way on all of their ranks, merged, ascending. */
    private static List<long[]> collectives(LinkedRank rank, WorkNodes work, LastArrivals arrivals) {
        List<long[]> all = new ArrayList<>();
        for (int k = 0; k < work.size(); k++) {
            if (work.transfer(k) != null && !work.isMessage(k) && BackendThreads.call(rank, work.node(k)) >= 0) {
                long start = work.start(k) + arrivals.waitingNanos(rank, work.node(k));
                all.add(new long[] {Math.min(start, work.end(k)), work.end(k)});
            }
        }
        all.sort((a, b) -> Long.compare(a[0], b[0]));
        List<long[]> merged = new ArrayList<>();
        for (long[] next : all) {
            long[] last = merged.isEmpty() ? null : merged.get(merged.size() - 1);
            if (last != null && next[0] <= last[1]) {
                last[1] = Math.max(last[1], next[1]);
            } else {
                merged.add(next.clone());
            }
        }
        return merged;
    }

    private void compare(SliceTimes times, RankPlan plan) {
        Map<String, KindDurations> kinds = new HashMap<>();
        for (int slice = 0; slice < host.size(); slice++) {
            long duration = times.duration(slice);
            if (duration > 0 && !asksForTransfer(slice)) {
                boolean waits = !plan.syncs(slice).isEmpty();
                beside[slice] = overlap(host.end(slice) - duration, host.end(slice));
                String name = kindOf(slice, waits);
                if (name != null) {
                    kind[slice] = kinds.computeIfAbsent(name, n -> new KindDurations());
                    kind[slice].add(duration, beside[slice]);
                }
            }
        }
        KindDurations.settle(kinds.values());
    }

    private boolean asksForTransfer(int slice) {
        int owner = host.owner(slice);
        return owner >= 0 && rank.name(owner).startsWith("c10d::");
    }

    /**
     * What a slice does, by the operator and the bytes of its tensors; for the rest of one also by the operator behind which it
     * goes on. Null without an execution trace, as nothing then tells large operators from small ones.
     */
    private String kindOf(int slice, boolean waits) {
        int operator = host.operator(slice);
        int owner = host.owner(slice);
        if (owner < 0 || rank.hostIndex(owner) < 0 || rank.trace().host() == null) {
            return null;
        }
        int before = slice == 0 || operator >= 0 ? -1 : host.operator(slice - 1);
        return (operator >= 0 ? "" : "rest ")
                + describe(owner)
                + (before < 0 ? "" : " behind " + rank.name(before))
                + waits;
    }

    /** Name and bytes; the number of an annotation, such as that of a step, says nothing about what it does. */
    private String describe(int node) {
        String name = rank.name(node);
        int number = name.length();
        while (number > 0 && Character.isDigit(name.charAt(number - 1))) {
            number--;
        }
        String stem = number > 0 && name.charAt(number - 1) == '#' ? name.substring(0, number) : name;
        int at = rank.hostIndex(node);
        HostTrace trace = rank.trace().host();
        return stem + ' ' + trace.inputBytes(at) + ' ' + trace.outputBytes(at);
    }

    private long overlap(long start, long end) {
        int at = Arrays.binarySearch(to, start + 1);
        long sum = 0;
        for (int b = at < 0 ? -at - 1 : at; b < from.length && from[b] < end; b++) {
            sum += Math.min(end, to[b]) - Math.max(start, from[b]);
        }
        return sum;
    }

    /** Progress of a slice next to a collective, in parts per million of the normal one. */
    long pacePpm(int slice) {
        return kind[slice] == null ? NORMAL_PPM : Math.round(NORMAL_PPM * kind[slice].pace());
    }

    /** For how much of a slice's duration a collective was under way, in parts per million. */
    long besidePpm(int slice, long duration) {
        return duration <= 0 ? 0 : Math.round(NORMAL_PPM * Math.min(1, (double) beside[slice] / duration));
    }
}
