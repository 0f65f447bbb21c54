// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.etude.report.Finding;
import org.etude.sim.program.FindingLog;
import org.etude.spec.AlgorithmSpec;
import org.etude.spec.CollectiveType;
import org.etude.spec.SimulationException;
import org.etude.spec.SystemSpec;
import org.etude.topology.graph.LogicalTopology;
import org.etude.topology.text.TopologyText;
import org.junit.jupiter.api.Test;

/** Which dimensions of ring:4,ring:1,ring:2 a collective uses. */
class LogicalDimsTest {
    private static final LogicalTopology NETWORK =
            TopologyText.parse("ring:4,ring:1,ring:2").logical();

    private final FindingLog findings = new FindingLog(List.of());

    private LogicalDims dims(AlgorithmSpec... listed) {
        SystemSpec system = SystemSpec.builder()
                .algorithm(CollectiveType.ALL_REDUCE, listed)
                .build();
        return LogicalDims.of(NETWORK, system, CollectiveType.ALL_REDUCE, findings);
    }

    @Test
    void eachDimensionHasItsAlgorithm() {
        LogicalDims dims = dims(AlgorithmSpec.RING, AlgorithmSpec.DIRECT, AlgorithmSpec.HALVING_DOUBLING);
        assertThat(dims.size()).containsExactly(4, 1, 2);
        assertThat(dims.stride()).containsExactly(1, 4, 4);
        assertThat(dims.algorithm())
                .containsExactly(AlgorithmSpec.RING, AlgorithmSpec.DIRECT, AlgorithmSpec.HALVING_DOUBLING);
        assertThat(findings.report().findings()).isEmpty();
    }

    /** As libraries do it: rings on all links of hosts that are linked in pairs, unless an algorithm is named or links are shared. */
    @Test
    void fullyConnectedHostsHaveSeveralRings() {
        LogicalTopology nodes = TopologyText.parse("fc:4,switch:2").logical();
        SystemSpec libraries = SystemSpec.ofLibraries();
        assertThat(algorithms(nodes, libraries, CollectiveType.ALL_REDUCE))
                .containsExactly(AlgorithmSpec.STRIDED_RINGS, AlgorithmSpec.RING);
        assertThat(algorithms(nodes, libraries, CollectiveType.ALL_TO_ALL))
                .containsExactly(AlgorithmSpec.DIRECT, AlgorithmSpec.DIRECT);
        assertThat(algorithms(nodes, SystemSpec.ofAstraSim(), CollectiveType.ALL_REDUCE))
                .containsExactly(AlgorithmSpec.RING, AlgorithmSpec.RING);
        SystemSpec named = libraries.toBuilder()
                .algorithm(CollectiveType.ALL_REDUCE, AlgorithmSpec.RING, AlgorithmSpec.RING)
                .build();
        assertThat(algorithms(nodes, named, CollectiveType.ALL_REDUCE))
                .containsExactly(AlgorithmSpec.RING, AlgorithmSpec.RING);
        LogicalTopology shared = TopologyText.parse("dragonfly:3x2x2").logical();
        assertThat(algorithms(shared, libraries, CollectiveType.ALL_REDUCE)).containsOnly(AlgorithmSpec.RING);
    }

    private AlgorithmSpec[] algorithms(LogicalTopology topology, SystemSpec system, CollectiveType kind) {
        return LogicalDims.of(topology, system, kind, findings).algorithm();
    }

    /** An algorithm over all ranks at once is one dimension; what is listed behind it is not used. */
    @Test
    void anAlgorithmForAllRanksIsOneDimension() {
        LogicalDims dims = dims(AlgorithmSpec.parse("oneRing"), AlgorithmSpec.RING);
        assertThat(dims.size()).containsExactly(8);
        assertThat(dims.stride()).containsExactly(1);
        assertThat(findings.report().findings()).isEmpty();
    }

    @Test
    void fewerAlgorithmsThanDimensionsAreReported() {
        assertThat(dims(AlgorithmSpec.RING, AlgorithmSpec.RING).size()).containsExactly(4, 1);
        assertThat(findings.report().findings())
                .extracting(Finding::what)
                .containsExactly("lists 2 algorithms for 3 dimensions");
    }

    @Test
    void moreAlgorithmsThanDimensionsAreRefused() {
        AlgorithmSpec ring = AlgorithmSpec.RING;
        assertThatThrownBy(() -> dims(ring, ring, ring, ring))
                .isInstanceOf(SimulationException.class)
                .hasMessageContaining("all-reduce-implementation lists 4 algorithms but the network has 3 dimensions");
    }

    /** Rank 6 is place 2 of node 1; dimensions of one rank make no difference. */
    @Test
    void collectivesOfSomeDimensionsAreDistinguished() {
        LogicalDims dims = dims(AlgorithmSpec.RING, AlgorithmSpec.RING, AlgorithmSpec.RING);
        assertThat(dims.participants(6, new boolean[] {true, true, true})).isZero();
        assertThat(dims.participants(6, new boolean[] {true, false, true})).isZero();
        assertThat(dims.participants(6, new boolean[] {true, true, false})).isEqualTo(4L << 32 | 4);
        assertThat(dims.participants(2, new boolean[] {true, true, false})).isEqualTo(4L << 32);
        assertThat(dims.participants(6, new boolean[] {false, true, true})).isEqualTo(1L << 32 | 2);
        assertThat(dims.participants(6, new boolean[] {false, true, false})).isEqualTo(5L << 32 | 6);
    }
}
