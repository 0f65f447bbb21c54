// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.shape;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.etude.topology.graph.DimKind;
import org.etude.topology.graph.LinkSpec;
import org.etude.topology.graph.PhysicalTopology;
import org.etude.topology.graph.TopologyDim;
import org.etude.topology.graph.TopologyException;

/**
 * An arbitrary graph, such as one read from a file.
 *
 * @param graph the graph; rates and latencies of its links are not part of the shape
 * @param dims the logical dimensions, the first fastest
 */
record GraphShape(PhysicalTopology graph, List<GraphDim> dims) implements TopologyShape {
    GraphShape {
        graph = graph.withLinks(
                graph.links().stream()
                        .map(link -> new PhysicalTopology.Link(link.a(), link.b(), LinkSpec.DEFAULT, link.level()))
                        .toList(),
                graph.levels());
        dims = List.copyOf(dims);
        List<Integer> sizes = dims.stream().map(GraphDim::size).toList();
        long product = sizes.stream().mapToLong(Integer::longValue).reduce(1, Math::multiplyExact);
        if (product != graph.hosts()) {
            throw new TopologyException(
                    graph.name() + " has " + graph.hosts() + " hosts but its logical dimensions " + sizes + " make "
                            + product,
                    "Give dimensions whose product is the number of hosts.");
        }
    }

    /** Dimensions of a levelled graph whose links are unknown. */
    static GraphShape of(PhysicalTopology graph, List<DimKind> kinds, List<Integer> sizes) {
        List<GraphDim> dims = new ArrayList<>();
        for (int d = 0; d < sizes.size(); d++) {
            dims.add(GraphDim.plain(kinds.get(d), sizes.get(d)));
        }
        return new GraphShape(graph, dims);
    }

    /**
     * The same graph with uniform levels: links that differ from their level in rate, latency or loss get a level of
     * their own.
     */
    static PhysicalTopology levelled(PhysicalTopology graph) {
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
        return graph.withLinks(links, names);
    }

    @Override
    public String text() {
        return graph.name();
    }

    @Override
    public List<String> levels() {
        return graph.levels();
    }

    /** The link properties of each level of a levelled graph. */
    static List<LinkSpec> specs(PhysicalTopology graph) {
        LinkSpec[] specs = new LinkSpec[graph.levels().size()];
        graph.links().forEach(link -> specs[link.level()] = link.spec());
        return List.of(specs);
    }

    @Override
    public List<TopologyDim> dims(List<LinkSpec> levels) {
        return dims.stream().map(dim -> dim.of(levels)).toList();
    }

    @Override
    public PhysicalTopology physical(List<LinkSpec> levels) {
        List<PhysicalTopology.Link> links = graph.links().stream()
                .map(link -> new PhysicalTopology.Link(link.a(), link.b(), levels.get(link.level()), link.level()))
                .toList();
        return graph.withLinks(links, graph.levels());
    }
}
