// SPDX-License-Identifier: Apache-2.0
package org.etude.network.analytic;

import static org.assertj.core.api.Assertions.assertThat;

import org.etude.topology.graph.LogicalTopology;
import org.junit.jupiter.api.Test;

class HostGroupTest {
    private static final LogicalTopology TORUS = LogicalTopology.torus(3, 4, 2);

    @Test
    void oneRingIsTurned() {
        HostGroup ring = new HostGroup(LogicalTopology.ring(5), new boolean[1]);
        assertThat(ring.hosts()).isEqualTo(5);
        assertThat(ring.compose(3, 4)).isEqualTo(2);
        assertThat(ring.inverse(2)).isEqualTo(3);
        assertThat(ring.inverse(0)).isZero();
        assertThat(ring.power(2, 1_000_000_000_001L)).isEqualTo(2);
    }

    @Test
    void placesOfADimensionAreExchangedByExclusiveOr() {
        HostGroup group = new HostGroup(LogicalTopology.switched(8), new boolean[] {true});
        assertThat(group.compose(5, 3)).isEqualTo(6);
        assertThat(group.inverse(5)).isEqualTo(5);
        assertThat(group.power(5, 2)).isZero();
        assertThat(group.power(5, 7)).isEqualTo(5);
    }

    /** Host (x, y, z) is x + 3 y + 12 z; the second dimension is exchanged, the others are turned. */
    @Test
    void dimensionsAreMovedByThemselves() {
        HostGroup group = new HostGroup(TORUS, new boolean[] {false, true, false});
        int a = 2 + 3 * 3 + 12;
        int b = 2 + 3;
        assertThat(group.compose(a, b)).isEqualTo(1 + 3 * 2 + 12);
        assertThat(group.inverse(a)).isEqualTo(1 + 3 * 3 + 12);
        assertThat(group.power(a, 3)).isEqualTo(3 * 3 + 12);
    }

    @Test
    void membersCommuteAndActSimplyTransitively() {
        HostGroup group = new HostGroup(TORUS, new boolean[] {false, true, false});
        for (int a = 0; a < group.hosts(); a++) {
            assertThat(group.compose(a, 0)).isEqualTo(a);
            assertThat(group.compose(a, group.inverse(a))).isZero();
            assertThat(group.power(a, 2)).isEqualTo(group.compose(a, a));
            boolean[] reached = new boolean[group.hosts()];
            for (int b = 0; b < group.hosts(); b++) {
                int to = group.compose(a, b);
                assertThat(to).isEqualTo(group.compose(b, a));
                assertThat(reached[to]).isFalse();
                reached[to] = true;
            }
        }
    }
}
