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
    /** By piece, the delay behind the host work that launched it if its launch was the last thing that it waited for, else -1. */
    private final long[] launchDelay;

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
        this.launchDelay = new long[work.size()];
        LongArrayList gaps = new LongArrayList();
        for (int k = 0; k < work.size(); k++) {
            long ready = plan.launch(k) >= 0 ? host.end(plan.launch(k)) : begin;
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
            boolean queued = late[k] > 0 || plan.launch(k) < 0 || ready > launched && ready >= plan.launched(k);
            launchDelay[k] = queued ? -1 : Math.max(0, work.start(k) - launched - profilerCost);
            if (queued && late[k] == 0) {
                gaps.add(wait);
            }
        }
        gaps.sort(null);
        usual = gaps.isEmpty() ? 0 : gaps.getLong(gaps.size() / 2);
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
