// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import java.util.List;
import org.etude.topology.graph.TopologyLayout;
import org.junit.jupiter.api.Test;

/** {@link LinkLines} of four nodes in a row, 10 apart. */
class LinkLinesTest {
    private static final double[] X = {0, 10, 20, 30};
    private static final double[] Y = {0, 0, 0, 0};

    private final DoubleArrayList x = new DoubleArrayList();
    private final DoubleArrayList y = new DoubleArrayList();

    private void add(double[] nodesY, int a, int b) {
        List<TopologyLayout.Edge> edges = List.of(
                new TopologyLayout.Edge(0, 1, 0), new TopologyLayout.Edge(2, 2, 0), new TopologyLayout.Edge(a, b, 0));
        new LinkLines(X, nodesY, edges).add(a, b, x, y);
    }

    @Test
    void neighboursAreJoinedStraight() {
        add(Y, 1, 2);
        assertThat(x.toDoubleArray()).containsExactly(10, 20, Double.NaN);
        assertThat(y.toDoubleArray()).containsExactly(0, 0, Double.NaN);
    }

    /** The way back of a ring goes around the nodes between: 3.2 aside in its middle. */
    @Test
    void aLinkOverOtherNodesIsBowed() {
        add(Y, 3, 0);
        assertThat(x.toDoubleArray()).hasSize(14);
        assertThat(x.getDouble(0)).isEqualTo(30);
        assertThat(x.getDouble(12)).isEqualTo(0, within(1e-9));
        assertThat(x.getDouble(6)).isEqualTo(15);
        assertThat(Math.abs(y.getDouble(6))).isEqualTo(3.2, within(1e-9));
        assertThat(y.getDouble(0)).isZero();
        assertThat(y.getDouble(13)).isNaN();
    }

    @Test
    void aNodeBesideTheLineIsNotInItsWay() {
        add(new double[] {0, 1, 1, 0}, 0, 3);
        assertThat(x.toDoubleArray()).hasSize(3);
    }
}
