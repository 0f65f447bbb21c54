// SPDX-License-Identifier: Apache-2.0
/**
 * The packet network: an RDMA fabric (queue pairs, windows, go-back-N, lossless switches with PFC, ECN, five congestion
 * controls) whose flow completion times equal those of ASTRA-sim's ns-3 backend (the reference), event for event. The
 * entry point is {@link PacketNetwork}.
 */
package org.etude.network.packet;
