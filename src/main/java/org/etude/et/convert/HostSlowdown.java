// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.etude.et.host.BackendThreads;
import org.etude.et.host.HostKinds;
import org.etude.et.host.HostTimeline;
import org.etude.et.pace.KindDurations;
import org.etude.link.model.LinkedRank;

/**
 * Estimates how much slower the host works while threads of a backend such as gloo carry transfers, of its own or
 * another rank on the same machine, and compete for cores and caches. Based only on the recording: the same operator
 * with the same shapes, with and without a transfer in progress, supplemented by all other operators where it was seldom
 * recorded ({@link KindDurations}). Linear in the slices, sorting aside.
 */
final class HostSlowdown {
    private final LinkedRank rank;
    private final HostTimeline host;
    private final RankPlan plan;
    private final HostKinds names;
    /** Null without transfers. */
    private final StepGaps gaps;

    private final long[] from;
    private final long[] to;
    private final long[] duringTransfers;
    private final KindDurations[] kind;
    /** By slice of a call, how long the transfer that it requested was already in progress, in ns. */
    private final long[] handedOver;

    HostSlowdown(LinkedRank rank, RankLayout layout, SliceTimes times, RankTransfers transfers, HostKinds names) {
        this.rank = rank;
        this.host = layout.host();
        this.plan = layout.plan();
        this.names = names;
        this.duringTransfers = new long[host.size()];
        this.kind = new KindDurations[host.size()];
        this.handedOver = new long[host.size()];
        List<long[]> busy = transfers(rank, layout.work(), transfers);
        this.from = busy.stream().mapToLong(b -> b[0]).toArray();
        this.to = busy.stream().mapToLong(b -> b[1]).toArray();
        this.gaps = from.length > 0 ? new StepGaps(rank, host, times::duration, names) : null;
        if (from.length > 0) {
            compare(times);
            calls(times, layout.work(), transfers);
        }
    }

    /**
     * A call that has handed its transfer to a backend's thread only has to return. If it continues during the
     * transfer, it has lost its core to that thread, or writes the message itself.
     */
    private void calls(SliceTimes times, WorkNodes work, RankTransfers transfers) {
        Map<Integer, long[]> under = new HashMap<>();
        for (int k = 0; k < work.size(); k++) {
            int call = work.transfer(k) == null ? -1 : BackendThreads.call(rank, work.node(k));
            if (call >= 0) {
                long start = work.start(k) + transfers.waitingNanos(work.node(k));
                under.merge(call, new long[] {start, work.end(k)}, (a, b) ->
                        new long[] {Math.min(a[0], b[0]), Math.max(a[1], b[1])});
            }
        }
        for (int slice = 0; slice < host.size(); slice++) {
            long[] transfer = asksForTransfer(slice) ? under.get(host.owner(slice)) : null;
            if (transfer != null) {
                long start = Math.max(host.end(slice) - times.duration(slice), transfer[0]);
                handedOver[slice] = Math.max(0, Math.min(host.end(slice), transfer[1]) - start);
            }
        }
    }

    /**
     * Times at which transfers of a backend were in progress on this machine between all of their ranks, merged and
     * ascending.
     */
    private static List<long[]> transfers(LinkedRank rank, WorkNodes work, RankTransfers transfers) {
        List<long[]> all = transfers.windows(rank.trace().clockOffsetNanos());
        for (int k = 0; k < work.size(); k++) {
            if (work.transfer(k) != null && !work.isMessage(k) && BackendThreads.call(rank, work.node(k)) >= 0) {
                long start = work.start(k) + transfers.waitingNanos(work.node(k));
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

    private void compare(SliceTimes times) {
        Map<String, KindDurations> kinds = new HashMap<>();
        for (int slice = 0; slice < host.size(); slice++) {
            long duration = times.duration(slice);
            if (duration > 0 && !asksForTransfer(slice)) {
                boolean waits = !plan.syncs(slice).isEmpty();
                duringTransfers[slice] = overlap(host.end(slice) - duration, host.end(slice));
                // What the program did there does not follow from the operator before it, so it is compared with
                // nothing.
                String name = plan.isBusy(slice) ? null : names.of(slice);
                if (name != null) {
                    kind[slice] = kinds.computeIfAbsent(name + waits, n -> new KindDurations());
                    kind[slice].add(duration, duringTransfers[slice]);
                }
            }
        }
        KindDurations.settle(kinds.values());
    }

    private boolean asksForTransfer(int slice) {
        int owner = host.owner(slice);
        return owner >= 0 && !plan.isBusy(slice) && rank.name(owner).startsWith("c10d::");
    }

    private long overlap(long start, long end) {
        int at = Arrays.binarySearch(to, start + 1);
        long sum = 0;
        for (int b = at < 0 ? -at - 1 : at; b < from.length && from[b] < end; b++) {
            sum += Math.min(end, to[b]) - Math.max(start, from[b]);
        }
        return sum;
    }

    /** The progress of a slice during a transfer, and for how much of its duration; null when it is not slowed. */
    KindDurations.Progress progress(int slice, long duration) {
        if (duration <= 0) {
            return null;
        }
        if (handedOver[slice] > 0) {
            return new KindDurations.Progress(
                    KindDurations.SLOWEST, Math.min(1.0, (double) handedOver[slice] / duration));
        }
        long overlap = Math.min(duration, duringTransfers[slice]);
        KindDurations.Progress progress = kind[slice] == null
                ? new KindDurations.Progress(1, (double) overlap / duration)
                : host.operator(slice) == HostTimeline.NONE
                        ? kind[slice].progressOfGap(duration, overlap, gaps.own(slice))
                        : kind[slice].progress(duration, overlap);
        return progress.pace() < 1 || slowest(slice) < 1 ? progress : null;
    }

    /**
     * The slowest possible progress of a slice during a transfer if the recording does not determine it; otherwise 1.
     */
    double slowest(int slice) {
        if (duringTransfers[slice] == 0) {
            return 1;
        }
        return kind[slice] == null ? KindDurations.SHARED_CORE : kind[slice].slowest();
    }
}
