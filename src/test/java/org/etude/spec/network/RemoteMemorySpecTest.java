// SPDX-License-Identifier: Apache-2.0
package org.etude.spec.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.etude.unit.Units.gigabytesPerSecond;
import static org.etude.unit.Units.ns;

import org.etude.spec.SimulationException;
import org.junit.jupiter.api.Test;

class RemoteMemorySpecTest {
    @Test
    void latencyIsInNanosecondsAndTheRateInBytesPerNanosecond() {
        assertThat(RemoteMemorySpec.perRank(ns(120), gigabytesPerSecond(64)))
                .isEqualTo(new RemoteMemorySpec(RemoteMemorySpec.Kind.PER_NPU_MEMORY_EXPANSION, 0, 0, 120, 64));
        assertThat(RemoteMemorySpec.pool(ns(100), gigabytesPerSecond(50)))
                .isEqualTo(new RemoteMemorySpec(RemoteMemorySpec.Kind.MEMORY_POOL, 0, 0, 100, 50));
        assertThat(RemoteMemorySpec.perNode(4, 8, ns(300), gigabytesPerSecond(2)))
                .isEqualTo(new RemoteMemorySpec(RemoteMemorySpec.Kind.PER_NODE_MEMORY_EXPANSION, 4, 8, 300, 2));
    }

    @Test
    void aRateThatWouldBeCutIsRefused() {
        assertThatThrownBy(() -> RemoteMemorySpec.pool(ns(100), gigabytesPerSecond(1.5)))
                .isInstanceOf(SimulationException.class)
                .hasMessageContaining("whole number of bytes per ns");
        assertThatThrownBy(() -> RemoteMemorySpec.perRank(ns(100), gigabytesPerSecond(0)))
                .isInstanceOf(RuntimeException.class);
    }

    @Test
    void aNodeServesRanks() {
        assertThatThrownBy(() -> RemoteMemorySpec.perNode(0, 8, ns(1), gigabytesPerSecond(1)))
                .isInstanceOf(SimulationException.class)
                .hasMessageContaining("0 nodes for 8 ranks");
    }
}
