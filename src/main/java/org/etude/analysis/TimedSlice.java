// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis;

import java.io.IOException;

/**
 * A slice of a Chrome trace that arrows connect.
 *
 * @param process its process
 * @param thread its thread
 * @param from its start in ns
 * @param to its end in ns
 */
record TimedSlice(int process, int thread, long from, long to) {
    /** Represents a slice that is not in the trace. */
    static final TimedSlice NONE = new TimedSlice(-1, -1, Long.MIN_VALUE, Long.MIN_VALUE);

    /** Whether it is in the trace. */
    boolean isShown() {
        return process >= 0;
    }

    /**
     * Draws an arrow from this slice's start to another slice, at its start or, if that has already started, at the
     * same time. Draws none if either slice is empty or the other has already ended: a viewer would drop it or bind it
     * to another slice.
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
