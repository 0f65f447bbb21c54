// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet;

import java.util.BitSet;
import org.etude.network.packet.device.PacketEngine;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.network.packet.state.PacketFlow;
import org.etude.network.packet.state.Port;

/**
 * Switches with one host, which count as parts of it: their links are the host's NICs. For the networks of topologies, in which a
 * host has one link to a switch of its own.
 */
final class OwnSwitches {
    private final PacketTopology topology;
    private final BitSet own;

    OwnSwitches(PacketTopology topology) {
        this.topology = topology;
        own = topology.switchesOfOneHost();
    }

    /** What waits in a host for one of its NICs is not marked. */
    void markNothing(PacketEngine engine) {
        for (int id = 0; id < engine.ports.count; id++) {
            Port port = engine.ports.at(id);
            int peer = engine.ports.at(id ^ 1).node;
            if (own.get(port.node) && !topology.isHost(peer) && !own.get(peer)) {
                engine.marker.exempt(id);
                engine.buffers.marksNothing(port);
            }
        }
    }

    /** Whether a flow leaves its host by a link of the switch that it comes to first. */
    boolean hasNicOf(PacketFlow flow, int first) {
        return own.get(first) && first != flow.destination;
    }
}
