// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.cluster;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.etude.topology.graph.LinkSpec;
import org.etude.topology.graph.PhysicalTopology;
import org.etude.topology.graph.TopologyException;
import org.etude.topology.shape.TopologySpec;
import org.etude.unit.Bandwidth;
import org.etude.unit.Time;

/**
 * Converts a cluster to a network to simulate: its exact wiring, NVSwitches preferred to NICs, and the logical
 * dimensions found in it: the GPUs of a server, the servers of a segment (which share top-of-rack switches), the
 * segments. If segments differ, all servers form one dimension. Levels of links: nvlink, nic, spine (between switches).
 */
public final class SimAiNetwork {
    private static final List<String> LEVELS = List.of("nvlink", "nic", "spine", "direct");

    private final ClusterGraph cluster;
    private final String name;

    private SimAiNetwork(ClusterGraph cluster, String name) {
        this.cluster = cluster;
        this.name = name;
    }

    /**
     * The network of a cluster. O(links), plus a search from one GPU.
     *
     * @param name short identifying text
     * @throws TopologyException when a rate cannot be parsed, the last server is not full, or GPUs are disconnected
     */
    public static TopologySpec of(ClusterGraph cluster, String name) {
        if (cluster.gpus() % cluster.gpusPerServer() != 0) {
            throw new TopologyException(
                    name + ": " + cluster.gpus() + " GPUs are not a multiple of " + cluster.gpusPerServer()
                            + " per server: the last server is not full",
                    "Use full servers.");
        }
        SimAiNetwork network = new SimAiNetwork(cluster, name);
        return TopologySpec.measured(network.graph(), network.dims());
    }

    private PhysicalTopology graph() {
        Map<ClusterGraph.Link, LinkSpec> specs = new HashMap<>();
        List<PhysicalTopology.Link> links = new ArrayList<>(cluster.links().size());
        for (ClusterGraph.Link link : cluster.links()) {
            ClusterGraph.Link sort = new ClusterGraph.Link(0, 1, link.bandwidth(), link.latency(), link.errorRate());
            LinkSpec spec = specs.computeIfAbsent(sort, s -> spec(link));
            links.add(new PhysicalTopology.Link(link.a(), link.b(), spec, level(link)));
        }
        return new PhysicalTopology(
                name, cluster.gpus(), cluster.nvSwitches() + cluster.switches(), links, LEVELS, cluster.nvSwitches());
    }

    private int level(ClusterGraph.Link link) {
        int gpus = (isGpu(link.a()) ? 1 : 0) + (isGpu(link.b()) ? 1 : 0);
        if (gpus != 1) {
            return gpus == 2 ? 3 : 2;
        }
        return cluster.isNvSwitch(link.a()) || cluster.isNvSwitch(link.b()) ? 0 : 1;
    }

    private boolean isGpu(int node) {
        return node < cluster.gpus();
    }

    private LinkSpec spec(ClusterGraph.Link link) {
        try {
            return new LinkSpec(
                    Bandwidth.parse(link.bandwidth()),
                    Time.parse(link.latency()).toNanos(),
                    Double.parseDouble(link.errorRate()));
        } catch (IllegalArgumentException | TopologyException e) {
            String reason = e.getMessage().lines().findFirst().orElse("");
            throw new TopologyException(
                    name + ": link " + link.a() + "-" + link.b() + " '" + link.bandwidth() + " " + link.latency() + " "
                            + link.errorRate() + "': " + reason,
                    "Write a rate such as 400Gbps, a delay such as 0.0005ms, and a share such as 0.");
        }
    }

    private List<Integer> dims() {
        int servers = cluster.gpus() / cluster.gpusPerServer();
        int inSegment = serversOfSegment(servers);
        List<Integer> sizes = new ArrayList<>();
        for (int size : new int[] {cluster.gpusPerServer(), inSegment, servers / inSegment}) {
            if (size > 1) {
                sizes.add(size);
            }
        }
        return sizes.isEmpty() ? List.of(1) : sizes;
    }

    /** The number of servers per segment; all servers if segments differ or are not contiguous. */
    private int serversOfSegment(int servers) {
        int[] segment = segments(servers);
        int size = 1;
        while (size < servers && segment[size] == segment[0]) {
            size++;
        }
        for (int server = 0; server < servers; server++) {
            boolean first = server % size == 0;
            boolean alike = servers % size == 0 && (segment[server] == segment[Math.max(0, server - 1)] != first);
            if (server > 0 && !alike) {
                return servers;
            }
        }
        return size;
    }

    /** A number for each server, equal for those connected by top-of-rack switches directly or through others. */
    private int[] segments(int servers) {
        int[] parent = new int[servers + cluster.nodes()];
        Arrays.setAll(parent, i -> i);
        for (ClusterGraph.Link link : cluster.links()) {
            if (level(link) == 1) {
                int gpu = isGpu(link.a()) ? link.a() : link.b();
                int tor = isGpu(link.a()) ? link.b() : link.a();
                parent[root(parent, servers + tor)] = root(parent, cluster.server(gpu));
            }
        }
        int[] segment = new int[servers];
        Arrays.setAll(segment, server -> root(parent, server));
        return segment;
    }

    private static int root(int[] parent, int node) {
        int at = node;
        while (parent[at] != at) {
            parent[at] = parent[parent[at]];
            at = parent[at];
        }
        return at;
    }
}
