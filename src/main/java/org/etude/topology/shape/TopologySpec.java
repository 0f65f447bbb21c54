// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.shape;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import org.etude.topology.graph.DimKind;
import org.etude.topology.graph.LinkSpec;
import org.etude.topology.graph.LogicalTopology;
import org.etude.topology.graph.PhysicalTopology;
import org.etude.topology.graph.TopologyDim;
import org.etude.topology.graph.TopologyException;
import org.etude.topology.graph.TopologyLayout;
import org.etude.unit.Bandwidth;
import org.etude.unit.Time;

/**
 * A network specification: a family with its sizes, and the properties of the links of each level. Yields both the
 * graph and the logical dimensions. Immutable; each method returns a new value.
 */
public final class TopologySpec {
    private final TopologyShape shape;
    private final List<LinkSpec> levels;

    private TopologySpec(TopologyShape shape, List<LinkSpec> levels) {
        this.shape = shape;
        this.levels = List.copyOf(levels);
        logicalDims();
    }

    private static TopologySpec of(TopologyShape shape) {
        int count = shape.levels().size() - shape.derivedLevels();
        return new TopologySpec(shape, Collections.nCopies(count, LinkSpec.DEFAULT));
    }

    /** A specification of existing dimensions, on their graph if they have one. */
    public static TopologySpec of(LogicalTopology logical) {
        if (logical.physical().isPresent()) {
            List<DimKind> kinds = logical.dims().stream().map(TopologyDim::kind).toList();
            List<Integer> sizes = logical.dims().stream().map(TopologyDim::npus).toList();
            return graph(logical.physical().get(), kinds, sizes);
        }
        List<LinkSpec> levels = logical.dims().stream()
                .map(dim -> new LinkSpec(dim.bandwidth(), dim.latencyNs(), dim.errorRate()))
                .toList();
        return new TopologySpec(GridShape.of(logical), levels);
    }

    /** Dimensions of one kind. */
    public static TopologySpec grid(DimKind kind, int... sizes) {
        return of(GridShape.of(kind, sizes));
    }

    /** A line in every dimension: a torus without the links that close its rings. */
    public static TopologySpec mesh(int... sizes) {
        return of(new GridShape(
                Collections.nCopies(sizes.length, DimKind.RING), GridShape.boxed(sizes), true, List.of()));
    }

    /**
     * A torus whose rings close elsewhere: the last position of dimension d links to the first position of the ring
     * that lies {@code twist[d]} positions further along the next dimension.
     */
    public static TopologySpec twistedTorus(int[] sizes, int[] twist) {
        return of(new GridShape(
                Collections.nCopies(sizes.length, DimKind.RING),
                GridShape.boxed(sizes),
                false,
                GridShape.boxed(twist)));
    }

    /** A twisted torus whose first dimension alone is twisted, by 1. */
    public static TopologySpec twistedTorus(int... sizes) {
        int[] twist = new int[sizes.length];
        Arrays.fill(twist, 0, Math.min(1, twist.length), 1);
        return twistedTorus(sizes, twist);
    }

    /** A fat tree: leaves with {@code hostsPerLeaf} hosts, each linked to every spine. */
    public static TopologySpec fatTree(int leaves, int spines, int hostsPerLeaf) {
        return of(new FatTreeShape(leaves, spines, hostsPerLeaf));
    }

    /** A dragonfly: groups of routers with hosts. */
    public static TopologySpec dragonfly(int groups, int routers, int hostsPerRouter) {
        return of(new DragonflyShape(groups, routers, hostsPerRouter));
    }

    /** Nodes whose k-th GPU is linked to the k-th rail. */
    public static TopologySpec railOptimised(int nodes, int gpus, int spines) {
        return of(new RailShape(nodes, gpus, spines));
    }

    /**
     * Nodes with a domain of their own in an outer network, each GPU with a port of its own to the outside. In a product
     * of dimensions this is the product of both: {@code hierarchical:switch:8/switch:4} is {@code switch:8,switch:4}.
     *
     * @throws TopologyException when the domain is not a product of dimensions
     */
    public static TopologySpec hierarchical(TopologySpec node, TopologySpec network) {
        if (!(node.shape instanceof GridShape grid)) {
            throw new TopologyException(
                    node.shape.text() + " cannot be the inside of a node",
                    "Use switch, fc, ring, torus or mesh inside a node.");
        }
        int dims = grid.sizes().size();
        boolean product = node.shape.isProduct(node.levels.subList(0, dims)) && network.shape.isProduct(network.levels);
        List<LinkSpec> levels = new ArrayList<>(node.levels.subList(0, dims));
        levels.addAll(product ? network.levels : network.allLevels());
        levels.addAll(node.levels.subList(dims, node.levels.size()));
        TopologyShape shape =
                product ? grid.times((GridShape) network.shape) : new HierarchicalShape(grid, network.shape);
        return new TopologySpec(shape, levels);
    }

    /** An arbitrary graph with logical dimensions whose product is its number of hosts. */
    public static TopologySpec graph(PhysicalTopology graph, List<DimKind> kinds, List<Integer> sizes) {
        PhysicalTopology levelled = GraphShape.levelled(graph);
        return new TopologySpec(GraphShape.of(levelled, kinds, sizes), GraphShape.specs(levelled));
    }

    /**
     * A graph whose logical dimensions are switches with the rate of the links between their hosts, divided among the
     * hosts that share them.
     *
     * @param sizes nodes along each dimension, the first fastest; their product is the number of hosts
     * @throws TopologyException when it is not, or hosts have no path between them
     */
    public static TopologySpec measured(PhysicalTopology graph, List<Integer> sizes) {
        PhysicalTopology levelled = GraphShape.levelled(graph);
        GraphShape shape = new GraphShape(levelled, GraphDim.measured(levelled, sizes));
        return new TopologySpec(shape, GraphShape.specs(levelled));
    }

