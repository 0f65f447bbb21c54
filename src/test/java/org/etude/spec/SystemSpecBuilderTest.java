// SPDX-License-Identifier: Apache-2.0
package org.etude.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.etude.spec.network.RemoteMemorySpec;
import org.junit.jupiter.api.Test;

class SystemSpecBuilderTest {
    private static SystemSpecBuilder changed() {
        return new SystemSpecBuilder()
                .policy(SchedulingPolicy.FIFO)
                .localBwAware(false)
                .splits(7)
                .activeChunks(3)
                .endpointDelayNs(99)
                .endpointDelayGiven(false)
                .algorithm(CollectiveType.ALL_REDUCE, AlgorithmSpec.DIRECT, AlgorithmSpec.RING)
                .directAllToAll(true)
                .custom(CollectiveType.ALL_GATHER, Path.of("ag"))
                .customOfNode(5, Path.of("n5"))
                .localMemoryGBps(12.5)
                .roofline(true, 312)
                .replayOnly(true)
                .trackLocalMemory(true)
                .cutThrough(true)
                .pipelined(true)
                .bus(1, 2, 3, 0.5, 4)
                .inter(InterDimension.ROUND_ROBIN)
                .intra(IntraDimension.SMALLEST_FIRST);
    }

    @Test
    void ordersHaveTheNamesOfSystemFiles() {
        SystemSpec spec = new SystemSpecBuilder()
                .policy("EXPLICIT")
                .inter("themis")
                .intra("smallestFirst")
                .build();
        assertThat(spec.policy()).isEqualTo(SchedulingPolicy.EXPLICIT);
        assertThat(spec.inter()).isEqualTo(InterDimension.OFFLINE_GREEDY);
        assertThat(spec.intra()).isEqualTo(IntraDimension.SMALLEST_FIRST);
        SystemSpecBuilder builder = new SystemSpecBuilder();
        assertThatThrownBy(() -> builder.policy("fifo"))
                .isInstanceOf(SimulationException.class)
                .hasMessageContaining("there is no scheduling policy 'fifo'")
                .hasMessageContaining("Give LIFO, FIFO or EXPLICIT.");
        assertThatThrownBy(() -> builder.inter("greedy"))
                .hasMessageContaining("there is no order of the dimensions 'greedy'")
                .hasMessageContaining(InterDimension.NAMES);
        assertThatThrownBy(() -> builder.intra("LIFO"))
                .hasMessageContaining("there is no order of the chunks 'LIFO'")
                .hasMessageContaining(IntraDimension.NAMES);
    }

    @Test
    void eachSettingIsInTheSpec() {
        SystemSpec spec = changed().build();
        assertThat(spec.policy()).isEqualTo(SchedulingPolicy.FIFO);
        assertThat(spec.localBwAware()).isFalse();
        assertThat(spec.splits()).isEqualTo(7);
        assertThat(spec.activeChunks()).isEqualTo(3);
        assertThat(spec.endpointDelayNs()).isEqualTo(99);
        assertThat(spec.endpointDelayGiven()).isFalse();
        assertThat(spec.algorithms().get(CollectiveType.ALL_REDUCE))
                .containsExactly(AlgorithmSpec.DIRECT, AlgorithmSpec.RING);
        assertThat(spec.directAllToAll()).isTrue();
        assertThat(spec.custom().get(CollectiveType.ALL_GATHER)).isEqualTo("ag");
        assertThat(spec.customByNode().get(5L)).isEqualTo("n5");
        assertThat(spec.localMemoryGBps()).isEqualTo(12.5);
        assertThat(spec.peakTflops()).isEqualTo(312);
        assertThat(spec.roofline()).isTrue();
        assertThat(spec.replayOnly()).isTrue();
        assertThat(spec.trackLocalMemory()).isTrue();
        assertThat(spec.cutThrough()).isTrue();
        assertThat(spec.pipelined()).isTrue();
        assertThat(spec.bus()).isEqualTo(new BusSpec(1, 2, 3, 0.5, 4));
        assertThat(spec.inter()).isEqualTo(InterDimension.ROUND_ROBIN);
        assertThat(spec.intra()).isEqualTo(IntraDimension.SMALLEST_FIRST);
    }

    /** A setting that is forgotten here is lost with every change of a spec. */
    @Test
    void aBuilderOfASpecBeginsWithAllOfIt() {
        SystemSpec spec = changed().build();
        assertThat(new SystemSpecBuilder(spec).build()).isEqualTo(spec);
        SystemSpec split = new SystemSpecBuilder(spec).splits(8).build();
        assertThat(split.splits()).isEqualTo(8);
        assertThat(split.pipelined()).isFalse();
    }

    @Test
    void aSpecDoesNotFollowItsBuilder() {
        SystemSpecBuilder builder = changed();
        SystemSpec spec = builder.build();
        builder.algorithm(CollectiveType.ALL_REDUCE, AlgorithmSpec.RING).custom(CollectiveType.ALL_GATHER, "other");
        assertThat(spec.algorithms().get(CollectiveType.ALL_REDUCE)).hasSize(2);
        assertThat(spec.custom().get(CollectiveType.ALL_GATHER)).isEqualTo("ag");
    }

    @Test
    void algorithmsOfAllCollectivesAreSetAndTakenTogether() {
        SystemSpec all =
                new SystemSpecBuilder().algorithms(AlgorithmSpec.DIRECT).build();
        for (CollectiveType type : CollectiveType.scheduled()) {
            assertThat(all.algorithms().get(type)).containsExactly(AlgorithmSpec.DIRECT);
        }
        SystemSpec none = new SystemSpecBuilder(all).withoutAlgorithms().build();
        for (CollectiveType type : CollectiveType.scheduled()) {
            assertThat(none.algorithms().get(type)).isEqualTo(List.of());
        }
    }

    @Test
    void settingsThatMakeNoSenseAreRefusedWhenBuilt() {
        SystemSpecBuilder builder = new SystemSpecBuilder().splits(0);
        assertThatThrownBy(builder::build).isInstanceOf(SimulationException.class);
        assertThat(builder.toString()).startsWith("SystemSpecBuilder: ");
        assertThatThrownBy(() -> new BusSpec(0, 0, -1, 0, 0))
                .isInstanceOf(SimulationException.class)
                .hasMessageContaining("g -1");
        assertThatThrownBy(() -> new BusSpec(0, 0, 0, Double.NaN, 0)).isInstanceOf(SimulationException.class);
    }

    @Test
    void remoteMemoryNeedsARateAndNodes() {
        assertThat(RemoteMemorySpec.none().kind()).isEqualTo(RemoteMemorySpec.Kind.NO_MEMORY_EXPANSION);
        assertThatThrownBy(() -> new RemoteMemorySpec(RemoteMemorySpec.Kind.MEMORY_POOL, 0, 0, 5, 0))
                .isInstanceOf(SimulationException.class)
                .hasMessageContaining("remote memory has rate 0 bytes/ns and latency 5 ns");
        assertThatThrownBy(() -> new RemoteMemorySpec(RemoteMemorySpec.Kind.MEMORY_POOL, 0, 0, -1, 1))
                .isInstanceOf(SimulationException.class);
        assertThatThrownBy(() -> new RemoteMemorySpec(RemoteMemorySpec.Kind.PER_NODE_MEMORY_EXPANSION, 2, 0, 5, 1))
                .isInstanceOf(SimulationException.class)
                .hasMessageContaining("remote memory has 2 nodes for 0 ranks each");
    }
}
