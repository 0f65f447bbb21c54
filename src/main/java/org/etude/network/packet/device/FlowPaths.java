// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.device;

import org.etude.network.packet.spec.PacketNetworkException;
import org.etude.network.packet.state.CellPool;
import org.etude.network.packet.state.Flows;
import org.etude.network.packet.state.PacketFlow;
import org.etude.network.packet.state.Ports;
import org.etude.spec.network.PacketNetworkSpec;
import org.etude.spec.network.TransportSpec;

/**
 * The paths of flows and of their replies, and the port by which each packet leaves a node. A flow keeps its path; after
 * a link has failed, and for packets that are sprayed, each hop is looked up.
 */
public final class FlowPaths {
    /** The destination port of every flow. */
    public static final int DESTINATION_PORT = 100;

    private final Routes routes;
    private final Ports ports;
    private final Flows flows;
    private final CellPool pool;
    private final TransportSpec transport;
    private final boolean sprays;
    private final boolean forwards;
    private boolean changed;

    /** Creates the paths of flows that take these routes. */
    public FlowPaths(Routes routes, Ports ports, Flows flows, CellPool pool, PacketNetworkSpec spec) {
        this.routes = routes;
        this.ports = ports;
        this.flows = flows;
        this.pool = pool;
        transport = spec.transport();
        forwards = spec.routing().hostForwarding();
        sprays = transport.sprays();
    }

    /**
     * Gives a flow and its replies their paths.
     *
     * @throws PacketNetworkException when link failures have left no path
     */
    public void assign(int slot) {
        PacketFlow flow = flows.at(slot);
        int sport = flow.sourcePort;
        trace(flow.path, 0, flow.source, flow.destination, sport, DESTINATION_PORT);
        trace(flow.path, flows.stride, flow.destination, flow.source, DESTINATION_PORT, sport);
        flow.nic = flow.path[0];
        flow.replyNic = flow.path[flows.stride];
    }

    private void trace(int[] path, int base, int from, int to, int sport, int dport) {
        int node = from;
        for (int hop = 0; node != to && hop < flows.stride; hop++) {
            int port = routes.port(node, from, to, sport, dport);
            if (port < 0) {
                throw new PacketNetworkException(
                        "no path is left from host " + from + " to host " + to + " after a link failed",
                        "Add a second path, or let another link fail.");
            }
            path[base + hop] = port;
            node = ports.at(port ^ 1).node;
        }
    }

    /** Computes all paths again after links have failed. */
    public void recompute(FlowReassignment reassignment) {
        routes.compute();
        changed = true;
        reassignment.reassign(this::assign);
        for (int flow = 0; flow < flows.used(); flow++) {
            if (flows.at(flow).done && flows.references(flow) > 0) {
                assignReply(flow);
            }
        }
    }

    /** The receiver of a finished flow may still answer late packets. */
    private void assignReply(int slot) {
        PacketFlow flow = flows.at(slot);
        int at = flow.destination;
        int port = routes.port(at, at, flow.source, DESTINATION_PORT, flow.sourcePort);
        if (port >= 0) {
            flow.replyNic = port;
        }
    }

    /** Whether a host passes a packet on, which must be allowed, because the packet is for another host. */
    public boolean passesThrough(int[] cells, int at, int marks, int node) {
        if (!forwards) {
            return false;
        }
        PacketFlow flow = flows.at(cells[at + CellPool.FLOW]);
        return node != ((marks & CellPool.REPLY) != 0 ? flow.source : flow.destination);
    }

    /** The port by which a packet leaves a node, or -1 when no path is left. */
    public int next(int[] cells, int at, int marks, int node) {
        PacketFlow flow = flows.at(cells[at + CellPool.FLOW]);
        boolean reply = (marks & CellPool.REPLY) != 0;
        if (sprays && !reply) {
            return sprayed(at, flow, node);
        }
        if (!changed) {
            int hop = marks >> CellPool.HOP_SHIFT & CellPool.HOP_MASK;
            return flow.path[(reply ? flows.stride : 0) + hop];
        }
        int sport = flow.sourcePort;
        return reply
                ? routes.port(node, flow.destination, flow.source, DESTINATION_PORT, sport)
                : routes.port(node, flow.source, flow.destination, sport, DESTINATION_PORT);
    }

    /**
     * Each packet takes its path by an entropy value instead of the source port; the packets of a flow use the values
     * in turn.
     */
    private int sprayed(int at, PacketFlow flow, int node) {
        long packet = pool.sequence(at) / transport.payloadBytes();
        int entropy = (int) (packet % transport.entropies());
        int port = flow.sourcePort + entropy & 0xffff;
        return routes.port(node, flow.source, flow.destination, port, DESTINATION_PORT);
    }
}
