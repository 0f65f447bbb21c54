// SPDX-License-Identifier: Apache-2.0
package org.etude.report;

import java.util.concurrent.CancellationException;

/**
 * Receives progress from long-running work and stops it on interruption. Cheap to call often: one field read when
 * nobody watches.
 */
@FunctionalInterface
public interface Progress {
    /** Ignores progress; interrupting the thread still stops the work. */
    Progress NONE = (what, done, total) -> {};

    /**
     * Reports progress.
     *
     * @param what the current step: {@code "load rank 3"}; a text with a comma already contains progress and remaining
     *     time: {@code "simulate 1.2 ms, 3/9 nodes, 12 s left"}
     * @param done completed amount, in the unit of {@code total}
     * @param total total amount, or -1 when unknown
     */
    void at(String what, long done, long total);

    /** A thread group that watches the work of its threads, such as that of a notebook cell. */
    @Internal
    interface Source {
        /** The receiver of their progress. */
        Progress progress();
    }

    /**
     * The receiver for the current thread: that of the nearest enclosing thread group that is a {@link Source},
     * otherwise {@link #NONE}.
     */
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
