// SPDX-License-Identifier: Apache-2.0
package org.etude;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.etude.unit.Units.gigabytesPerSecond;
import static org.etude.unit.Units.kib;
import static org.etude.unit.Units.ns;

import java.util.function.Consumer;
import org.etude.report.EtudeException;
import org.etude.spec.SimOptions;
import org.etude.spec.network.RemoteMemorySpec;
import org.junit.jupiter.api.Test;

/** A set-up holds what its verbs said, in the units of the scenario that is run. */
class SimulationSetupTest {
    private static SimulationSetup setup() {
        return Simulation.of(Workload.of(2, r -> r.allReduce("gradients", kib(64))))
                .network(Topology.ring(2).bandwidth(gigabytesPerSecond(50)).latency(ns(100)));
    }

    private static RemoteMemorySpec memory(SimulationSetup setup) {
        return setup.scenario().memory();
    }

    @Test
    void remoteMemoryIsOfEachRankOfEachNodeOrOfAll() {
        assertThat(memory(setup())).isEqualTo(RemoteMemorySpec.none());
        assertThat(memory(setup().memoryPerRank(ns(120), gigabytesPerSecond(64))))
                .isEqualTo(new RemoteMemorySpec(RemoteMemorySpec.Kind.PER_NPU_MEMORY_EXPANSION, 0, 0, 120, 64));
        assertThat(memory(setup().memoryPerNode(2, 1, ns(300), gigabytesPerSecond(2))))
                .isEqualTo(new RemoteMemorySpec(RemoteMemorySpec.Kind.PER_NODE_MEMORY_EXPANSION, 2, 1, 300, 2));
        assertThat(memory(setup().memoryPool(ns(100), gigabytesPerSecond(50))))
                .isEqualTo(new RemoteMemorySpec(RemoteMemorySpec.Kind.MEMORY_POOL, 0, 0, 100, 50));
    }

    @Test
    void theLastMemoryCounts() {
        SimulationSetup twice =
                setup().memoryPool(ns(1), gigabytesPerSecond(1)).memoryPerRank(ns(2), gigabytesPerSecond(3));
        assertThat(memory(twice).kind()).isEqualTo(RemoteMemorySpec.Kind.PER_NPU_MEMORY_EXPANSION);
    }

    @Test
    void aMemoryThatCannotBeIsOneError() {
        SimulationSetup plain = setup();
        assertThatThrownBy(() -> plain.memoryPerNode(0, 8, ns(1), gigabytesPerSecond(1)))
                .isInstanceOf(EtudeException.class)
                .hasMessageContaining("0 nodes for 8 ranks each");
        assertThatThrownBy(() -> plain.memoryPool(ns(1), gigabytesPerSecond(1.5)))
                .isInstanceOf(EtudeException.class)
                .hasMessageContaining("whole number of bytes per ns");
    }

    private static SimOptions.Symmetry symmetry(Consumer<SimulationSettings> change) {
        return setup().with(change).scenario().options().symmetry();
    }

    @Test
    void oneRankRepresentsEquivalentOnesUnlessEachIsAskedFor() {
        assertThat(symmetry(s -> {})).isEqualTo(SimOptions.Symmetry.AUTO);
        assertThat(symmetry(SimulationSettings::everyRank)).isEqualTo(SimOptions.Symmetry.OFF);
        assertThat(symmetry(SimulationSettings::everyEvent)).isEqualTo(SimOptions.Symmetry.EXHAUSTIVE);
        assertThat(symmetry(s -> s.everyEvent().everyRank())).isEqualTo(SimOptions.Symmetry.OFF);
    }

    @Test
    void theStepIsTheSameWhicheverRanksAreSimulated() {
        long usual = setup().run().result().stepNs();
        assertThat(setup().with(SimulationSettings::everyRank).run().result().stepNs())
                .isEqualTo(usual);
        assertThat(setup().with(SimulationSettings::everyEvent).run().result().stepNs())
                .isEqualTo(usual);
    }
}
