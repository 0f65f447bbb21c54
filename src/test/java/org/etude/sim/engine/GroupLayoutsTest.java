// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.etude.spec.AlgorithmSpec.DIRECT;
import static org.etude.spec.AlgorithmSpec.DOUBLE_BINARY_TREE;
import static org.etude.spec.AlgorithmSpec.HALVING_DOUBLING;
import static org.etude.spec.AlgorithmSpec.RING;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.etude.sim.spec.Cases;
import org.etude.sim.spec.Scenario;
import org.etude.spec.AlgorithmSpec;
import org.etude.spec.CollectiveType;
import org.etude.spec.SystemSpec;
import org.etude.topology.graph.LogicalTopology;
import org.etude.topology.text.TopologyText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How groups lie in the dimensions of a network, each level as "dimension: ranks x distance algorithm". In ring:4,ring:2 rank r is
 * place r % 4 of node r / 4.
 */
class GroupLayoutsTest {
    private final List<String> replaced = new ArrayList<>();

    private static Scenario scenario(String network, AlgorithmSpec... algorithms) {
        LogicalTopology topology = TopologyText.parse(network).logical();
        Scenario plain = Cases.same(topology, Cases.work(1, 1));
        SystemSpec system = algorithms.length == 0
                ? SystemSpec.ofAstraSim()
                : SystemSpec.builder().algorithms(algorithms).build();
        return new Scenario(
                plain.ranks(), plain.groups(), system, topology, plain.memory(), plain.directory(), plain.options());
    }

    private GroupLayout layout(Scenario scenario, CollectiveType kind, int... members) {
        return new GroupLayouts(
                        scenario,
                        (of, listed, dim, ranks, why) -> replaced.add(of + " " + dim + ": " + ranks + " ranks, " + why))
                .of(members, kind);
    }

    private static List<String> levels(GroupLayout layout) {
        return IntStream.range(0, layout.levels())
                .mapToObj(l -> layout.dim()[l] + ": " + layout.size()[l] + " x " + layout.stride()[l] + " "
                        + layout.algorithm()[l].wireName())
                .toList();
    }

    private List<String> levels(String network, int... members) {
        return levels(layout(scenario(network), CollectiveType.ALL_REDUCE, members));
    }

    @Test
    void aGroupWithinOneDimensionHasOneLevelInTheOrderOfItsList() {
        assertThat(levels("ring:4,ring:2", 0, 1, 2, 3)).containsExactly("-1: 4 x 1 ring");
        GroupLayout listed = layout(scenario("ring:4,ring:2"), CollectiveType.ALL_REDUCE, 3, 0, 2);
        assertThat(listed.members()).containsExactly(3, 0, 2);
        assertThat(levels("ring:4,ring:2", 1, 5)).containsExactly("-1: 2 x 1 ring");
    }

    /** The algorithm is that of the dimension in which the ranks differ. */
    @Test
    void theDimensionOfAGroupDecidesItsAlgorithm() {
        Scenario scenario = scenario("ring:4,ring:2", DIRECT, HALVING_DOUBLING);
        assertThat(levels(layout(scenario, CollectiveType.ALL_REDUCE, 0, 2))).containsExactly("-1: 2 x 1 direct");
        assertThat(levels(layout(scenario, CollectiveType.ALL_REDUCE, 0, 4)))
                .containsExactly("-1: 2 x 1 halvingDoubling");
    }

    @Test
    void aGroupOverNodesHasALevelForEachDimension() {
        assertThat(levels("ring:4,ring:2", 0, 1, 2, 3, 4, 5, 6, 7)).containsExactly("0: 4 x 1 ring", "1: 2 x 4 ring");
        assertThat(levels("ring:4,ring:2", 5, 0, 4, 1)).containsExactly("0: 2 x 1 ring", "1: 2 x 2 ring");
        assertThat(layout(scenario("ring:4,ring:2"), CollectiveType.ALL_REDUCE, 5, 0, 4, 1)
                        .members())
                .as("in the order of their places")
                .containsExactly(0, 1, 4, 5);
    }

    /** Other places in each node are a box too, since the k-th ranks of the nodes exchange data. */
    @Test
    void placesMayDifferFromNodeToNode() {
        assertThat(levels("ring:4,ring:2", 0, 3, 5, 6)).containsExactly("0: 2 x 1 ring", "1: 2 x 2 ring");
        assertThat(levels("ring:4,ring:2", 0, 5)).containsExactly("1: 2 x 1 ring");
    }

    @Test
    void threeDimensionsHaveThreeLevels() {
        assertThat(levels("ring:2,ring:2,ring:2", 0, 1, 2, 3, 4, 5, 6, 7))
                .containsExactly("0: 2 x 1 ring", "1: 2 x 2 ring", "2: 2 x 4 ring");
        assertThat(levels("ring:2,ring:2,ring:2", 0, 3, 4, 7)).containsExactly("1: 2 x 1 ring", "2: 2 x 2 ring");
        assertThat(levels("ring:2,ring:2,ring:2", 0, 1, 6, 7)).containsExactly("0: 2 x 1 ring", "2: 2 x 2 ring");
    }

