package org.etude.topology;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Any graph, such as one read from a file.
 *
 * @param graph the graph with its links as they are
 * @param sizes the logical dimensions, the first fastest
 * @param kinds how collectives see each dimension
 */
record GraphShape(PhysicalTopology graph, List<DimKind> kinds, List<Integer> sizes) implements TopologyShape {
    GraphShape {
        kinds = List.copyOf(kinds);
        sizes = List.copyOf(sizes);
        long product = sizes.stream().mapToLong(Integer::longValue).reduce(1, Math::multiplyExact);
        if (product != graph.hosts()) {
            throw new TopologyException(
                    graph.name() + " has " + graph.hosts() + " hosts but its logical dimensions " + sizes + " make "
                            + product,
                    "Give dimensions whose product is the number of hosts.");
        }
    }

    @Override
    public String text() {
        return graph.name();
    }

    @Override
    public List<String> levels() {
        return graph.levels();
    }

    /** A graph whose links of a level are alike: those of another rate, latency or loss get a level of their own. */
    static GraphShape of(PhysicalTopology graph, List<DimKind> kinds, List<Integer> sizes) {
        Map<Object, Integer> levels = new LinkedHashMap<>();
        List<String> names = new ArrayList<>();
        List<PhysicalTopology.Link> links = new ArrayList<>();
        for (PhysicalTopology.Link link : graph.links()) {
            int level = levels.computeIfAbsent(List.of(link.level(), link.spec()), key -> levels.size());
            if (level == names.size()) {
                String name = graph.levels().get(link.level());
                names.add(names.contains(name) ? name + " " + link.spec().bandwidth() + " #" + level : name);
            }
            links.add(new PhysicalTopology.Link(link.a(), link.b(), link.spec(), level));
        }
        PhysicalTopology levelled = new PhysicalTopology(graph.name(), graph.hosts(), graph.switches(), links, names);
        return new GraphShape(levelled, kinds, sizes);
    }

    /** What the links of each level are like. */
    List<LinkSpec> specs() {
        LinkSpec[] specs = new LinkSpec[graph.levels().size()];
        graph.links().forEach(link -> specs[link.level()] = link.spec());
        return List.of(specs);
    }

    /** Rates of a dimension: those of the slowest link, since nothing tells which links a dimension uses. */
    @Override
    public List<TopologyDim> dims(List<LinkSpec> levels) {
        LinkSpec slowest =
                levels.stream().min(Comparator.comparing(LinkSpec::bandwidth)).orElse(LinkSpec.DEFAULT);
        List<TopologyDim> dims = new ArrayList<>();
        for (int d = 0; d < sizes.size(); d++) {
            dims.add(new TopologyDim(kinds.get(d), sizes.get(d), slowest.bandwidth(), slowest.latencyNs()));
        }
        return dims;
    }

    @Override
    public PhysicalTopology physical(List<LinkSpec> levels) {
        Wiring wiring = new Wiring(graph.hosts(), levels);
        wiring.switches(graph.switches());
        graph.links().forEach(link -> wiring.join(link.a(), link.b(), link.level()));
        return wiring.build(this);
    }
}
