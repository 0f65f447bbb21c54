// SPDX-License-Identifier: Apache-2.0
package org.etude.network.queue;

/** Creates the network of a run. */
@FunctionalInterface
public interface NetworkFactory {
    /** Creates a network that schedules its events on this clock. */
    MessageNetwork on(EventQueue queue);
}
