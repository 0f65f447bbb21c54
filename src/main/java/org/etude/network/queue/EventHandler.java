// SPDX-License-Identifier: Apache-2.0
package org.etude.network.queue;

/** Something that acts when its event is due. Register it once with {@link EventQueue#register}. */
@FunctionalInterface
public interface EventHandler {
    /**
     * Acts; the queue's clock stands at the event's tick.
     *
     * @param arg what was given when the event was scheduled
     */
    void fire(long arg);
}
