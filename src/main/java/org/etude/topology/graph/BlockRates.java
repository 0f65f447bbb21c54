// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.graph;

import it.unimi.dsi.fastutil.ints.Int2DoubleOpenHashMap;
import java.util.Arrays;

/**
 * The rate at which a host can send out of its block. The block of a level holds the hosts that differ from this one
 * only in dimensions below that level; block 0 is the host alone. In a product of dimensions the rate is that of the
 * host's own ports; on a graph it is the host's share of the maximum flow out of the block.
 */
public final class BlockRates {
    /**
     * Above this size only the hosts' own ports are counted, because a maximum flow would take as long as simulating
     * many messages.
     */
    private static final int MOST_LINKS = 1 << 14;

    private final LogicalTopology topology;
    private final double[] along;
    private final double[] ports;
    private final Int2DoubleOpenHashMap[] outOf;

    /** Computes the rates of a network; O(dimensions) or O(links). */
    public BlockRates(LogicalTopology topology) {
        this.topology = topology;
        along = topology.dims().stream().mapToDouble(BlockRates::rate).toArray();
        ports = topology.physical().map(BlockRates::ports).orElse(null);
        outOf = new Int2DoubleOpenHashMap[topology.size()];
        for (int d = 0; d < outOf.length; d++) {
            outOf[d] = new Int2DoubleOpenHashMap();
        }
    }

    private static double rate(TopologyDim dim) {
        int links =
                switch (dim.kind()) {
                    case SWITCH -> 1;
                    case FULLY_CONNECTED -> dim.npus() - 1;
                    case RING -> Math.min(2, dim.npus() - 1);
                };
        return dim.npus() < 2 ? 0 : links * dim.bandwidth().bytesPerSecond() / 1e9;
    }

    private static double[] ports(PhysicalTopology graph) {
        double[] rates = new double[graph.hosts()];
        for (PhysicalTopology.Link link : graph.links()) {
            for (int end : new int[] {link.a(), link.b()}) {
                if (graph.isHost(end)) {
                    rates[end] += link.spec().bandwidth().bytesPerSecond() / 1e9;
                }
            }
        }
        return rates;
    }

    /**
     * Bytes per ns that a host can send out of its block of a level, from 0 to the number of dimensions - 1.
     *
     * @param used the dimensions along which the group has ranks; the ports of the other dimensions carry none of
     *     its traffic. Has no effect on a graph, whose ports belong to no dimension
     */
    public double bytesPerNs(int host, int level, boolean[] used) {
        if (ports == null) {
            double rate = 0;
            for (int d = level; d < along.length; d++) {
                rate += used[d] ? along[d] : 0;
            }
            return rate;
        }
        boolean large = topology.physical().orElseThrow().links().size() > MOST_LINKS;
        return level == 0 || large
                ? ports[host]
                : outOf[level].computeIfAbsent(host / topology.stride(level), block -> share(block, level));
    }

    private double share(int block, int level) {
        PhysicalTopology graph = topology.physical().orElseThrow();
        int hosts = topology.stride(level);
        boolean[] inside = new boolean[graph.hosts()];
        Arrays.fill(inside, block * hosts, (block + 1) * hosts, true);
        return hosts == graph.hosts() ? Double.MAX_VALUE : MaxFlow.between(graph, inside) / 8.0 / 1e9 / hosts;
    }
}
