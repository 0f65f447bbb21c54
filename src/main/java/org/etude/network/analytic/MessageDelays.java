// SPDX-License-Identifier: Apache-2.0
package org.etude.network.analytic;

/** Message delays on a network without contention. */
public interface MessageDelays {
    /** Time from send to arrival in ns. */
    long delay(int src, int dst, long bytes);

    /** Whether messages of any size take the same time, over the same kind of route, between either pair of hosts. */
    boolean alike(int src, int dst, int otherSrc, int otherDst);
}
