// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.activity;

/**
 * The time of a window by {@link Activity}: the parts are disjoint and add up to the wall time. All in ns.
 *
 * @param wallNanos the window
 * @param computeNanos time in which anything computed
 * @param exposedNanos transfers while nothing computed: exposed communication
 * @param copyNanos copies while nothing was computed or transferred
 * @param waitingNanos waiting for a partner outside all of these
 * @param hostNanos host work outside all of these
 * @param idleNanos the rest
 * @param commNanos time in which any collective or message was open, including hidden parts and waiting; not part of
 *     the sum
 * @param overlapNanos the part of this in which the rank also computed; not part of the sum
 */
public record TimeSplit(
        long wallNanos,
        long computeNanos,
        long exposedNanos,
        long copyNanos,
        long waitingNanos,
        long hostNanos,
        long idleNanos,
        long commNanos,
        long overlapNanos) {
    /** The sum of both windows. */
    public TimeSplit plus(TimeSplit other) {
        return new TimeSplit(
                wallNanos + other.wallNanos,
                computeNanos + other.computeNanos,
                exposedNanos + other.exposedNanos,
                copyNanos + other.copyNanos,
                waitingNanos + other.waitingNanos,
                hostNanos + other.hostNanos,
                idleNanos + other.idleNanos,
                commNanos + other.commNanos,
                overlapNanos + other.overlapNanos);
    }

    /** The part of one activity, in ns. */
    public long nanos(Activity activity) {
        return switch (activity) {
            case COMPUTE -> computeNanos;
            case TRANSFER -> exposedNanos;
            case COPY -> copyNanos;
            case WAITING -> waitingNanos;
            case HOST -> hostNanos;
            case IDLE -> idleNanos;
        };
    }
}
