// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.shape;

import java.util.List;
import org.etude.topology.graph.LinkSpec;
import org.etude.topology.graph.LogicalTopology;
import org.etude.topology.graph.PhysicalTopology;
import org.etude.topology.graph.TopologyDim;
import org.etude.topology.graph.TopologyException;
import org.etude.topology.graph.TopologyLayout;

/** How a family of networks is wired, without rates. Implementations are values that check their sizes. */
interface TopologyShape {
    /** The product of sizes; rejects products above the maximum number of hosts. */
    static int product(int... sizes) {
        long product = 1;
        for (int size : sizes) {
            product *= size;
            if (product > LogicalTopology.MAX_HOSTS) {
                throw new TopologyException(
                        "a topology has more than " + LogicalTopology.MAX_HOSTS + " hosts", "Use smaller sizes.");
            }
        }
        return (int) product;
    }

    /** The text form, as read by {@link org.etude.topology.text.TopologyText TopologyText}. */
    String text();

    /** Names of the levels of links, in the order in which their rates are given. */
    List<String> levels();

    /** How many of the last levels are derived from the others unless given. */
    default int derivedLevels() {
        return 0;
    }

    /** The dimensions as collectives see them. */
    List<TopologyDim> dims(List<LinkSpec> levels);

    /** The graph. */
    PhysicalTopology physical(List<LinkSpec> levels);

    /**
     * Whether the dimensions describe the network completely, so that the formulas of the analytical networks apply.
     */
    default boolean isProduct(List<LinkSpec> levels) {
        return false;
    }

    /** Where to draw the nodes. */
    default TopologyLayout layout(PhysicalTopology physical) {
        return TopologyLayout.tiers(physical);
    }
}
