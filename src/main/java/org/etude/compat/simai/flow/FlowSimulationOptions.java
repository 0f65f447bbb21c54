// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.flow;

import org.etude.compat.simai.model.SimAiException;
import org.etude.spec.network.PacketNetworkSpec;

/**
 * Options of a run on the packet network.
 *
 * @param sendLatencyNanos how long a node takes to start a flow (AS_SEND_LAT, there in microseconds)
 * @param flows what decides how collectives become flows
 * @param packets the packet network
 * @param rounds whether what happens in the same nanosecond happens in SimAI's order, that of its multithreaded ns-3; without
 *     it a run is faster, and as right
 */
public record FlowSimulationOptions(
        long sendLatencyNanos, FlowOptions flows, PacketNetworkSpec packets, boolean rounds) {
    /** The latency that SimAI documents, ns; left unset, SimAI really takes a thousand times as long. */
    public static final long DOCUMENTED_LATENCY_NANOS = 6000;

    /** Refuses a latency below 0. */
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
