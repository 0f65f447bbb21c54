// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.flow;

import org.etude.compat.simai.model.SimAiException;
import org.etude.spec.network.PacketNetworkSpec;

/**
 * Options of a run on the packet network.
 *
 * @param sendLatencyNanos how long a node takes to start a flow (AS_SEND_LAT, there in microseconds)
 * @param flows how collectives become flows
 * @param packets the packet network
 * @param rounds whether simultaneous events occur in the order of SimAI's multithreaded ns-3; otherwise a run is
 *     faster, and equally valid
 */
public record FlowSimulationOptions(
        long sendLatencyNanos, FlowOptions flows, PacketNetworkSpec packets, boolean rounds) {
    /** The latency that SimAI documents, ns; if unset, SimAI actually uses a thousand times as much. */
    public static final long DOCUMENTED_LATENCY_NANOS = 6000;

    /** Rejects a negative latency. */
    public FlowSimulationOptions {
        if (sendLatencyNanos < 0) {
            throw new SimAiException("a send latency of " + sendLatencyNanos + " ns", "Give 0 or more.");
        }
    }

    /** SimAI's network and order of events. */
    public static FlowSimulationOptions simAi(long sendLatencyNanos, FlowOptions flows) {
        return new FlowSimulationOptions(sendLatencyNanos, flows, PacketNetworkSpec.simAi(), true);
    }
}
