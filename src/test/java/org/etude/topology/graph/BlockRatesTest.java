// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.etude.Topology;
import org.etude.unit.Bandwidth;
import org.junit.jupiter.api.Test;

/** How fast a host can send out of its block: bytes per ns, 8 Gbit/s are one. */
class BlockRatesTest {
    private static BlockRates of(Topology topology, int... gbps) {
        Bandwidth[] rates = new Bandwidth[gbps.length];
        for (int i = 0; i < gbps.length; i++) {
            rates[i] = Bandwidth.gbps(gbps[i]);
        }
        return new BlockRates(topology.bandwidth(rates).logical());
    }

    @Test
    void alongDimensionsTheRatesOfAllHigherOnesAddUp() {
        BlockRates torus =
                new BlockRates(LogicalTopology.torus(4, 2).bandwidth(Bandwidth.gbps(80), Bandwidth.gbps(40)));
        // A ring of four has two links per host, a ring of two one.
        assertThat(torus.bytesPerNs(0, 0, new boolean[] {true, true})).isCloseTo(2 * 10 + 5, within(1e-9));
        assertThat(torus.bytesPerNs(5, 1, new boolean[] {true, true})).isCloseTo(5, within(1e-9));
    }

    /** Ranks of one node do not use its ports to other nodes. */
    @Test
    void unusedDimensionsDoNotCount() {
        BlockRates torus =
                new BlockRates(LogicalTopology.torus(4, 2).bandwidth(Bandwidth.gbps(80), Bandwidth.gbps(40)));
        assertThat(torus.bytesPerNs(0, 0, new boolean[] {true, false})).isCloseTo(2 * 10, within(1e-9));
        assertThat(torus.bytesPerNs(0, 0, new boolean[] {false, true})).isCloseTo(5, within(1e-9));
    }

    @Test
    void aSwitchHasOneLinkAndAFullMeshOneToEachOther() {
        assertThat(new BlockRates(LogicalTopology.switched(8).bandwidth(Bandwidth.gbps(16)))
                        .bytesPerNs(3, 0, new boolean[] {true}))
                .isCloseTo(2, within(1e-9));
        assertThat(new BlockRates(LogicalTopology.fullyConnected(8).bandwidth(Bandwidth.gbps(16)))
                        .bytesPerNs(3, 0, new boolean[] {true}))
                .isCloseTo(14, within(1e-9));
    }

    /** The ports of a graph belong to no dimension. */
    @Test
    void onAGraphTheDimensionsInUseHaveNoEffect() {
        BlockRates tree = of(Topology.fatTree(2, 2, 4), 80, 80);
        assertThat(tree.bytesPerNs(0, 0, new boolean[] {false})).isCloseTo(10, within(1e-9));
    }

    /** A block of one host sends through the ports of that host. */
    @Test
    void onAGraphAHostAloneHasItsPorts() {
        BlockRates tree = of(Topology.fatTree(2, 2, 4), 80, 80);
        assertThat(tree.bytesPerNs(0, 0, new boolean[] {true, true}))
                .as("the host's own port")
                .isCloseTo(10, within(1e-9));
    }
}
