// SPDX-License-Identifier: Apache-2.0
package org.etude.network.queue;

/** Handles events when they are due. Register it once with {@link EventQueue#register}. */
@FunctionalInterface
public interface EventHandler {
    /**
     * Handles an event; the queue's clock is at the event's tick.
     *
     * @param arg the argument with which the event was scheduled
     */
    void fire(long arg);
}
