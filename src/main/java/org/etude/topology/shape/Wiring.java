// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.shape;

import java.util.ArrayList;
import java.util.List;
import org.etude.topology.graph.LinkSpec;
import org.etude.topology.graph.PhysicalTopology;

/** A graph under construction: hosts first, then switches as they are added, links with their level. */
final class Wiring {
    private final int hosts;
    private final List<LinkSpec> levels;
    private final List<PhysicalTopology.Link> links = new ArrayList<>();
    private int switches;

    Wiring(int hosts, List<LinkSpec> levels) {
        this.hosts = hosts;
        this.levels = levels;
    }

    /** Adds switches and returns the id of the first. */
    int switches(int count) {
        int first = hosts + switches;
        switches += count;
        return first;
    }

    void join(int a, int b, int level) {
        links.add(new PhysicalTopology.Link(a, b, levels.get(level), level));
    }

    PhysicalTopology build(TopologyShape shape) {
        return build(shape.text(), shape.levels());
    }

    PhysicalTopology build(String name, List<String> levelNames) {
        return new PhysicalTopology(name, hosts, switches, links, levelNames);
    }

    /** Links nodes {@code first + i * stride} pairwise. */
    void clique(int first, int count, int stride, int level) {
        for (int i = 0; i < count; i++) {
            for (int j = i + 1; j < count; j++) {
                join(first + i * stride, first + j * stride, level);
            }
        }
    }
}