    private List<LinkSpec> allLevels() {
        LinkSpec[] all = new LinkSpec[shape.levels().size()];
        for (int i = 0; i < levels.size(); i++) {
            all[i] = levels.get(i);
        }
        if (levels.size() < all.length) {
            physical().links().forEach(link -> all[link.level()] = link.spec());
        }
        return Arrays.stream(all)
                .map(spec -> spec == null ? LinkSpec.DEFAULT : spec)
                .toList();
    }

    /** Names of the levels, in the order in which rates are given. */
    public List<String> levels() {
        return shape.levels();
    }

    /** The same network with other rates: one for all levels, or one per level. */
    public TopologySpec bandwidth(Bandwidth... rates) {
        return change("bandwidths", Arrays.asList(rates), LinkSpec::with);
    }

    /** The same network with other latencies: one for all levels, or one per level. */
    public TopologySpec latency(Time... latencies) {
        List<Double> ns = Arrays.stream(latencies).map(Time::toNanos).toList();
        return change("latencies", ns, LinkSpec::withLatency);
    }

    /** The same network with other packet loss rates: one for all levels, or one per level. */
    public TopologySpec errorRate(double... shares) {
        return change("error rates", Arrays.stream(shares).boxed().toList(), LinkSpec::withErrorRate);
    }

    /**
     * The same network with these link properties: one per level, or one per level that is not derived from others.
     *
     * @throws TopologyException for another number of them
     */
    public TopologySpec links(List<LinkSpec> specs) {
        int all = shape.levels().size();
        if (specs.size() != all && specs.size() != all - shape.derivedLevels()) {
            throw new TopologyException(
                    this + " has " + all + " levels but link properties of " + specs.size() + " are given",
                    "Give one per level: " + String.join(", ", shape.levels()) + ".");
        }
        return new TopologySpec(shape, specs);
    }

    /** The link properties of each level, without levels derived from others. */
    public List<LinkSpec> links() {
        return levels;
    }

    /** Whether the rates of the logical dimensions are measured along the paths of a graph. */
    public boolean isMeasured() {
        return shape instanceof GraphShape graph
                && graph.dims().stream().anyMatch(dim -> !dim.path().isEmpty());
    }

    /** Derived levels stay derived until they are given explicitly. */
    private <T> TopologySpec change(String what, List<T> given, BiFunction<LinkSpec, T, LinkSpec> set) {
        int all = shape.levels().size();
        int least = all - shape.derivedLevels();
        if (given.size() != 1 && given.size() != least && given.size() != all) {
            throw new TopologyException(
                    this + " has " + least + " " + (least == 1 ? "level" : "levels")
                            + (least < all ? " (and " + shape.levels().get(least) + ")" : "") + " but " + given.size()
                            + " " + what + " are given",
                    "Give one for all levels, or one per level: " + String.join(", ", shape.levels()) + ".");
        }
        List<LinkSpec> old = given.size() == all ? allLevels() : levels;
        List<LinkSpec> changed = new ArrayList<>();
        for (int i = 0; i < old.size(); i++) {
            boolean kept = given.size() > 1 && i >= given.size();
            changed.add(kept ? old.get(i) : set.apply(old.get(i), given.get(given.size() == 1 ? 0 : i)));
        }
        return new TopologySpec(shape, changed);
    }

    /** The number of hosts. */
    public int hosts() {
        return logicalDims().hosts();
    }

    private LogicalTopology logicalDims() {
        return new LogicalTopology(shape.dims(levels));
    }

    /** The dimensions that collectives see, with the graph if messages travel on one. */
    public LogicalTopology logical() {
        return shape.isProduct(levels)
                ? logicalDims()
                : new LogicalTopology(shape.dims(levels), Optional.of(physical()));
    }

    /** The graph. */
    public PhysicalTopology physical() {
        return shape.physical(levels);
    }

    /** Where to draw the nodes of the graph. */
    public TopologyLayout layout() {
        return shape.layout(physical());
    }

    /**
     * The ratio of host rate to uplink rate at the leaves of a fat tree; 1 is full bisection. Empty for other families.
     */
    public Optional<Double> oversubscription() {
        if (!(shape instanceof FatTreeShape tree)) {
            return Optional.empty();
        }
        double down = tree.hostsPerLeaf() * levels.get(0).bandwidth().bytesPerSecond();
        return Optional.of(down / (tree.spines() * levels.get(1).bandwidth().bytesPerSecond()));
    }

    /**
     * A fat tree whose uplinks are slowed until hosts can offer {@code ratio} times what the uplinks carry.
     *
     * @throws TopologyException when this is not a fat tree
     */
    public TopologySpec oversubscribed(double ratio) {
        if (!(shape instanceof FatTreeShape tree) || !(ratio > 0)) {
            throw new TopologyException(
                    this + " cannot be oversubscribed by " + ratio, "Give a fat tree and a ratio above 0.");
        }
        double up = tree.hostsPerLeaf() * levels.get(0).bandwidth().bytesPerSecond() / (tree.spines() * ratio);
        return bandwidth(levels.get(0).bandwidth(), new Bandwidth(up));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TopologySpec that && shape.equals(that.shape) && levels.equals(that.levels);
    }

    @Override
    public int hashCode() {
        return Objects.hash(shape, levels);
    }

    /** The text form, {@code torus:4x4x8}. */
    @Override
    public String toString() {
        return shape.text();
    }
}