    /** Nodes with three ranks and one: a single ring visits node after node. */
    @Test
    void unevenNodesAreOneRing() {
        assertThat(levels("ring:4,ring:2", 0, 1, 2, 4)).containsExactly("1: 4 x 1 ring");
        assertThat(levels("ring:4,ring:2", 0, 4, 5)).containsExactly("1: 3 x 1 ring");
        assertThat(levels("ring:2,ring:2,ring:2", 0, 1, 2, 4, 5, 6))
                .as("even in the outer dimension, uneven in the middle one")
                .containsExactly("1: 3 x 1 ring", "2: 2 x 3 ring");
    }

    /** Three ranks cannot halve, so a ring replaces the algorithm of that dimension, which is reported. */
    @Test
    void whatADimensionCannotRunIsARing() {
        Scenario scenario = scenario("ring:4,ring:2", HALVING_DOUBLING, DOUBLE_BINARY_TREE);
        assertThat(levels(layout(scenario, CollectiveType.ALL_REDUCE, 0, 1, 2, 4, 5, 6)))
                .containsExactly("0: 3 x 1 ring", "1: 2 x 3 doubleBinaryTree");
        assertThat(replaced)
                .containsExactly("ALL_REDUCE 0: 3 ranks, halvingDoubling needs a power of two of nodes, not 3");
    }

    @Test
    void anAlgorithmForAllRanksIsNoneOfADimension() {
        Scenario several = scenario("ring:4,ring:2", AlgorithmSpec.parse("oneDirect"), RING);
        assertThat(levels(layout(several, CollectiveType.ALL_REDUCE, 0, 1, 4, 5)))
                .containsExactly("0: 2 x 1 ring", "1: 2 x 2 ring");
        assertThat(replaced).containsExactly("ALL_REDUCE 0: 2 ranks, oneDirect is for all ranks");
        replaced.clear();
        Scenario alone = scenario("ring:4,ring:2", AlgorithmSpec.parse("oneDirect"));
        assertThat(levels(layout(alone, CollectiveType.ALL_REDUCE, 0, 1, 4, 5)))
                .containsExactly("0: 2 x 1 oneDirect", "1: 2 x 2 oneDirect");
        assertThat(replaced).isEmpty();
    }

    /** A ring in place of a ring is not reported. */
    @Test
    void aRingForARingIsNotReported() {
        Scenario scenario = scenario("ring:4,ring:2", AlgorithmSpec.parse("oneRing"), RING);
        assertThat(levels(layout(scenario, CollectiveType.ALL_REDUCE, 0, 1, 4, 5)))
                .containsExactly("0: 2 x 1 ring", "1: 2 x 2 ring");
        assertThat(replaced).isEmpty();
    }

    /** ASTRA-sim's rule: around one ring in the order of the list, or by the only algorithm that the system lists. */
    @ParameterizedTest
    @CsvSource({"1, direct", "2, ring"})
    void flatGroupsHaveOneLevel(int listed, String algorithm) {
        AlgorithmSpec[] specs = new AlgorithmSpec[listed];
        Arrays.fill(specs, DIRECT);
        Scenario scenario = scenario("ring:4,ring:2", specs);
        scenario = scenario.options(scenario.options().asReference());
        GroupLayout layout = layout(scenario, CollectiveType.ALL_REDUCE, 5, 0, 4, 1);
        assertThat(levels(layout)).containsExactly("-1: 4 x 1 " + algorithm);
        assertThat(layout.members()).containsExactly(5, 0, 4, 1);
    }

    @Test
    void aGroupCrossesDimensionsIfItDiffersInTwo() {
        GroupLayouts layouts = new GroupLayouts(scenario("ring:2,ring:2,ring:2"));
        assertThat(layouts.crosses(new int[] {0, 1})).isFalse();
        assertThat(layouts.crosses(new int[] {0, 4})).isFalse();
        assertThat(layouts.crosses(new int[] {0, 3})).isTrue();
        assertThat(layouts.crosses(new int[] {0, 1, 4})).isTrue();
        assertThat(layouts.crosses(new int[] {6})).isFalse();
    }

    /** Whatever the group, its levels multiply to its size, and each rank has one place. */
    @Property(tries = 300)
    void everyRankHasOnePlace(@ForAll @IntRange(min = 1, max = 4095) int chosen) {
        int[] members =
                IntStream.range(0, 12).filter(r -> (chosen >> r & 1) == 1).toArray();
        GroupLayout layout = new GroupLayouts(scenario("ring:3,ring:2,ring:2")).of(members, CollectiveType.ALL_REDUCE);
        int ranks = 1;
        for (int level = 0; level < layout.levels(); level++) {
            if (layout.dim()[level] >= 0) {
                assertThat(layout.stride()[level]).isEqualTo(ranks);
            }
            ranks *= layout.size()[level];
        }
        assertThat(ranks).isEqualTo(members.length);
        assertThat(Arrays.stream(layout.members()).sorted().toArray()).isEqualTo(members);
    }
}
