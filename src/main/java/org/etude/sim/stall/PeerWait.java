// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.stall;

/**
 * A send or receive that waits for a rank whose trace has its counterpart but has not reached it.
 *
 * @param rank the waiting rank
 * @param node its send or receive
 * @param peer the rank it waits for
 * @param peerNode the counterpart
 */
record PeerWait(int rank, int node, int peer, int peerNode) {}
