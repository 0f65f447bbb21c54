// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.device;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.etude.network.packet.spec.PacketNetworkException;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.network.packet.state.CellPool;
import org.etude.network.packet.state.Ports;
import org.etude.spec.network.RoutingSpec;

/**
 * Shortest paths by hops from every node to every host, and the resulting base round-trip times and bandwidth-delay
 * products of pairs of hosts.
 */
public final class Routes {
    private static final long NS_PER_S = 1_000_000_000L;

    private final PacketTopology topology;
    private final RoutingSpec spec;
    private final Ports ports;
    private final int payload;
    private final int hosts;
    /** The ports of a node, in the order of the search. */
    private final int[][] around;

    /** Next hops: those of node n towards host h are {@code hops[h]} from {@code first[h][n]} to {@code first[h][n+1]}. */
    private final int[][] first;

    private final int[][] hops;
    private final long[][] rtt;
    private final long[][] bandwidth;
    private long maxRtt;
    private long maxBdp;
    private int longest;

    /** Computes the shortest paths between all hosts of a topology; the payload is in bytes per packet. */
    public Routes(PacketTopology topology, RoutingSpec spec, Ports ports, int payload) {
        this.topology = topology;
        this.spec = spec;
        this.ports = ports;
        this.payload = payload;
        hosts = topology.hosts();
        around = new int[topology.nodes()][];
        first = new int[hosts][];
        hops = new int[hosts][];
        rtt = new long[hosts][hosts];
        bandwidth = new long[hosts][hosts];
        compute();
        if (longest > CellPool.HOP_MASK) {
            throw new PacketNetworkException(
                    "the longest path passes " + longest + " links; packets count up to " + CellPool.HOP_MASK,
                    "Use a network with shorter paths, or an analytical one.");
        }
        for (int to = 0; to < hosts; to++) {
            for (int from = 0; from < hosts; from++) {
                maxRtt = Math.max(maxRtt, rtt[to][from]);
                maxBdp = Math.max(maxBdp, bdp(from, to));
            }
        }
    }

    /**
     * Recomputes all paths over links that are up. Round-trip times and bandwidth-delay products keep their first
     * values.
     */
    public void compute() {
        for (int node = 0; node < around.length; node++) {
            around[node] = neighbours(node);
        }
        boolean initial = longest == 0;
        for (int host = 0; host < hosts; host++) {
            search(host, initial);
        }
    }

    private int[] neighbours(int node) {
        IntArrayList found = new IntArrayList();
        int[] last = new int[topology.nodes()];
        Arrays.fill(last, -1);
        for (int port = 0; port < ports.count; port++) {
            if (ports.at(port).node != node || spec.parallelLinks() && ports.at(port).down) {
                continue;
            }
            int next = ports.at(port ^ 1).node;
            if (last[next] >= 0 && !spec.parallelLinks()) {
                found.rem(last[next]);
            }
            last[next] = port;
            found.add(port);
        }
        found.removeIf(port -> ports.at(port).down);
        Comparator<Integer> order = Comparator.comparingInt(this::rank);
        List<Integer> sorted = found.stream().sorted(order).toList();
        return sorted.stream().mapToInt(Integer::intValue).toArray();
    }

    /** Sorts ports by the node they lead to; the sort is stable, so parallel links keep the order of the file. */
    private int rank(int port) {
        int next = ports.at(port ^ 1).node;
        if (isPreferred(next)) {
            return -1;
        }
        return spec.referenceOrder() && !topology.isHost(next) ? topology.nodes() + hosts - next : next;
    }

    private void search(int host, boolean initial) {
        int nodes = topology.nodes();
        int[] distance = new int[nodes];
        Arrays.fill(distance, -1);
        long[] delay = new long[nodes];
        long[] send = new long[nodes];
        long[] width = new long[nodes];
        IntArrayList[] towards = new IntArrayList[nodes];
        IntArrayList queue = new IntArrayList();
        queue.add(host);
        distance[host] = 0;
        width[host] = Long.MAX_VALUE;
        for (int i = 0; i < queue.size(); i++) {
            int now = queue.getInt(i);
            for (int port : around[now]) {
                int next = ports.at(port ^ 1).node;
                if (distance[next] < 0) {
                    distance[next] = distance[now] + 1;
                    delay[next] = delay[now] + ports.at(port).delay;
                    send[next] = send[now] + payload * NS_PER_S * 8 / ports.at(port).bitsPerSecond;
                    width[next] = Math.min(width[now], ports.at(port).bitsPerSecond);
                    if (!topology.isHost(next) || spec.hostForwarding()) {
                        queue.add(next);
                    }
                }
                if (distance[next] == distance[now] + 1) {
                    if (towards[next] == null) {
                        towards[next] = new IntArrayList();
                    }
                    towards[next].add(port ^ 1);
                }
            }
        }
        if (topology.preferredSwitches() > 0) {
            keepPreferred(towards);
        }
        store(host, towards);
        if (initial) {
            measure(host, distance, delay, send, width);
        }
    }

