// SPDX-License-Identifier: Apache-2.0
package org.etude.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The words of system files and of the command line. */
class SpecNamesTest {
    @ParameterizedTest
    @CsvSource({
        "ring, RING, false, -1",
        "direct, DIRECT, false, -1",
        "direct4, DIRECT, false, 4",
        "direct999999999, DIRECT, false, 999999999",
        "halvingDoubling, HALVING_DOUBLING, false, -1",
        "doubleBinaryTree, DOUBLE_BINARY_TREE, false, -1",
        "oneRing, RING, true, -1",
        "oneDirect, DIRECT, true, -1",
        "oneDirect8, DIRECT, true, 8",
        "oneHalvingDoubling, HALVING_DOUBLING, true, -1",
    })
    void algorithmsAreReadAndWritten(String name, AlgorithmSpec.Kind kind, boolean flat, int window) {
        assertThat(AlgorithmSpec.parse(name)).isEqualTo(new AlgorithmSpec(kind, flat, window));
        assertThat(AlgorithmSpec.parse(name).wireName()).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "Ring", "direct0", "direct-1", "direct1234567890", "directX", "oneDoubleBinaryTree", "one"})
    void otherNamesAreNoAlgorithms(String name) {
        assertThat(AlgorithmSpec.parse(name)).isNull();
    }

    @Test
    void aDoubleBinaryTreeKnowsOnlyTheAllReduce() {
        assertThat(AlgorithmSpec.DOUBLE_BINARY_TREE.does(CollectiveType.ALL_GATHER))
                .isEqualTo(CollectiveType.ALL_REDUCE);
        assertThat(AlgorithmSpec.RING.does(CollectiveType.ALL_GATHER)).isEqualTo(CollectiveType.ALL_GATHER);
    }

    @ParameterizedTest
    @CsvSource({
        "baseline, BASELINE, baseline, false",
        "ascending, BASELINE, baseline, false",
        "roundRobin, ROUND_ROBIN, roundRobin, false",
        "onlineGreedy, ONLINE_GREEDY, onlineGreedy, false",
        "themis, OFFLINE_GREEDY, themis, true",
        "offlineGreedy, OFFLINE_GREEDY, themis, true",
        "offlineGreedyFlex, OFFLINE_GREEDY_FLEX, offlineGreedyFlex, true",
    })
    void ordersOfDimensions(String name, InterDimension policy, String written, boolean themis) {
        assertThat(InterDimension.of(name)).isEqualTo(policy);
        assertThat(policy.wireName()).isEqualTo(written);
        assertThat(policy.themis()).isEqualTo(themis);
        assertThat(InterDimension.of(name + "x")).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "FIFO, FIFO, FIFO",
        "RG, ALTERNATING, RG",
        "SCF, SMALLEST_FIRST, SCF",
        "smallestFirst, SMALLEST_FIRST, SCF",
        "lessRemainingPhaseFirst, FEWEST_PHASES_FIRST, lessRemainingPhaseFirst",
    })
    void ordersOfQueues(String name, IntraDimension policy, String written) {
        assertThat(IntraDimension.of(name)).isEqualTo(policy);
        assertThat(policy.wireName()).isEqualTo(written);
        assertThat(IntraDimension.of("fifo")).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "gpipe, false, false, false",
        "1f1b, false, false, false",
        "interleaved, false, false, false",
        "ZB-H1, false, false, true",
        "dualpipe, true, true, true",
        "dualpipev, false, true, true",
    })
    void pipelineSchedules(String word, boolean bidirectional, boolean dual, boolean splits) {
        PipelineSchedule schedule = PipelineSchedule.named(word);
        assertThat(schedule.toString()).isEqualToIgnoringCase(word);
        assertThat(schedule.isBidirectional()).isEqualTo(bidirectional);
        assertThat(schedule.isDual()).isEqualTo(dual);
        assertThat(schedule.splitsBackward()).isEqualTo(splits);
    }

    @Test
    void anUnknownScheduleIsRefusedWithTheKnownOnes() {
        assertThatThrownBy(() -> PipelineSchedule.named("zigzag"))
                .isInstanceOf(WorkloadException.class)
                .hasMessageContaining("there is no pipeline schedule 'zigzag'")
                .hasMessageContaining("Give gpipe, 1f1b, interleaved, zb-h1, dualpipe or dualpipev.");
    }
}
