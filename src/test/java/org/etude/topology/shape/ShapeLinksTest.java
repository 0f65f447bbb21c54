// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.shape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.etude.topology.graph.DimKind;
import org.etude.topology.graph.LogicalTopology;
import org.etude.topology.graph.PhysicalTopology;
import org.etude.topology.graph.TopologyDim;
import org.etude.topology.graph.TopologyException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every link of small networks, drawn by hand: {@code 4-0/1} joins nodes 0 and 4 at level 1. Hosts come first. */
class ShapeLinksTest {
    private static TreeSet<String> links(PhysicalTopology graph) {
        TreeSet<String> links = new TreeSet<>();
        graph.links().forEach(link -> links.add(link(link.a(), link.b(), link.level())));
        assertThat(links).as("no link twice").hasSameSizeAs(graph.links());
        return links;
    }

    private static String link(int a, int b, int level) {
        return Math.min(a, b) + "-" + Math.max(a, b) + "/" + level;
    }

    private static TreeSet<String> drawn(String text) {
        return new TreeSet<>(Arrays.asList(text.split(" ")));
    }

    private static void check(TopologySpec spec, int hosts, int switches, String levels, String links) {
        PhysicalTopology graph = spec.physical();
        assertThat(graph.hosts()).isEqualTo(hosts);
        assertThat(graph.switches()).isEqualTo(switches);
        assertThat(String.join(", ", spec.levels())).isEqualTo(levels);
        assertThat(links(graph)).isEqualTo(drawn(links));
    }

    @Test
    void ring() {
        check(
                TopologySpec.grid(DimKind.RING, 4),
                4,
                4,
                "dim0, host",
                "0-4/1 1-5/1 2-6/1 3-7/1 4-5/0 5-6/0 6-7/0 4-7/0");
    }

    @Test
    void aRingOfTwoHasOneLinkAndOneOfOneNone() {
        check(TopologySpec.grid(DimKind.RING, 2), 2, 2, "dim0, host", "0-2/1 1-3/1 2-3/0");
        check(TopologySpec.grid(DimKind.RING, 1), 1, 1, "dim0, host", "0-1/1");
    }

    @Test
    void aSingleSwitchIsAStar() {
        check(TopologySpec.grid(DimKind.SWITCH, 3), 3, 1, "dim0", "0-3/0 1-3/0 2-3/0");
    }

    @Test
    void allPairs() {
        check(
                TopologySpec.grid(DimKind.FULLY_CONNECTED, 4),
                4,
                4,
                "dim0, host",
                "0-4/1 1-5/1 2-6/1 3-7/1 4-5/0 4-6/0 4-7/0 5-6/0 5-7/0 6-7/0");
    }

    @Test
    void aMeshIsOpen() {
        check(
                TopologySpec.mesh(3, 2),
                6,
                6,
                "dim0, dim1, host",
                "0-6/2 1-7/2 2-8/2 3-9/2 4-10/2 5-11/2 6-7/0 7-8/0 9-10/0 10-11/0 6-9/1 7-10/1 8-11/1");
    }

    @Test
    void aTorusCloses() {
        check(
                TopologySpec.grid(DimKind.RING, 3, 2),
                6,
                6,
                "dim0, dim1, host",
                "0-6/2 1-7/2 2-8/2 3-9/2 4-10/2 5-11/2"
                        + " 6-7/0 7-8/0 6-8/0 9-10/0 10-11/0 9-11/0 6-9/1 7-10/1 8-11/1");
    }

    /** The ring of switches 6, 7, 8 closes at 9, that of 9, 10, 11 at 6. */
    @Test
    void aTwistedTorusClosesOneFurther() {
        check(
                TopologySpec.twistedTorus(3, 2),
                6,
                6,
                "dim0, dim1, host",
                "0-6/2 1-7/2 2-8/2 3-9/2 4-10/2 5-11/2"
                        + " 6-7/0 7-8/0 8-9/0 9-10/0 10-11/0 6-11/0 6-9/1 7-10/1 8-11/1");
    }

