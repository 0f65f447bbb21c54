// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis.recorded;

/**
 * How long a stream was busy, or idle for one reason, from its first work to the end of its last.
 *
 * @param rank the rank
 * @param device GPU ordinal, -1 where there is none
 * @param stream the stream
 * @param category the reason
 * @param count number of intervals; for {@link Category#BUSY}, of pieces of work
 * @param nanos their length in ns
 * @param spanNanos from the stream's first work to the end of its last
 * @param idleNanos idle time of the stream for any reason
 */
public record IdleTime(
        int rank, int device, int stream, Category category, long count, long nanos, long spanNanos, long idleNanos) {
    /** Categories of a stream's time; they are disjoint and add up to its span. */
    public enum Category {
        /** Work runs. */
        BUSY,
        /** The next work was launched only after the previous one had ended: the host is late. */
        HOST_WAIT,
        /** The next work was launched in time and follows closely: the time to start a kernel. */
        KERNEL_WAIT,
        /** The next work was launched in time and starts later: it waited for another stream, an event or a partner. */
        OTHER
    }
}
