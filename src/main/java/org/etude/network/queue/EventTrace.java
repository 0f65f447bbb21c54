// SPDX-License-Identifier: Apache-2.0
package org.etude.network.queue;

/** Follows how the events of a queue come about, and may keep them outside it ({@link EventQueue#trace}). */
public interface EventTrace {
    /**
     * An event is scheduled, by the event that fires now if one does.
     *
     * @return whether to hold it outside the queue
     */
    boolean takes(long tick, int event);

    /** The events of the current tick are about to fire. */
    void begins();

    /** An event is about to fire. */
    void fires(int event);

    /** All events of the current tick have fired. */
    void ends();
}