    /** The last dimension goes on along the first: column 0 of switches 9, 12, 15 closes at 10, two columns on at 11. */
    @Test
    void theLastDimensionTwistsAlongTheFirst() {
        TreeSet<String> links = links(
                TopologySpec.twistedTorus(new int[] {3, 3}, new int[] {0, 1}).physical());
        assertThat(links).contains("10-15/1", "11-16/1", "9-17/1").doesNotContain("9-15/1", "10-16/1");
        assertThat(links).contains("9-11/0", "12-14/0", "15-17/0");
        TreeSet<String> two = links(
                TopologySpec.twistedTorus(new int[] {3, 3}, new int[] {0, 2}).physical());
        assertThat(two).contains("11-15/1", "9-16/1", "10-17/1");
    }

    /** Hubs 8 and 9 along the first dimension, 10 and 11 along the second. */
    @Test
    void switchesOfSeveralDimensions() {
        check(
                TopologySpec.grid(DimKind.SWITCH, 2, 2),
                4,
                8,
                "dim0, dim1, host",
                "0-4/2 1-5/2 2-6/2 3-7/2 4-8/0 5-8/0 6-9/0 7-9/0 4-10/1 6-10/1 5-11/1 7-11/1");
    }

    @Test
    void kindsMayBeMixed() {
        LogicalTopology mixed = new LogicalTopology(
                List.of(TopologyDim.of(DimKind.FULLY_CONNECTED, 2), TopologyDim.of(DimKind.RING, 3)));
        check(
                TopologySpec.of(mixed),
                6,
                6,
                "dim0, dim1, host",
                "0-6/2 1-7/2 2-8/2 3-9/2 4-10/2 5-11/2 6-7/0 8-9/0 10-11/0"
                        + " 6-8/1 8-10/1 6-10/1 7-9/1 9-11/1 7-11/1");
    }

    @Test
    void fatTree() {
        check(
                TopologySpec.fatTree(2, 3, 2),
                4,
                5,
                "host, uplink",
                "0-4/0 1-4/0 2-5/0 3-5/0 4-6/1 4-7/1 4-8/1 5-6/1 5-7/1 5-8/1");
    }

    @Test
    void rails() {
        check(
                TopologySpec.railOptimised(3, 2, 1),
                6,
                6,
                "node, rail, spine",
                "0-6/0 1-6/0 2-7/0 3-7/0 4-8/0 5-8/0 0-9/1 2-9/1 4-9/1 1-10/1 3-10/1 5-10/1 9-11/2 10-11/2");
    }

    /** Router 6 holds group 0's link to group 1, router 7 that to group 2, and so on. */
    @Test
    void dragonfly() {
        check(
                TopologySpec.dragonfly(3, 2, 1),
                6,
                6,
                "host, local, global",
                "0-6/0 1-7/0 2-8/0 3-9/0 4-10/0 5-11/0 6-7/1 8-9/1 10-11/1 6-8/2 7-10/2 9-11/2");
    }

    /** Four groups of two routers: three links per group, two of them at its first router. */
    @Test
    void linksOfADragonflyAreSpreadOverItsRouters() {
        TreeSet<String> links = links(TopologySpec.dragonfly(4, 2, 2).physical());
        // Routers 16 to 23; group g has 16 + 2 g and the next.
        assertThat(links).contains("16-18/2", "16-20/2", "17-22/2", "18-20/2", "19-22/2", "21-23/2");
        assertThat(links.stream().filter(link -> link.endsWith("/2"))).hasSize(6);
        assertThat(links).contains("0-16/0", "1-16/0", "2-17/0", "15-23/0");
    }

    /** A product of dimensions: switches 4 to 7 of the GPUs, then one per node and one per GPU of a node. */
    @Test
    void nodesOfASwitch() {
        check(
                TopologySpec.hierarchical(TopologySpec.grid(DimKind.SWITCH, 2), TopologySpec.grid(DimKind.SWITCH, 2)),
                4,
                8,
                "dim0, dim1, host",
                "0-4/2 1-5/2 2-6/2 3-7/2 4-8/0 5-8/0 6-9/0 7-9/0 4-10/1 6-10/1 5-11/1 7-11/1");
    }

