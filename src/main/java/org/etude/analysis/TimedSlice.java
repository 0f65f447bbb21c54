// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis;

import java.io.IOException;

/**
 * A slice of a Chrome trace that arrows join.
 *
 * @param process its process
 * @param thread its thread
 * @param from its start in ns
 * @param to its end
 */
record TimedSlice(int process, int thread, long from, long to) {
    /** What is not in the trace. */
    static final TimedSlice NONE = new TimedSlice(-1, -1, Long.MIN_VALUE, Long.MIN_VALUE);

    /** Whether it is in the trace. */
    boolean isShown() {
        return process >= 0;
    }

    /**
     * Draws an arrow from this slice's start to another slice, at its start or, when that has begun already, at the same moment. None
     * when either has no length or the other has ended by then: a viewer would bind it to some other slice or drop it.
     */
    void arrow(String name, TimedSlice other, ChromeTraceWriter out) throws IOException {
        long at = Math.max(from, other.from);
        if (isShown() && other.isShown() && to > from && other.to > at) {
            out.arrow(
                    name,
                    new ChromeTraceWriter.Anchor(process, thread, from),
                    new ChromeTraceWriter.Anchor(other.process, other.thread, at));
        }
    }
}
