// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.shape;

import java.util.List;
import org.etude.topology.graph.DimKind;
import org.etude.topology.graph.LinkSpec;
import org.etude.topology.graph.PhysicalTopology;
import org.etude.topology.graph.TopologyDim;
import org.etude.topology.graph.TopologyException;
import org.etude.topology.graph.TopologyLayout;

/**
 * A dragonfly: groups of routers with hosts, all routers of a group linked pairwise, one link between each pair of
 * groups (Kim, Dally, Scott, Abts: Technology-driven, highly-scalable dragonfly topology, 2008). A group's links to the
 * other groups, in ascending order, are assigned to its routers in ascending order, ceil((groups-1)/routers) per
 * router. Levels: host to router, within a group, between groups. Dimensions: hosts of a router, routers of a group,
 * groups.
 *
 * @param groups number of groups
 * @param routers routers per group
 * @param hostsPerRouter hosts per router
 */
record DragonflyShape(int groups, int routers, int hostsPerRouter) implements TopologyShape {
    DragonflyShape {
        if (groups < 1 || routers < 1 || hostsPerRouter < 1) {
            throw new TopologyException(
                    "a dragonfly has " + groups + " groups of " + routers + " routers with " + hostsPerRouter
                            + " hosts each",
                    "Give at least one of each.");
        }
    }

    /** The maximum number of global links at a router. */
    int globalPorts() {
        return (groups - 1 + routers - 1) / routers;
    }

    @Override
    public String text() {
        return "dragonfly:" + groups + "x" + routers + "x" + hostsPerRouter;
    }

    @Override
    public List<String> levels() {
        return List.of("host", "local", "global");
    }

    @Override
    public List<TopologyDim> dims(List<LinkSpec> levels) {
        return List.of(
                dim(DimKind.SWITCH, hostsPerRouter, levels.get(0)),
                dim(DimKind.FULLY_CONNECTED, routers, levels.get(1)),
                dim(DimKind.FULLY_CONNECTED, groups, levels.get(2)));
    }

    private static TopologyDim dim(DimKind kind, int npus, LinkSpec link) {
        return new TopologyDim(kind, npus, link.bandwidth(), link.latencyNs());
    }

    @Override
    public PhysicalTopology physical(List<LinkSpec> levels) {
        int all = TopologyShape.product(groups, routers);
        int hosts = TopologyShape.product(all, hostsPerRouter);
        Wiring wiring = new Wiring(hosts, levels);
        int first = wiring.switches(all);
        for (int host = 0; host < hosts; host++) {
            wiring.join(first + host / hostsPerRouter, host, 0);
        }
        for (int group = 0; group < groups; group++) {
            wiring.clique(first + group * routers, routers, 1, 1);
        }
        for (int from = 0; from < groups; from++) {
            for (int to = from + 1; to < groups; to++) {
                wiring.join(first + router(from, to), first + router(to, from), 2);
            }
        }
        return wiring.build(this);
    }

    /** The router of a group that has the link to another group. */
    private int router(int group, int other) {
        int place = other < group ? other : other - 1;
        return group * routers + place / globalPorts();
    }

    @Override
    public TopologyLayout layout(PhysicalTopology physical) {
        return TopologyLayout.circle(physical, routers, hostsPerRouter);
    }
}
