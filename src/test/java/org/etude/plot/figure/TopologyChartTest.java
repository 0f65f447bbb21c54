// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.figure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.etude.Plots;
import org.etude.Topology;
import org.etude.plot.model.Mark;
import org.junit.jupiter.api.Test;

class TopologyChartTest {
    private static final int STRAIGHT = 3;
    private static final int BOWED = 14;

    /** The link from the last node of a ring to the first would lie on the links between, as if it were not there. */
    @Test
    void wrapAroundLinksOfATorusAreBowed() {
        assertThat(points(Topology.torus(4, 4)))
                .isEqualTo(links(Topology.torus(4, 4)) * STRAIGHT + 8 * (BOWED - STRAIGHT));
        assertThat(points(Topology.ring(5))).isEqualTo(links(Topology.ring(5)) * STRAIGHT + BOWED - STRAIGHT);
        assertThat(points(Topology.torus(3, 5)))
                .isEqualTo(links(Topology.torus(3, 5)) * STRAIGHT + 8 * (BOWED - STRAIGHT));
    }

    /** Nothing stands on the links of two nodes or of a tree. */
    @Test
    void otherLinksAreStraight() {
        for (Topology topology : List.of(Topology.torus(2, 2), Topology.fatTree(4, 2))) {
            assertThat(points(topology)).as(topology.toString()).isEqualTo(links(topology) * STRAIGHT);
        }
    }

    private static int links(Topology topology) {
        return topology.layout().edges().size();
    }

    private static int points(Topology topology) {
        return Plots.topology(topology).panels().get(0).marks(Mark.Line.class).stream()
                .mapToInt(line -> line.x().length)
                .sum();
    }
}
