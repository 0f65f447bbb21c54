// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.activity;

import org.etude.number.IntervalSet;

/** The intervals of each activity of a rank, by which any window can be split. */
public final class ActivitySpans {
    private final IntervalSet compute;
    private final IntervalSet comm;
    private final IntervalSet exposed;
    private final IntervalSet copy;
    private final IntervalSet waiting;
    private final IntervalSet host;
    private final IntervalSet alone;

    private ActivitySpans(Builder b) {
        compute = b.compute.union();
        IntervalSet transfer = b.transfer.union();
        IntervalSet waits = b.waiting.union();
        comm = transfer.or(waits);
        alone = comm.without(compute);
        exposed = transfer.without(compute);
        IntervalSet moving = compute.or(transfer);
        IntervalSet copies = b.copy.union();
        copy = copies.without(moving);
        IntervalSet working = moving.or(copies);
        waiting = waits.without(working);
        host = b.host.union().without(working.or(waits));
    }

    /** Collects intervals in any order, overlapping or not. */
    public static final class Builder {
        private final IntervalSet.Builder compute = new IntervalSet.Builder();
        private final IntervalSet.Builder transfer = new IntervalSet.Builder();
        private final IntervalSet.Builder copy = new IntervalSet.Builder();
        private final IntervalSet.Builder waiting = new IntervalSet.Builder();
        private final IntervalSet.Builder host = new IntervalSet.Builder();
        private long hostFrom = Long.MAX_VALUE;
        private long hostTo = Long.MIN_VALUE;

        /** Adds [start, end) of an activity; {@link Activity#IDLE} is the remainder. */
        public Builder add(Activity activity, long start, long end) {
            switch (activity) {
                case COMPUTE -> compute.add(start, end);
                case TRANSFER -> transfer.add(start, end);
                case COPY -> copy.add(start, end);
                case WAITING -> waiting.add(start, end);
                case HOST -> host.add(start, end);
                default -> {
                    // IDLE is the rest
                }
            }
            return this;
        }

        /**
         * Adds a collective or message in [start, end): waiting before the arrival of its last partner, transfer after
         * it.
         */
        public Builder addComm(long start, long end, long arrived) {
            long from = Math.min(Math.max(start, arrived), end);
            waiting.add(start, from);
            transfer.add(from, end);
            return this;
        }

        /** Adds host work in [start, end); the host counts as working from the first such interval to the last. */
        public Builder addHost(long start, long end) {
            hostFrom = Math.min(hostFrom, start);
            hostTo = Math.max(hostTo, end);
            return this;
        }

        /** Adds intervals of an activity. */
        public Builder addAll(Activity activity, IntervalSet intervals) {
            intervals.forEach((start, end) -> add(activity, start, end));
            return this;
        }

        /** Builds the spans. O(n log n). */
        public ActivitySpans build() {
            if (hostFrom < hostTo) {
                host.add(hostFrom, hostTo);
            }
            return new ActivitySpans(this);
        }
    }

    /** Splits the time of [from, to) by activity. O(log n + intervals within). */
    public TimeSplit split(long from, long to) {
        long wall = Math.max(0, to - from);
        long computing = compute.length(from, to);
        long moving = exposed.length(from, to);
        long copying = copy.length(from, to);
        long waited = waiting.length(from, to);
        long hosting = host.length(from, to);
        long open = comm.length(from, to);
        return new TimeSplit(
                wall,
                computing,
                moving,
                copying,
                waited,
                hosting,
                wall - computing - moving - copying - waited - hosting,
                open,
                open - alone.length(from, to));
    }
}
