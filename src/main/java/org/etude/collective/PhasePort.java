// SPDX-License-Identifier: Apache-2.0
package org.etude.collective;

/** What a phase's algorithm requests from the node that runs it. */
public interface PhasePort {
    /** Sends a message now. */
    void send(int dst, long bytes);

    /** Posts a receive now; {@link PhaseAlgorithm#received} follows when it completes. */
    void receive(int src, long bytes);

    /**
     * Starts the endpoint work for a packet; {@link PhaseAlgorithm#bundled} follows when it is done.
     *
     * @param bytes size of the packet
     * @param reduced whether its data is reduced, which costs memory time
     * @param fromHost whether it enters the node's bus at the host's side rather than the network's
     * @param sendBack whether it leaves again through that bus
     */
    void bundle(long bytes, boolean reduced, boolean fromHost, boolean sendBack);

    /** The phase is over; the algorithm is not called again. */
    void done();
}
