// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.device;

import java.util.function.IntConsumer;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.network.packet.state.Flows;
import org.etude.network.packet.state.PacketFlow;
import org.etude.network.packet.state.Ports;

/**
 * Reassigns the flows of every host to its NICs after a link has failed, in the reference's order: host by host, each
 * host's flows in the order of its table. Each flow's NIC tries to send at once.
 */
public final class FlowReassignment {
    private final HostNic nic;
    private final Ports ports;
    private final Flows flows;
    private final QueuePairTable[] tables;

    /** Creates the reassignment for a network in which links will fail. */
    public FlowReassignment(HostNic nic, Ports ports, Flows flows, PacketTopology topology) {
        this.nic = nic;
        this.ports = ports;
        this.flows = flows;
        tables = new QueuePairTable[topology.hosts()];
        for (int host = 0; host < tables.length; host++) {
            tables[host] = new QueuePairTable();
        }
    }

    /** A flow has started. */
    public void begins(int slot) {
        PacketFlow flow = flows.at(slot);
        tables[flow.source].add(slot, QueuePairTable.key(flow.destination, flow.sourcePort));
    }

    /** A flow is done. */
    public void ends(int flow) {
        tables[flows.at(flow).source].remove(flow);
    }

    /** Reassigns all unfinished flows; {@code route} finds the new path of each. */
    public void reassign(IntConsumer route) {
        for (int host = 0; host < tables.length; host++) {
            int[] all = tables[host].flows();
            for (int flow : all) {
                route.accept(flow);
            }
            for (int port = 0; port < ports.count; port++) {
                if (ports.at(port).node == host) {
                    nic.takeAll(port);
                }
            }
            for (int flow : all) {
                int port = flows.at(flow).nic;
                nic.add(port, flow);
                nic.kick(port);
            }
        }
    }
}
