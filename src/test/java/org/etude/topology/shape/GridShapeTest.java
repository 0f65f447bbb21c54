// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.shape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.List;
import org.etude.topology.graph.DimKind;
import org.etude.topology.graph.LinkSpec;
import org.etude.topology.graph.PhysicalTopology;
import org.etude.topology.graph.TopologyException;
import org.etude.unit.Units;
import org.junit.jupiter.api.Test;

class GridShapeTest {
    private static final LinkSpec SLOW = LinkSpec.DEFAULT.with(Units.gbps(100)).withLatency(500);
    private static final LinkSpec FAST =
            LinkSpec.DEFAULT.with(Units.gbps(400)).withLatency(700).withErrorRate(0.25);

    private static GridShape rings(boolean open, List<Integer> twist, int... sizes) {
        return new GridShape(Collections.nCopies(sizes.length, DimKind.RING), GridShape.boxed(sizes), open, twist);
    }

    /** Links as "a-b@level". */
    private static List<String> links(PhysicalTopology graph) {
        return graph.links().stream()
                .map(link -> link.a() + "-" + link.b() + "@" + link.level())
                .toList();
    }

    private static List<String> links(GridShape shape) {
        return links(
                shape.physical(Collections.nCopies(shape.sizes().size() + shape.derivedLevels(), LinkSpec.DEFAULT)));
    }

    /** Host k hangs on switch n + k; a ring of two has one link, not two. */
    @Test
    void switchesOfHostsFormRingsLinesAndCliques() {
        assertThat(links(GridShape.of(DimKind.RING, 3)))
                .containsExactly("0-3@1", "1-4@1", "2-5@1", "3-4@0", "4-5@0", "5-3@0");
        assertThat(links(GridShape.of(DimKind.RING, 2))).containsExactly("0-2@1", "1-3@1", "2-3@0");
        assertThat(links(rings(true, List.of(), 3))).containsExactly("0-3@1", "1-4@1", "2-5@1", "3-4@0", "4-5@0");
        assertThat(links(GridShape.of(DimKind.FULLY_CONNECTED, 3)))
                .containsExactly("0-3@1", "1-4@1", "2-5@1", "3-4@0", "3-5@0", "4-5@0");
    }

    /** One switch dimension is a star; in a product each group has a switch more. A dimension of one links nothing. */
    @Test
    void switchesJoinHostsOrGroups() {
        assertThat(links(GridShape.of(DimKind.SWITCH, 3))).containsExactly("3-0@0", "3-1@0", "3-2@0");
        assertThat(links(GridShape.of(DimKind.SWITCH, 2).times(GridShape.of(DimKind.RING, 2))))
                .containsExactly(
                        "0-4@2", "1-5@2", "2-6@2", "3-7@2", "4-8@0", "5-8@0", "6-9@0", "7-9@0", "4-6@1", "5-7@1");
        assertThat(links(GridShape.of(DimKind.RING, 1, 2))).containsExactly("0-2@2", "1-3@2", "2-3@1");
        assertThat(links(GridShape.of(DimKind.SWITCH, 2).routed(List.of(SLOW, SLOW))))
                .as("a star whose hosts have switches of their own")
                .containsExactly("0-2@1", "1-3@1", "2-4@0", "3-4@0");
    }

    /** The closing link of each row ends one row further, that of the last row in the first. */
    @Test
    void aTwistedRingClosesFurtherAlong() {
        assertThat(links(rings(false, List.of(1, 0), 3, 2)))
                .containsSubsequence("6-7@0", "7-8@0", "8-9@0", "9-10@0", "10-11@0", "11-6@0")
                .endsWith("6-9@1", "7-10@1", "8-11@1");
        assertThat(links(rings(false, List.of(0, 2), 3, 3)))
                .contains("15-11@1", "16-9@1", "17-10@1")
                .contains("11-9@0", "14-12@0", "17-15@0");
    }

    @Test
    void theLinkOfAHostIsAsFastAsItsFastestDimension() {
        PhysicalTopology graph = GridShape.of(DimKind.RING, 2, 2).physical(List.of(SLOW, FAST));
        LinkSpec host = FAST.withLatency(500).withErrorRate(0);
        assertThat(graph.links())
                .filteredOn(link -> link.level() == 2)
                .hasSize(4)
                .allMatch(link -> link.spec().equals(host));
        assertThat(graph.links())
                .filteredOn(link -> link.level() == 1)
                .hasSize(2)
                .allMatch(link -> link.spec().equals(FAST));
        assertThat(graph.levels()).containsExactly("dim0", "dim1", "host");
        assertThat(GridShape.of(DimKind.RING, 2, 2)
                        .physical(List.of(SLOW, FAST, SLOW))
                        .links()
                        .get(0)
                        .spec())
                .as("a level that is given")
                .isEqualTo(SLOW);
        assertThat(GridShape.withHost(List.of(FAST, SLOW))).containsExactly(FAST, SLOW, host);
    }

    @Test
    void textsAndLevels() {
        assertThat(rings(true, List.of(), 2, 3).text()).isEqualTo("mesh:2x3");
        assertThat(rings(false, List.of(1, 0), 3, 2).text()).isEqualTo("twisted:3x2@1x0");
        assertThat(GridShape.of(DimKind.RING, 4).text()).isEqualTo("ring:4");
        assertThat(GridShape.of(DimKind.SWITCH, 4).levels()).containsExactly("dim0");
        assertThat(GridShape.of(DimKind.SWITCH, 4).derivedLevels()).isZero();
        assertThat(GridShape.of(DimKind.SWITCH, 2, 2).levels()).containsExactly("dim0", "dim1", "host");
        assertThat(GridShape.of(DimKind.RING, 4).derivedLevels()).isEqualTo(1);
    }

    /** Only a product whose host links are derived can be simulated by dimensions. */
    @Test
    void whatIsAProduct() {
        assertThat(GridShape.of(DimKind.RING, 4).isProduct(List.of(SLOW))).isTrue();
        assertThat(GridShape.of(DimKind.RING, 4).isProduct(List.of(SLOW, FAST))).isFalse();
        assertThat(rings(true, List.of(), 4).isProduct(List.of(SLOW))).isFalse();
        assertThat(rings(false, List.of(0, 0), 4, 4).isProduct(List.of(SLOW, SLOW)))
                .isFalse();
    }

    @Test
    void whatIsNoGridIsRefused() {
        refused("a topology has no dimension", List.of());
        assertThatThrownBy(() -> new GridShape(List.of(DimKind.RING), List.of(2, 2), false, List.of()))
                .isInstanceOf(TopologyException.class);
        refused("a twisted torus [4, 4] has twist [1]", List.of(1), 4, 4);
        refused("a twisted torus [4, 4] has twist [0, -1]", List.of(0, -1), 4, 4);
        refused("a twisted torus [2, 4] has twist [1, 0]", List.of(1, 0), 2, 4);
        refused("a twisted torus [4] has twist [1]", List.of(1), 4);
        assertThat(rings(false, List.of(0, 1), 2, 3).sizes())
                .as("only the other one is twisted")
                .containsExactly(2, 3);
    }

    private static void refused(String said, List<Integer> twist, int... sizes) {
        assertThatThrownBy(() -> rings(false, twist, sizes))
                .isInstanceOf(TopologyException.class)
                .hasMessageStartingWith(said);
    }
}
