/**
 * The packet network: an RDMA fabric (queue pairs, windows, go-back-N, lossless switches with PFC, ECN, five congestion
 * controls) whose flow completion times equal those of ASTRA-sim's ns-3 backend, event for event. Configuration is an
 * immutable {@link org.etude.sim.network.packet.PacketNetworkSpec}; state is primitive columns. What a network did from a
 * state on is not followed again when the state comes again ({@code ClosedForm}); results do not depend on it.
 */
package org.etude.sim.network.packet;
