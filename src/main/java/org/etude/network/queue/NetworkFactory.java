// SPDX-License-Identifier: Apache-2.0
package org.etude.network.queue;

/** Makes the network of a run. */
@FunctionalInterface
public interface NetworkFactory {
    /** A network whose events go onto this clock. */
    MessageNetwork on(EventQueue queue);
}
