// SPDX-License-Identifier: Apache-2.0
package org.etude.network.analytic;

/**
 * Symmetries of a job that let some ranks represent all. Whatever a simulated rank sends is delivered, as the message
 * of another rank, to the simulated rank that represents the receiver.
 */
public interface Symmetries {
    /** The rank whose message represents, at its simulated receiver, the message from {@code src} to {@code dst}. */
    int sender(int src, int dst);

    /** The simulated rank that represents a rank. */
    int receiver(int dst);
}
