// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.shape;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.etude.topology.graph.DimKind;
import org.etude.topology.graph.LinkSpec;
import org.etude.topology.graph.LogicalTopology;
import org.etude.topology.graph.PhysicalTopology;
import org.etude.topology.graph.TopologyDim;
import org.etude.topology.graph.TopologyException;
import org.etude.topology.graph.TopologyLayout;

/**
 * Products of dimensions: ring, full connection, switch, torus, mesh, twisted torus. A single switch dimension is a
 * star. Otherwise every host has its own switch, and these switches are linked along each dimension: in a ring,
 * pairwise, in a line, or through one more switch per group. Level "host" links hosts to their switches; by default it
 * has the rate of the fastest dimension and the lowest latency of all.
 *
 * @param kinds how each dimension is linked
 * @param sizes nodes along each, the first fastest
 * @param open whether dimensions are lines instead of rings (a mesh)
 * @param twist per ring dimension, the offset along the next dimension (the first after the last) of its closing
 *     link; empty for no twist
 */
record GridShape(List<DimKind> kinds, List<Integer> sizes, boolean open, List<Integer> twist) implements TopologyShape {
    static final String HOST_LEVEL = "host";
    private static final int MIN_TWISTED = 3;

    GridShape {
        kinds = List.copyOf(kinds);
        sizes = List.copyOf(sizes);
        twist = List.copyOf(twist);
        if (kinds.isEmpty() || kinds.size() != sizes.size()) {
            throw new TopologyException("a topology has no dimension", "Give at least one, such as ring:8.");
        }
        for (int d = 0; d < twist.size(); d++) {
            boolean tooSmall = twist.get(d) != 0 && (sizes.size() < 2 || sizes.get(d) < MIN_TWISTED);
            if (twist.size() != sizes.size() || twist.get(d) < 0 || tooSmall) {
                throw new TopologyException(
                        "a twisted torus " + sizes + " has twist " + twist,
                        "Give one offset per dimension, 0 or more; a twisted dimension has " + MIN_TWISTED
                                + " places or more and another next to it.");
            }
        }
    }

    static GridShape of(DimKind kind, int... sizes) {
        return new GridShape(Collections.nCopies(sizes.length, kind), boxed(sizes), false, List.of());
    }

    static GridShape of(LogicalTopology logical) {
        return new GridShape(
                logical.dims().stream().map(TopologyDim::kind).toList(),
                logical.dims().stream().map(TopologyDim::npus).toList(),
                false,
                List.of());
    }

    static List<Integer> boxed(int... values) {
        return IntStream.of(values).boxed().toList();
    }

    private boolean isStar() {
        return kinds.size() == 1 && kinds.get(0) == DimKind.SWITCH;
    }

    @Override
    public String text() {
        if (open) {
            return "mesh:" + joined(sizes);
        }
        if (!twist.isEmpty()) {
            return "twisted:" + joined(sizes) + "@" + joined(twist);
        }
        return new LogicalTopology(dims(Collections.nCopies(kinds.size(), LinkSpec.DEFAULT))).toString();
    }

    private static String joined(List<Integer> numbers) {
        return numbers.stream().map(String::valueOf).collect(Collectors.joining("x"));
    }

    @Override
    public List<String> levels() {
        return isStar() ? dimLevels() : concat(dimLevels(), List.of(HOST_LEVEL));
    }

    private List<String> dimLevels() {
        return IntStream.range(0, sizes.size()).mapToObj(d -> "dim" + d).toList();
    }

    @Override
    public int derivedLevels() {
        return isStar() ? 0 : 1;
    }

    @Override
    public boolean isProduct(List<LinkSpec> levels) {
        return !open && twist.isEmpty() && levels.size() == sizes.size();
    }