    private boolean isPreferred(int node) {
        return node >= hosts && node < hosts + topology.preferredSwitches();
    }

    /** Restricts the next hops of hosts to the preferred ones, where there are any. */
    private void keepPreferred(IntArrayList[] towards) {
        for (int host = 0; host < hosts; host++) {
            IntArrayList all = towards[host];
            if (all != null && all.intStream().anyMatch(port -> isPreferred(ports.at(port ^ 1).node))) {
                all.removeIf(port -> !isPreferred(ports.at(port ^ 1).node));
            }
        }
    }

    private void measure(int host, int[] distance, long[] delay, long[] send, long[] width) {
        for (int from = 0; from < hosts; from++) {
            if (from != host && distance[from] > 0) {
                rtt[host][from] = 2 * delay[from] + send[from];
                bandwidth[host][from] = width[from];
                longest = Math.max(longest, distance[from]);
            }
        }
    }

    private void store(int host, IntArrayList[] towards) {
        int nodes = towards.length;
        int[] starts = new int[nodes + 1];
        for (int node = 0; node < nodes; node++) {
            starts[node + 1] = starts[node] + (towards[node] == null ? 0 : towards[node].size());
        }
        int[] all = new int[starts[nodes]];
        for (int node = 0; node < nodes; node++) {
            if (towards[node] != null) {
                towards[node].getElements(0, all, starts[node], towards[node].size());
            }
        }
        first[host] = starts;
        hops[host] = all;
    }

    /** The port by which a packet leaves a node, or -1 when no path is left. */
    public int port(int node, int source, int destination, int sourcePort, int destinationPort) {
        int from = first[destination][node];
        int choices = first[destination][node + 1] - from;
        if (choices <= 1) {
            return choices == 0 ? -1 : hops[destination][from];
        }
        int seed = topology.isHost(node) ? EcmpHash.NIC_SEED : node;
        int hash = EcmpHash.hash(
                EcmpHash.address(source), EcmpHash.address(destination), sourcePort, destinationPort, seed);
        return hops[destination][from + Integer.remainderUnsigned(hash, choices)];
    }

    /** Base round-trip time between two hosts, ns: twice the delays plus one full payload sent on every link. */
    public long rtt(int source, int destination) {
        return rtt[destination][source];
    }

    /** The lowest rate on the path, bit/s; 0 without a path. */
    public long bandwidth(int source, int destination) {
        return bandwidth[destination][source];
    }

    /** Bandwidth-delay product of a pair, bytes. */
    public long bdp(int source, int destination) {
        return product(rtt[destination][source], bandwidth[destination][source]);
    }

    /** The whole bytes that a rate sends in a time, also where bits times nanoseconds need more than 64 bits. */
    static long product(long nanos, long bitsPerSecond) {
        if (nanos != 0 && bitsPerSecond > Long.MAX_VALUE / nanos) {
            return BigInteger.valueOf(nanos)
                    .multiply(BigInteger.valueOf(bitsPerSecond))
                    .divide(BigInteger.valueOf(NS_PER_S * 8))
                    .longValueExact();
        }
        return nanos * bitsPerSecond / NS_PER_S / 8;
    }

    public long maxRtt() {
        return maxRtt;
    }

    public long maxBdp() {
        return maxBdp;
    }

    /** The number of links on the longest of the shortest paths between hosts. */
    public int longest() {
        return Math.max(1, longest);
    }

    /** The rate of the first host's first port, bit/s; buffers of faster ports are shared more generously. */
    public long nicRate() {
        return IntStream.range(0, ports.count)
                .filter(port -> topology.isHost(ports.at(port).node) && ports.at(port).number == 1)
                .boxed()
                .min(Comparator.comparingInt(port -> ports.at(port).node))
                .map(port -> ports.at(port).bitsPerSecond)
                .orElse(0L);
    }
}
