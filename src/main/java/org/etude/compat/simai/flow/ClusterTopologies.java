// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.flow;

import java.util.ArrayList;
import java.util.List;
import org.etude.compat.simai.cluster.ClusterGraph;
import org.etude.network.packet.spec.Ns3Units;
import org.etude.network.packet.spec.PacketNetworkException;
import org.etude.network.packet.spec.PacketTopology;

/**
 * Builds physical networks of SimAI's clusters: GPUs are hosts, NVSwitches are the first switches, which hosts prefer.
 */
public final class ClusterTopologies {
    private ClusterTopologies() {}

    /**
     * The network of a cluster.
     *
     * @throws PacketNetworkException when a rate, delay or error rate cannot be read, or there are too many GPUs
     */
    public static PacketTopology of(ClusterGraph graph) {
        return build(graph, 0);
    }

    /**
     * The network of a cluster whose NVSwitches also send and receive: an additional host per NVSwitch, after the GPUs,
     * is linked to its GPUs like the NVSwitch, so that only messages to and from NVSwitches pass there.
     *
     * @throws PacketNetworkException like {@link #of}
     */
    public static PacketTopology withSwitchHosts(ClusterGraph graph) {
        return build(graph, graph.nvSwitches());
    }

    private static PacketTopology build(ClusterGraph graph, int twins) {
        int hosts = graph.gpus() + twins;
        if (hosts > PacketTopology.MAX_HOSTS) {
            throw new PacketNetworkException(
                    graph.name() + ": has " + hosts
                            + " GPUs and NVSwitches that send; packet simulation supports up to "
                            + PacketTopology.MAX_HOSTS,
                    "Use fewer GPUs.");
        }
        List<PacketTopology.Link> links = new ArrayList<>();
        for (ClusterGraph.Link link : graph.links()) {
            links.add(link(graph.name(), link, shifted(link.a(), graph, twins), shifted(link.b(), graph, twins)));
            if (twins > 0 && graph.isNvSwitch(link.b())) {
                links.add(link(graph.name(), link, link.a(), link.b()));
            }
        }
        return new PacketTopology(hosts, graph.nvSwitches() + graph.switches(), links, graph.nvSwitches());
    }

    private static int shifted(int node, ClusterGraph graph, int twins) {
        return node < graph.gpus() ? node : node + twins;
    }

    private static PacketTopology.Link link(String name, ClusterGraph.Link link, int a, int b) {
        try {
            return new PacketTopology.Link(
                    a,
                    b,
                    Ns3Units.bitsPerSecond(link.bandwidth()),
                    Ns3Units.nanos(link.latency()),
                    Double.parseDouble(link.errorRate()));
        } catch (IllegalArgumentException e) {
            throw new PacketNetworkException(
                    name + ": link " + link.a() + "-" + link.b() + " '" + link.bandwidth() + " " + link.latency() + " "
                            + link.errorRate() + "': " + e.getMessage(),
                    "Write a rate such as 400Gbps, a delay such as 0.0005ms, and a share such as 0.");
        }
    }
}
