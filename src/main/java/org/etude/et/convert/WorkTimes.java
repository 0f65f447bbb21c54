// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import it.unimi.dsi.fastutil.ints.IntList;

/**
 * When work begins and how long it takes, so that a replay on the resources of the trace meets the times recorded: each piece
 * is delayed by what lies between the moment from which it could have begun and its start. A delay that its launch does not
 * explain is distinguished.
 */
final class WorkTimes {
    /** A GPU begins this long after the call that launched the work, or after what the work waited for, in ns. */
    static final long LAUNCH_LATENCY = 20_000;

    private final WorkNodes work;
    private final long[] delay;
    private final long[] late;
    private final long[] duration;

    /**
     * Times of all pieces.
     *
     * @param begin the moment the rank's recording begins
     */
    WorkTimes(WorkNodes work, HostTimeline host, RankPlan plan, long begin) {
        this.work = work;
        this.delay = new long[work.size()];
        this.late = new long[work.size()];
        this.duration = new long[work.size()];
        for (int k = 0; k < work.size(); k++) {
            long ready = plan.launch(k) >= 0 ? host.end(plan.launch(k)) : begin;
            IntList waits = plan.waits(k);
            for (int i = 0; i < waits.size(); i++) {
                ready = Math.max(ready, work.end(waits.getInt(i)));
            }
            long wait = Math.max(0, work.start(k) - ready);
            long unexplained = Math.min(wait, work.start(k) - Math.max(ready, plan.launched(k)));
            late[k] = unexplained > LAUNCH_LATENCY ? unexplained : 0;
            delay[k] = wait - late[k];
            duration[k] = Math.max(0, work.end(k) - Math.max(work.start(k), ready));
        }
    }

    /** Time in ns between the end of what a piece waits for and its start, as far as its launch explains it. */
    long delay(int k) {
        return delay[k];
    }

    /** Time in ns by which a piece begins late for a reason that is not in the trace; 0 below {@link #LAUNCH_LATENCY}. */
    long late(int k) {
        return late[k];
    }

    /** Time in ns for which a piece holds its own resource. */
    long duration(int k) {
        return duration[k];
    }
}