    @Override
    public List<TopologyDim> dims(List<LinkSpec> levels) {
        List<TopologyDim> dims = new ArrayList<>();
        for (int d = 0; d < sizes.size(); d++) {
            LinkSpec link = levels.get(d);
            dims.add(new TopologyDim(kinds.get(d), sizes.get(d), link.bandwidth(), link.latencyNs(), link.errorRate()));
        }
        return dims;
    }

    @Override
    public PhysicalTopology physical(List<LinkSpec> given) {
        if (!isStar()) {
            return routed(given.size() == sizes.size() ? withHost(given) : given);
        }
        Wiring wiring = new Wiring(sizes.get(0), given);
        int hub = wiring.switches(1);
        for (int host = 0; host < sizes.get(0); host++) {
            wiring.join(hub, host, 0);
        }
        return wiring.build(this);
    }

    /** The graph in which every host, of a star as well, has a switch of its own: switch k after the hosts is host k's. */
    PhysicalTopology routed(List<LinkSpec> levels) {
        LogicalTopology logical = new LogicalTopology(dims(levels));
        int hosts = logical.hosts();
        Wiring wiring = new Wiring(hosts, levels);
        int first = wiring.switches(hosts);
        for (int host = 0; host < hosts; host++) {
            wiring.join(host, first + host, sizes.size());
        }
        for (int d = 0; d < sizes.size(); d++) {
            for (int host = 0; host < hosts; host++) {
                if (logical.coordinate(host, d) == 0 && sizes.get(d) > 1) {
                    join(wiring, logical, d, host);
                }
            }
        }
        return wiring.build(text(), concat(dimLevels(), List.of(HOST_LEVEL)));
    }

    /** The given levels and that of the links between hosts and their switches. */
    static List<LinkSpec> withHost(List<LinkSpec> levels) {
        List<LinkSpec> all = new ArrayList<>(levels);
        all.add(host(levels));
        return all;
    }

    /** Joins the dimensions of another product, whose positions are groups of hosts of this one. */
    GridShape times(GridShape outer) {
        return new GridShape(concat(kinds, outer.kinds), concat(sizes, outer.sizes), false, List.of());
    }

    private static <T> List<T> concat(List<T> first, List<T> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }

    private static LinkSpec host(List<LinkSpec> levels) {
        LinkSpec host = levels.get(0);
        for (LinkSpec level : levels) {
            host = level.bandwidth().compareTo(host.bandwidth()) > 0 ? host.with(level.bandwidth()) : host;
            host = host.withLatency(Math.min(host.latencyNs(), level.latencyNs()));
        }
        return host.withErrorRate(0);
    }

    /** Links the switches of one group along a dimension. */
    private void join(Wiring wiring, LogicalTopology logical, int d, int host) {
        int n = sizes.get(d);
        int stride = logical.stride(d);
        int first = logical.hosts() + host;
        switch (kinds.get(d)) {
            case FULLY_CONNECTED -> wiring.clique(first, n, stride, d);
            case SWITCH -> {
                int hub = wiring.switches(1);
                for (int i = 0; i < n; i++) {
                    wiring.join(first + i * stride, hub, d);
                }
            }
            default -> {
                for (int i = 0; i + 1 < n; i++) {
                    wiring.join(first + i * stride, first + (i + 1) * stride, d);
                }
                if (n > 2 && !open) {
                    wiring.join(first + (n - 1) * stride, logical.hosts() + closing(logical, d, host), d);
                }
            }
        }
    }

    /**
     * The host at the end of a ring's closing link: the ring's own first host, or one further along the next dimension.
     */
    private int closing(LogicalTopology logical, int d, int host) {
        if (twist.isEmpty() || twist.get(d) == 0) {
            return host;
        }
        int next = (d + 1) % sizes.size();
        int here = logical.coordinate(host, next);
        return host + ((here + twist.get(d)) % sizes.get(next) - here) * logical.stride(next);
    }

    @Override
    public TopologyLayout layout(PhysicalTopology physical) {
        return isStar() ? TopologyLayout.tiers(physical) : TopologyLayout.grid(physical, sizes);
    }
}
