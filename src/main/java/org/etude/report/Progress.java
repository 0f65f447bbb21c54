// SPDX-License-Identifier: Apache-2.0
package org.etude.report;

import java.util.concurrent.CancellationException;

/**
 * How long work tells how far it is and learns that it should stop. Call it often: it costs a field read when nobody
 * watches.
 */
@FunctionalInterface
public interface Progress {
    /** Nobody watches; interruption of the thread still stops the work. */
    Progress NONE = (what, done, total) -> {};

    /**
     * Says how far the work is.
     *
     * @param what the step, for people: {@code "load rank 3"}; one with a comma says itself how far it is and what is left:
     *     {@code "simulate 1.2 ms, 3/9 nodes, 12 s left"}
     * @param done how much is done, in the unit of {@code total}
     * @param total how much there is, or -1 when unknown
     */
    void at(String what, long done, long total);

    /** A thread group that watches the work of its threads: a notebook cell. */
    @Inside
    interface Source {
        /** Where their progress goes. */
        Progress progress();
    }

    /** Who watches the current thread: its thread group or one above, where that is a {@link Source}; else nobody. */
    static Progress ambient() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group != null && !(group instanceof Source)) {
            group = group.getParent();
        }
        return group == null ? NONE : ((Source) group).progress();
    }

    /**
     * Stops the work when its thread was interrupted.
     *
     * @throws CancellationException when it was; the interrupted flag stays set
     */
    static void checkInterrupted() {
        if (Thread.currentThread().isInterrupted()) {
            throw new CancellationException("interrupted");
        }
    }
}
