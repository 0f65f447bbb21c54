// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Arrays;
import org.etude.et.host.HostTimeline;

/**
 * Durations of host slices with which a replay reproduces the measured times. A slice that waits for work keeps only
 * the part after the end of that work. On the trace's own resources that end is the recorded one; for a simulator with
 * one resource of each kind it is found by replaying the plan (work starts after its launch and dependencies, one piece
 * at a time on each resource).
 */
final class SliceTimes {
    private final HostTimeline host;
    private final WorkNodes work;
    private final RankPlan plan;
    private final long[] duration;
    private final long[] shared;
    private final long[] replayedEnd;
    private final long[] workEnd;
    private final long[] slotFree = {Long.MIN_VALUE, Long.MIN_VALUE};
    private int nextWork;

    private SliceTimes(HostTimeline host, WorkNodes work, RankPlan plan, long[] shared) {
        this.host = host;
        this.work = work;
        this.plan = plan;
        this.duration = new long[host.size()];
        this.shared = shared;
        this.replayedEnd = new long[shared.length];
        this.workEnd = new long[shared.length == 0 ? 0 : work.size()];
        recorded();
    }

    /** Durations on both kinds of resources. */
    static SliceTimes of(HostTimeline host, WorkNodes work, RankPlan plan) {
        SliceTimes times = new SliceTimes(host, work, plan, new long[host.size()]);
        Arrays.fill(times.replayedEnd, Long.MIN_VALUE);
        times.replay();
        return times;
    }

    /** Durations on the resources of the trace alone; {@link #shared} is 0. */
    static SliceTimes recorded(HostTimeline host, WorkNodes work, RankPlan plan) {
        return new SliceTimes(host, work, plan, new long[0]);
    }

    private void recorded() {
        long[] now = new long[host.lines()];
        Arrays.fill(now, host.size() == 0 ? 0 : host.start(0));
        for (int slice = 0; slice < host.size(); slice++) {
            int line = host.line(slice);
            IntList syncs = plan.syncs(slice);
            for (int i = 0; i < syncs.size(); i++) {
                now[line] = Math.max(now[line], work.end(syncs.getInt(i)));
            }
            if (plan.handOver(slice) >= 0) {
                now[line] = Math.max(now[line], host.end(plan.handOver(slice)));
            }
            // If clock differences make a wait end late, the excess is subtracted from the following slices.
            duration[slice] = Math.max(0, host.end(slice) - now[line]);
            now[line] += duration[slice];
        }
    }

    private void replay() {
        long now = host.size() == 0 ? 0 : host.start(0);
        for (int slice = 0; slice < host.size(); slice++) {
            long end = host.end(slice);
            // Slices of several lines end one after the other: time counts once.
            shared[slice] = end - (slice == 0 ? host.start(0) : host.end(slice - 1));
            IntList syncs = plan.syncs(slice);
            if (!syncs.isEmpty()) {
                replayWorkBefore(end, slice);
                for (int i = 0; i < syncs.size(); i++) {
                    now = Math.max(now, workEnd[syncs.getInt(i)]);
                }
                shared[slice] = Math.max(0, end - now);
            }
            now += shared[slice];
            replayedEnd[slice] = now;
        }
    }

    private void replayWorkBefore(long time, int slice) {
        while (nextWork < work.size() && work.start(nextWork) < time) {
            int k = nextWork++;
            int launch = plan.launch(k);
            long ready = launch < 0 ? Long.MIN_VALUE : launch < slice ? replayedEnd[launch] : host.end(launch);
            IntList waits = plan.waits(k);
            for (int i = 0; i < waits.size(); i++) {
                ready = Math.max(ready, workEnd[waits.getInt(i)]);
            }
            int slot = work.slot(k).ordinal();
            boolean shares = work.slot(k).isShared();
            if (shares) {
                ready = Math.max(ready, slotFree[slot]);
            }
            ready = ready == Long.MIN_VALUE ? (host.size() == 0 ? work.start(k) : host.start(0)) : ready;
            workEnd[k] = ready + work.duration(k);
            if (shares) {
                slotFree[slot] = workEnd[k];
            }
        }
    }

    /** Takes what recording cost off every slice, down to 0. */
    void shorten(long nanos) {
        for (int slice = 0; slice < duration.length; slice++) {
            duration[slice] = Math.max(0, duration[slice] - nanos);
        }
        for (int slice = 0; slice < shared.length; slice++) {
            shared[slice] = Math.max(0, shared[slice] - nanos);
        }
    }

    /** Duration of a slice in ns on the trace's own resources. */
    long duration(int slice) {
        return duration[slice];
    }

    /** Duration of a slice in ns in a simulator with one resource of each kind. */
    long shared(int slice) {
        return shared.length == 0 ? 0 : shared[slice];
    }
}
