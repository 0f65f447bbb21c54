// SPDX-License-Identifier: Apache-2.0
package org.etude.network.queue;

/**
 * A network that knows when only arrivals are left, and what a message costs that meets no other. It
 * asks for {@link EventQueue#settle} whenever it may have come to rest, so that rounds of messages which are all alike can
 * be skipped.
 */
public interface SteadyNetwork extends MessageNetwork {
    /** The number of the handler by which messages arrive; the argument of its events is the message. */
    int arrivals();

    /** Whether a message needs nothing but its one pending event to arrive. */
    boolean lands(int message);

    /** Whether no link is in use, apart from messages that {@link #lands land}. */
    boolean resting();

    /** Whether messages from one host, or to one host, never delay each other. */
    boolean unshared();

    /**
     * The kind of route between two hosts: messages of one size take the same time in the same steps on all routes of a kind.
     *
     * @return 0 or more; -1 when messages between other hosts could delay it
     */
    int pathClass(int src, int dst);

    /** How long a message takes that meets no other, in ns. */
    long transitNs(int src, int dst, long bytes);

    /** Counts messages that went from one host to another and met no other, without being simulated. */
    void passed(int src, int dst, long bytes, long times);
}
