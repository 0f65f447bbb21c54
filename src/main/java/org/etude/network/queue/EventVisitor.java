// SPDX-License-Identifier: Apache-2.0
package org.etude.network.queue;

/** Visits pending events. */
@FunctionalInterface
public interface EventVisitor {
    /**
     * Visits one event.
     *
     * @param tick when it is due
     * @param event its cell
     * @return whether to continue
     */
    boolean event(long tick, int event);
}
