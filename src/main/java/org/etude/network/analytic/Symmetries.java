// SPDX-License-Identifier: Apache-2.0
package org.etude.network.analytic;

/**
 * Symmetries of a job by which some ranks represent all. What a simulated rank sends to any rank comes back as what another
 * rank sends to the simulated one that represents the receiver.
 */
public interface Symmetries {
    /** Who sends a simulated rank what another simulated rank sends to the rank {@code dst}. */
    int sender(int src, int dst);

    /** The simulated rank that represents a rank. */
    int receiver(int dst);
}
