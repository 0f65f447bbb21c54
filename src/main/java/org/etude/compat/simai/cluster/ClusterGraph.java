// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.cluster;

import java.util.ArrayList;
import java.util.List;
import org.etude.topology.graph.TopologyException;

/**
 * A cluster as its file describes it. GPUs have the ids 0 to {@code gpus}-1.
 *
 * @param name where it was described, for errors
 * @param gpus number of GPUs
 * @param gpusPerServer GPUs per server
 * @param nvSwitches number of NVSwitches, ids from {@code gpus}
 * @param switches number of other switches, with the following ids
 * @param gpuType the type as written
 * @param links the links in order
 */
public record ClusterGraph(
        String name, int gpus, int gpusPerServer, int nvSwitches, int switches, String gpuType, List<Link> links) {

    /**
     * A full-duplex link; rate, delay and error rate as written ({@code 400Gbps}, {@code 0.0005ms}, {@code 0}).
     *
     * @param a one node
     * @param b the other
     * @param bandwidth the rate of each direction
     * @param latency the propagation delay
     * @param errorRate the share of packets lost
     */
    public record Link(int a, int b, String bandwidth, String latency, String errorRate) {}

    /** Copies the list, and rejects links to unknown nodes. */
    public ClusterGraph {
        links = List.copyOf(links);
        int nodes = gpus + nvSwitches + switches;
        for (Link link : links) {
            if (link.a < 0 || link.b < 0 || link.a >= nodes || link.b >= nodes || link.a == link.b) {
                throw new TopologyException(
                        name + ": link " + link.a + "-" + link.b + " does not join two of the " + nodes + " nodes",
                        "Correct the link.");
            }
        }
    }

    /** The graph of a plan. */
    public static ClusterGraph of(ClusterPlan plan) {
        List<Link> links = new ArrayList<>();
        ClusterSpec spec = plan.spec();
        String error = spec.text(ClusterOption.ERROR_RATE);
        plan.links((from, to, rate, delay) -> links.add(new Link(from, to, rate, delay, error)));
        return new ClusterGraph(
                "the cluster",
                spec.number(ClusterOption.GPUS),
                spec.number(ClusterOption.GPUS_PER_SERVER),
                plan.nvSwitches(),
                plan.asws() + plan.psws(),
                spec.text(ClusterOption.GPU_TYPE),
                links);
    }

    /** The total number of nodes. */
    public int nodes() {
        return gpus + nvSwitches + switches;
    }

    /** Whether a node is an NVSwitch. */
    public boolean isNvSwitch(int node) {
        return node >= gpus && node < gpus + nvSwitches;
    }

    /** The server of a GPU. */
    public int server(int gpu) {
        return gpu / gpusPerServer;
    }
}
