// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.infragraph;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.etude.compat.simai.cluster.ClusterText;
import org.etude.topology.graph.DimKind;
import org.etude.topology.graph.LinkSpec;
import org.etude.topology.graph.PhysicalTopology;
import org.etude.topology.graph.TopologyException;
import org.etude.topology.shape.TopologySpec;

/**
 * Builds the network of an expanded description. A description that Etude wrote yields the network it was written from.
 * In others the XPUs of a device and the devices become logical dimensions if the devices are alike.
 */
final class InfraNetwork {
    /**
     * Keys of the infrastructure's details: the text form, the number of levels with given rates, and the dimensions.
     */
    static final String TEXT = "topology";

    static final String GIVEN = "levels_given";
    static final String SIZES = "dims";
    static final String KINDS = "kinds";
    static final String PREFERRED = "preferred_switches";
    static final String SORTED = "sorted_links";

    /** Key of a link's details: its level. */
    static final String LEVEL = "level";

    static final String LOSS = "error_rate";
    /** Key of a link's details: the name of its level. */
    static final String LEVEL_NAME = "level_name";

    private final InfraCursor top;
    private final InfraNodes nodes;
    private final InfraDetails said;

    InfraNetwork(InfraCursor top, InfraNodes nodes) {
        this.top = top;
        this.nodes = nodes;
        this.said = InfraDetails.of(top.get("description"));
    }

    TopologySpec spec() {
        try {
            return said.get(TEXT).isPresent() ? own(said.get(TEXT).get()) : foreign();
        } catch (NumberFormatException e) {
            throw top.wrong("the description that Etude wrote was changed: " + e.getMessage(), "Remove it.");
        }
    }

    private TopologySpec foreign() {
        String file = top.file();
        String name = "file:" + file.substring(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
        PhysicalTopology graph = InfraReduction.of(nodes, name, null);
        int size = xpusOfDevice();
        return TopologySpec.measured(
                graph, size > 1 && size < graph.hosts() ? List.of(size, graph.hosts() / size) : List.of(graph.hosts()));
    }

    /**
     * The number of XPUs per device instance, if all instances with XPUs have the same number and ranks traverse them
     * one by one; else 0.
     */
    private int xpusOfDevice() {
        List<int[]> ranked = new ArrayList<>();
        for (int node = 0; node < nodes.types.length; node++) {
            if (nodes.types[node].equals("xpu")) {
                ranked.add(new int[] {Math.max(nodes.rank[node], nodes.rank[node] < 0 ? node : 0), nodes.owner[node]});
            }
        }
        ranked.sort(Comparator.comparingInt(pair -> pair[0]));
        Map<Integer, Integer> counts = new LinkedHashMap<>();
        int last = -1;
        for (int[] pair : ranked) {
            if (pair[1] != last && counts.containsKey(pair[1])) {
                return 0;
            }
            counts.merge(pair[1], 1, Integer::sum);
            last = pair[1];
        }
        return counts.values().stream().distinct().count() == 1
                ? counts.values().iterator().next()
                : 0;
    }

    private TopologySpec own(String text) {
        int chosen = Integer.parseInt(said.get(PREFERRED).orElse("0"));
        boolean[] preferred = new boolean[nodes.types.length];
        for (int node = 0; node < preferred.length && chosen > 0; node++) {
            preferred[node] = nodes.types[node].equals("switch");
            chosen -= preferred[node] ? 1 : 0;
        }
        PhysicalTopology graph = levelled(InfraReduction.of(nodes, text, preferred));
        Optional<TopologySpec> named = named(text, graph);
        if (named.isPresent()) {
            return named.get();
        }
        List<Integer> sizes = Stream.of(
                        said.get(SIZES).orElse("" + graph.hosts()).split("x"))
                .map(Integer::valueOf)
                .toList();
        if (said.get(KINDS).isEmpty()) {
            return TopologySpec.measured(graph, sizes);
        }
        List<DimKind> kinds = Stream.of(said.get(KINDS).get().split(","))
                .map(kind -> Optional.ofNullable(DimKind.of(kind))
                        .orElseThrow(() -> top.wrong("has the kind " + kind, "Use ring, fc or switch.")))
                .toList();
        return TopologySpec.graph(graph, kinds, sizes);
    }

    /** The links with their original levels, in their original order. */
    private PhysicalTopology levelled(PhysicalTopology graph) {
        int[] level = new int[nodes.links.size()];
        int most = 0;
        for (int link = 0; link < level.length; link++) {
            level[link] = Integer.parseInt(nodes.links.details(link).get(LEVEL).orElse("-1"));
            most = Math.max(most, level[link] + 1);
        }
        String[] names = new String[most];
        Arrays.fill(names, "link");
        for (int link = 0; link < level.length; link++) {
            if (level[link] >= 0) {
                names[level[link]] = nodes.links.details(link).get(LEVEL_NAME).orElse(nodes.links.name(link));
            }
        }
        List<PhysicalTopology.Link> links = new ArrayList<>();
        for (PhysicalTopology.Link link : graph.links()) {
            links.add(new PhysicalTopology.Link(link.a(), link.b(), link.spec(), Math.max(0, level[link.level()])));
        }
        if (said.get(SORTED).isPresent()) {
            links.sort(Comparator.comparingInt(PhysicalTopology.Link::a).thenComparingInt(PhysicalTopology.Link::b));
        }
        return graph.withLinks(links, List.of(names));
    }

    /** The network of the text form with these rates, unless the description was edited. */
    private Optional<TopologySpec> named(String text, PhysicalTopology graph) {
        try {
            TopologySpec plain = ClusterText.any(text.toLowerCase(Locale.ROOT));
            LinkSpec[] rates = new LinkSpec[graph.levels().size()];
            for (int link = 0; link < nodes.links.size(); link++) {
                nodes.links.details(link).get(LEVEL).map(Integer::valueOf).ifPresent(setAt(rates, link));
            }
            int given = Integer.parseInt(said.get(GIVEN).orElse("" + rates.length));
            List<LinkSpec> stated = Arrays.asList(rates).subList(0, given);
            if (stated.stream().anyMatch(Objects::isNull)) {
                return Optional.empty(); // levels were changed by hand
            }
            TopologySpec spec = plain.links(stated);
            return spec.physical().equals(graph) ? Optional.of(spec) : Optional.empty();
        } catch (TopologyException | IndexOutOfBoundsException e) {
            // Not a text form, or no longer one of this network.
            return Optional.empty();
        }
    }

    private Consumer<Integer> setAt(LinkSpec[] rates, int link) {
        return level -> rates[level] = nodes.links.spec(link);
    }
}
