// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.shape;

import java.util.List;
import org.etude.topology.graph.DimKind;
import org.etude.topology.graph.LinkSpec;
import org.etude.topology.graph.PhysicalTopology;
import org.etude.topology.graph.TopologyDim;
import org.etude.topology.graph.TopologyException;

/**
 * A rail-optimised network: nodes of GPUs around an inner switch (NVSwitch, xGMI), the k-th GPU of every node linked to
 * the k-th rail switch, the rails linked by spines. Levels: inside a node, GPU to rail, rail to spine. Dimensions: GPUs
 * of a node, nodes.
 *
 * @param nodes number of nodes
 * @param gpus number of GPUs per node, and of rails
 * @param spines number of switches that link the rails
 */
record RailShape(int nodes, int gpus, int spines) implements TopologyShape {
    RailShape {
        if (nodes < 1 || gpus < 1 || spines < 1) {
            throw new TopologyException(
                    "a rail-optimised network has " + nodes + " nodes of " + gpus + " GPUs and " + spines + " spines",
                    "Give at least one of each: without a spine, GPUs on different rails and nodes have no path.");
        }
    }

    @Override
    public String text() {
        return "rail:" + nodes + "x" + gpus + "x" + spines;
    }

    @Override
    public List<String> levels() {
        return List.of("node", "rail", "spine");
    }

    @Override
    public List<TopologyDim> dims(List<LinkSpec> levels) {
        LinkSpec node = levels.get(0);
        LinkSpec rail = levels.get(1);
        return List.of(
                new TopologyDim(DimKind.SWITCH, gpus, node.bandwidth(), node.latencyNs()),
                new TopologyDim(DimKind.SWITCH, nodes, rail.bandwidth(), rail.latencyNs()));
    }

    @Override
    public PhysicalTopology physical(List<LinkSpec> levels) {
        int hosts = TopologyShape.product(nodes, gpus);
        Wiring wiring = new Wiring(hosts, levels);
        int inner = wiring.switches(nodes);
        int rail = wiring.switches(gpus);
        int spine = wiring.switches(spines);
        for (int host = 0; host < hosts; host++) {
            wiring.join(inner + host / gpus, host, 0);
        }
        for (int host = 0; host < hosts; host++) {
            wiring.join(rail + host % gpus, host, 1);
        }
        for (int r = 0; r < gpus; r++) {
            for (int s = 0; s < spines; s++) {
                wiring.join(rail + r, spine + s, 2);
            }
        }
        return wiring.build(this);
    }
}
