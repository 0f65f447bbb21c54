// SPDX-License-Identifier: Apache-2.0
package org.etude.network.analytic;

/** How long messages take on a network on which they do not disturb each other. */
public interface MessageDelays {
    /** Time from send to arrival in ns. */
    long delay(int src, int dst, long bytes);

    /** Whether messages of any size take the same time, and the same kind of route, between one pair of hosts and another. */
    boolean alike(int src, int dst, int otherSrc, int otherDst);
}
