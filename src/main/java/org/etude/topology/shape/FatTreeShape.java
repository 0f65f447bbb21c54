// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.shape;

import java.util.List;
import org.etude.topology.graph.DimKind;
import org.etude.topology.graph.LinkSpec;
import org.etude.topology.graph.PhysicalTopology;
import org.etude.topology.graph.TopologyDim;
import org.etude.topology.graph.TopologyException;

/**
 * A two-tier fat tree (folded Clos network): hosts spread evenly over leaf switches, each leaf linked to every spine.
 * Levels: host to leaf, leaf to spine. Collectives see one dimension.
 *
 * @param leaves number of leaf switches
 * @param spines number of spine switches
 * @param hostsPerLeaf hosts per leaf
 */
record FatTreeShape(int leaves, int spines, int hostsPerLeaf) implements TopologyShape {
    FatTreeShape {
        if (leaves < 1 || spines < 1 || hostsPerLeaf < 1) {
            throw new TopologyException(
                    "a fat tree has " + leaves + " leaves, " + spines + " spines and " + hostsPerLeaf
                            + " hosts per leaf",
                    "Give at least one of each.");
        }
    }

    @Override
    public String text() {
        return "fattree:" + leaves + "x" + spines + (hostsPerLeaf == spines ? "" : "x" + hostsPerLeaf);
    }

    @Override
    public List<String> levels() {
        return List.of("host", "uplink");
    }

    @Override
    public List<TopologyDim> dims(List<LinkSpec> levels) {
        LinkSpec host = levels.get(0);
        return List.of(new TopologyDim(
                DimKind.SWITCH, TopologyShape.product(leaves, hostsPerLeaf), host.bandwidth(), host.latencyNs()));
    }

    @Override
    public PhysicalTopology physical(List<LinkSpec> levels) {
        int hosts = TopologyShape.product(leaves, hostsPerLeaf);
        Wiring wiring = new Wiring(hosts, levels);
        int leaf = wiring.switches(leaves);
        int spine = wiring.switches(spines);
        for (int host = 0; host < hosts; host++) {
            wiring.join(leaf + host / hostsPerLeaf, host, 0);
        }
        for (int l = 0; l < leaves; l++) {
            for (int s = 0; s < spines; s++) {
                wiring.join(leaf + l, spine + s, 1);
            }
        }
        return wiring.build(this);
    }
}