    /** Switches 4 and 5 of the GPUs of the first node, 6 and 7 of the second; the first GPUs have the tree of 8 to 10. */
    @Test
    void everyGpuOfANodeHasATreeOfItsOwn() {
        check(
                TopologySpec.hierarchical(TopologySpec.grid(DimKind.FULLY_CONNECTED, 2), TopologySpec.fatTree(2, 1, 1)),
                4,
                10,
                "node dim0, net host, net uplink, host",
                "0-4/3 1-5/3 4-5/0 2-6/3 3-7/3 6-7/0 4-8/1 6-9/1 8-10/2 9-10/2 5-11/1 7-12/1 11-13/2 12-13/2");
    }

    /** Switches 4 and 5 of the GPUs of the first node and its own 6, then 7 to 9, and a tree of three for each GPU. */
    @Test
    void nodesInATree() {
        TopologySpec spec =
                TopologySpec.hierarchical(TopologySpec.grid(DimKind.SWITCH, 2), TopologySpec.fatTree(2, 1, 1));
        check(
                spec,
                4,
                12,
                "node dim0, net host, net uplink, host",
                "0-4/3 1-5/3 4-6/0 5-6/0 2-7/3 3-8/3 7-9/0 8-9/0"
                        + " 4-10/1 7-11/1 10-12/2 11-12/2 5-13/1 8-14/1 13-15/2 14-15/2");
        assertThat(spec.logical().dims()).extracting(TopologyDim::npus).containsExactly(2, 2);
    }

    @Test
    void aTreeInsideANodeIsRefused() {
        assertThatThrownBy(() ->
                        TopologySpec.hierarchical(TopologySpec.fatTree(2, 1, 1), TopologySpec.grid(DimKind.SWITCH, 2)))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("fattree:2x1 cannot be the inside of a node")
                .hasMessageContaining("Use switch, fc, ring, torus or mesh");
    }

    /** How collectives see each: the first dimension is the nearest. */
    @Test
    void dimensions() {
        assertThat(dims(TopologySpec.fatTree(4, 2, 3))).isEqualTo("SWITCH 12");
        assertThat(dims(TopologySpec.railOptimised(4, 8, 2))).isEqualTo("SWITCH 8, SWITCH 4");
        assertThat(dims(TopologySpec.dragonfly(5, 4, 3))).isEqualTo("SWITCH 3, FULLY_CONNECTED 4, FULLY_CONNECTED 5");
        assertThat(dims(TopologySpec.mesh(3, 2))).isEqualTo("RING 3, RING 2");
    }

    private static String dims(TopologySpec spec) {
        return String.join(
                ", ",
                spec.logical().dims().stream()
                        .map(dim -> dim.kind().name() + " " + dim.npus())
                        .toList());
    }

    @ParameterizedTest
    @CsvSource({"0,2,2", "2,0,2", "2,2,0", "-1,2,2"})
    void everySizeIsOneOrMore(int a, int b, int c) {
        assertThatThrownBy(() -> TopologySpec.fatTree(a, b, c))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("a fat tree has " + a + " leaves, " + b + " spines and " + c + " hosts per leaf");
        assertThatThrownBy(() -> TopologySpec.railOptimised(a, b, c))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining(a + " nodes of " + b + " GPUs and " + c + " spines");
        assertThatThrownBy(() -> TopologySpec.dragonfly(a, b, c))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining(a + " groups of " + b + " routers with " + c + " hosts each");
    }

    /** 2^24 hosts are the most. */
    @Test
    void noMoreHostsThanANetworkMayHave() {
        assertThat(TopologyShape.product(1 << 12, 1 << 12)).isEqualTo(1 << 24);
        assertThat(TopologyShape.product()).isOne();
        for (int[] sizes : new int[][] {{1 << 12, (1 << 12) + 1}, {1 << 24, 2}, {1 << 30, 1 << 30, 1 << 30}}) {
            assertThatThrownBy(() -> TopologyShape.product(sizes))
                    .isInstanceOf(TopologyException.class)
                    .hasMessageContaining("more than 16777216 hosts");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"2,4/1,0", "3/1", "3,3/1", "3,3/-1,0", "3,3/1,0,0"})
    void twistsThatMakeNoSenseAreRefused(String text) {
        int[][] both = Arrays.stream(text.split("/"))
                .map(part -> Arrays.stream(part.split(","))
                        .mapToInt(Integer::parseInt)
                        .toArray())
                .toArray(int[][]::new);
        assertThatThrownBy(() -> TopologySpec.twistedTorus(both[0], both[1]))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("has twist");
    }
}
