// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.graph;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.etude.report.Counted;
import org.etude.unit.Bandwidth;
import org.etude.unit.Time;

/**
 * A network as a product of dimensions. Dimension 0 varies fastest: host = sum over d of coordinate[d] times the
 * product of the sizes before d. The dimensions determine how collectives run. They also determine how messages travel,
 * unless a graph is given.
 *
 * @param dims the dimensions, fastest first
 * @param physical the graph that messages travel on; empty when the dimensions determine the routes
 */
public record LogicalTopology(List<TopologyDim> dims, Optional<PhysicalTopology> physical) {
    /** The maximum number of hosts. */
    public static final long MAX_HOSTS = 1L << 24;

    /** Copies the list; rejects a topology without dimensions or with more than {@link #MAX_HOSTS} hosts. */
    public LogicalTopology {
        dims = List.copyOf(dims);
        if (dims.isEmpty()) {
            throw new TopologyException("a topology has no dimension", "Give at least one, such as ring:8.");
        }
        long hosts = 1;
        for (TopologyDim dim : dims) {
            hosts *= dim.npus();
            if (hosts > MAX_HOSTS) {
                throw new TopologyException(
                        "a topology has more than " + MAX_HOSTS + " hosts", "Use smaller dimensions.");
            }
        }
        if (physical.isPresent() && physical.get().hosts() != hosts) {
            throw new TopologyException(
                    physical.get() + ", but its dimensions make " + hosts,
                    "Give dimensions whose product is the number of hosts.");
        }
    }

    /** A topology without a graph. */
    public LogicalTopology(List<TopologyDim> dims) {
        this(dims, Optional.empty());
    }

    /** One ring of default links. */
    public static LogicalTopology ring(int npus) {
        return of(DimKind.RING, npus);
    }

    /** One switch with default links. */
    public static LogicalTopology switched(int npus) {
        return of(DimKind.SWITCH, npus);
    }

    /** All hosts linked pairwise. */
    public static LogicalTopology fullyConnected(int npus) {
        return of(DimKind.FULLY_CONNECTED, npus);
    }

    /** A ring in every dimension. */
    public static LogicalTopology torus(int... npus) {
        return of(DimKind.RING, npus);
    }

    /** Dimensions of one kind with default rate and latency. */
    public static LogicalTopology of(DimKind kind, int... npus) {
        List<TopologyDim> dims = new ArrayList<>();
        for (int n : npus) {
            dims.add(TopologyDim.of(kind, n));
        }
        return new LogicalTopology(dims);
    }

    /** The default topology for a number of ranks: a switch for up to 8, a ring for more. */
    public static LogicalTopology fitting(int ranks) {
        return ranks <= 8 ? switched(ranks) : ring(ranks);
    }

    /** The number of hosts. */
    public int hosts() {
        int hosts = 1;
        for (TopologyDim dim : dims) {
            hosts *= dim.npus();
        }
        return hosts;
    }

    /** Whether any link loses packets. */
    public boolean loses() {
        return dims.stream().anyMatch(dim -> dim.errorRate() > 0)
                || physical.isPresent()
                        && physical.get().links().stream()
                                .anyMatch(link -> link.spec().errorRate() > 0);
    }

    /** The number of dimensions. */
    public int size() {
        return dims.size();
    }

    /** The difference in host numbers between neighbours along a dimension. */
    public int stride(int dim) {
        int stride = 1;
        for (int d = 0; d < dim; d++) {
            stride *= dims.get(d).npus();
        }
        return stride;
    }

    /** A host's coordinate along a dimension. */
    public int coordinate(int host, int dim) {
        return host / stride(dim) % dims.get(dim).npus();
    }

    /** The number of links between two positions along one dimension. */
    public int hops(int dim, int from, int to) {
        TopologyDim d = dims.get(dim);
        return d.kind().hops(coordinate(from, dim), coordinate(to, dim), d.npus());
    }

    /** The same network with other rates: one for all dimensions, or one per dimension. */
    public LogicalTopology bandwidth(Bandwidth... rates) {
        List<TopologyDim> changed = new ArrayList<>();
        for (int d = 0; d < dims.size(); d++) {
            TopologyDim dim = dims.get(d);
            changed.add(new TopologyDim(
                    dim.kind(),
                    dim.npus(),
                    rates[pick(d, rates.length, "bandwidths")],
                    dim.latencyNs(),
                    dim.errorRate()));
        }
        return new LogicalTopology(changed);
    }

    /** The same network with other link latencies: one for all dimensions, or one per dimension. */
    public LogicalTopology latency(Time... latencies) {
        List<TopologyDim> changed = new ArrayList<>();
        for (int d = 0; d < dims.size(); d++) {
            TopologyDim dim = dims.get(d);
            Time latency = latencies[pick(d, latencies.length, "latencies")];
            changed.add(new TopologyDim(dim.kind(), dim.npus(), dim.bandwidth(), latency.toNanos(), dim.errorRate()));
        }
        return new LogicalTopology(changed);
    }

    private int pick(int dim, int given, String what) {
        if (physical.isPresent()) {
            throw new TopologyException(
                    this + " has a graph of its own", "Change the " + what + " of the topology, level by level.");
        }
        if (given != 1 && given != dims.size()) {
            throw new TopologyException(
                    this + " has " + Counted.of(dims.size(), "dimension") + " but " + given + " " + what + " are given",
                    "Give one for all dimensions or one each.");
        }
        return given == 1 ? 0 : dim;
    }

    /** Rejects a workload with a different number of ranks. */
    public LogicalTopology requireRanks(int ranks) {
        if (ranks != hosts()) {
            throw new TopologyException(
                    this + " has " + Counted.of(hosts(), "host") + " but the workload has " + Counted.of(ranks, "rank")
                            + ".",
                    "Run the workload on " + hosts() + " ranks (-n " + hosts() + " on the command line, scaleTo("
                            + hosts() + ") in Java), or use " + fitting(ranks) + ".");
        }
        return this;
    }

    /** The text form: {@code ring:8}, {@code torus:4x4x8}, {@code switch:8,ring:2}. */
    @Override
    public String toString() {
        if (physical.isPresent()) {
            return physical.get().name();
        }
        boolean rings = dims.size() > 1 && dims.stream().allMatch(d -> d.kind() == DimKind.RING);
        if (rings) {
            return "torus:" + dims.stream().map(d -> Integer.toString(d.npus())).collect(Collectors.joining("x"));
        }
        return dims.stream().map(d -> d.kind().shortName() + ":" + d.npus()).collect(Collectors.joining(","));
    }
}
