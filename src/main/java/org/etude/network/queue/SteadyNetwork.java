// SPDX-License-Identifier: Apache-2.0
package org.etude.network.queue;

/**
 * A network that knows when only arrivals are pending, and the transit time of a message that meets no other. It calls
 * {@link EventQueue#settle} whenever it may have become idle, so that rounds of identical messages can be skipped.
 */
public interface SteadyNetwork extends MessageNetwork {
    /** The number of the handler for arrivals; the argument of its events is the message. */
    int arrivals();

    /** Whether a message needs only its one pending event to arrive. */
    boolean lands(int message);

    /** Whether no link is in use, apart from messages that {@link #lands land}. */
    boolean resting();

    /** Whether messages from one host, or to one host, never delay each other. */
    boolean unshared();

    /**
     * The class of the route between two hosts: messages of one size take the same time in the same steps on all routes
     * of a class.
     *
     * @return 0 or more; -1 when messages between other hosts could delay it
     */
    int pathClass(int src, int dst);

    /** The transit time in ns of a message that meets no other. */
    long transitNs(int src, int dst, long bytes);

    /** Counts messages between two hosts that met no others and were not simulated. */
    void passed(int src, int dst, long bytes, long times);
}
