// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import org.etude.et.host.HostTimeline;

/**
 * Start delays and durations of work with which a replay on the trace's resources reproduces the recorded times: each
 * piece is delayed by the time between the moment at which it could have started and its start. Delays not explained by
 * its launch are kept separately.
 */
final class WorkTimes {
    /** Maximum time in ns between the launching call, or the end of dependencies, and the start on the GPU. */
    static final long LAUNCH_LATENCY = 20_000;

    private final WorkNodes work;
    private final long[] delay;
    private final long[] late;
    private final long[] duration;
    /** By piece, the slice behind which it is launched. */
    private final int[] launch;
    /** By piece, the delay behind that slice if known and more than that behind all else that it waits for, else -1. */
    private final long[] launchDelay;
    /** By piece, whether it waited for other work when it had been launched. */
    private final boolean[] queued;

    /** The usual time in ns between the end of what a piece waits for and its start, if it was launched before. */
    private final long usual;

    /**
     * Times of all pieces.
     *
     * @param begin the start of the rank's recording in ns
     * @param profilerCost what recording cost per launch in ns; taken off the explained delays, down to 0
     */
    WorkTimes(WorkNodes work, HostTimeline host, RankPlan plan, long begin, long profilerCost) {
        this.work = work;
        this.delay = new long[work.size()];
        this.late = new long[work.size()];
        this.duration = new long[work.size()];
        this.launch = new int[work.size()];
        this.launchDelay = new long[work.size()];
        this.queued = new boolean[work.size()];
        LongArrayList gaps = new LongArrayList();
        LongArrayList latencies = new LongArrayList();
        for (int k = 0; k < work.size(); k++) {
            launch[k] = plan.launch(k);
            long ready = launch[k] >= 0 ? host.end(launch[k]) : begin;
            long launched = ready;
            IntList waits = plan.waits(k);
            for (int i = 0; i < waits.size(); i++) {
                ready = Math.max(ready, work.end(waits.getInt(i)));
            }
            long wait = Math.max(0, work.start(k) - ready);
            long unexplained = Math.min(wait, work.start(k) - Math.max(ready, plan.launched(k)));
            late[k] = unexplained > LAUNCH_LATENCY ? unexplained : 0;
            delay[k] = Math.max(0, wait - late[k] - profilerCost);
            duration[k] = Math.max(0, work.end(k) - Math.max(work.start(k), ready));
            queued[k] = late[k] > 0 || launch[k] < 0 || ready > launched && ready >= plan.launched(k);
            launchDelay[k] = queued[k] ? -1 : Math.max(0, work.start(k) - launched - profilerCost);
            if (queued[k] && late[k] == 0) {
                gaps.add(wait);
            } else if (!queued[k] && plan.tellsLaunch(k)) {
                latencies.add(work.start(k) - plan.launched(k));
            }
        }
        usual = median(gaps);
        long latency = median(latencies);
        // Where no piece began at its launch, the usual latency is unknown.
        for (int k = 0; k < work.size() && !latencies.isEmpty(); k++) {
            if (queued[k] && late[k] == 0 && plan.tellsLaunch(k)) {
                launched(k, host, plan, latency - profilerCost);
            }
        }
    }

    private static long median(LongArrayList times) {
        times.sort(null);
        return times.isEmpty() ? 0 : times.getLong(times.size() / 2);
    }

    /**
     * Finds when a piece that waited for other work could have started by its launch: within the slice that launched it, after
     * the usual latency.
     */
    private void launched(int k, HostTimeline host, RankPlan plan, long latency) {
        boolean within = plan.launched(k) < host.end(launch[k]);
        int slice = within ? plan.before(launch[k]) : launch[k];
        if (slice >= 0) {
            long start = Math.min(work.start(k), plan.launched(k) + latency);
            launch[k] = slice;
            launchDelay[k] = start - host.end(slice) > delay[k] ? start - host.end(slice) : -1;
        }
    }

    /** The slice after which a piece of work is launched, or {@link HostTimeline#NONE}. */
    int launch(int k) {
        return launch[k];
    }

    /** Delay in ns between the end of a piece's dependencies and its start that its launch explains. */
    long delay(int k) {
        return delay[k];
    }

    /**
     * Delay in ns behind the work that a piece waits for, if that ends after its launch on another network; -1 where it is
     * {@link #delay(int)}. Work that the recording shows to start at its launch tells nothing of it, so that it is that of other work.
     */
    long queuedDelay(int k) {
        if (queued[k]) {
            return launchDelay[k] < 0 ? -1 : delay[k];
        }
        return usual < launchDelay[k] ? Math.min(usual, delay[k]) : -1;
    }

    /** Delay in ns behind the host work that launched a piece, where {@link #queuedDelay(int)} is known. */
    long launchDelay(int k) {
        return launchDelay[k];
    }

    /** Unexplained delay of a piece in ns; 0 below {@link #LAUNCH_LATENCY}. */
    long late(int k) {
        return late[k];
    }

    /** Time in ns for which a piece holds its own resource. */
    long duration(int k) {
        return duration[k];
    }
}
