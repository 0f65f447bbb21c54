// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.stall;

/**
 * A send or receive that waits for a rank which has the other half of it but has not come to it.
 *
 * @param rank the rank that waits
 * @param node its send or receive
 * @param peer the rank it waits for
 * @param peerNode the other half
 */
record PeerWait(int rank, int node, int peer, int peerNode) {}
