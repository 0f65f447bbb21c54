// SPDX-License-Identifier: Apache-2.0
package org.etude.et.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.etude.Simulation;
import org.etude.Topology;
import org.etude.Workload;
import org.etude.spec.AlgorithmSpec;
import org.etude.spec.CollectiveType;
import org.etude.spec.Fidelity;
import org.etude.unit.Bandwidth;
import org.etude.unit.Bytes;
import org.etude.unit.Time;
import org.junit.jupiter.api.Test;

class RankBuilderTest {
    private static final Bytes MIB = new Bytes(1 << 20);

    private static Simulation simulate(Workload work, Topology topology, String algorithm) {
        Topology network = topology.bandwidth(Bandwidth.gibibytesPerSecond(50)).latency(Time.ns(500));
        return work.simulate(network, s -> s.fidelity(Fidelity.AWARE)
                .allReduce(AlgorithmSpec.parse(algorithm))
                .splits(4)
                .activeChunks(1)
                .endpointDelay(Time.ns(10))
                .localMemory(Bandwidth.gigabytesPerSecond(50)));
    }

    @Test
    void aWrittenAllReduceTakesTheTutorialsCycles() {
        Workload work = Workload.of(8, r -> r.allReduce("gradients", MIB));
        assertThat(simulate(work, Topology.ring(8), "ring").result().stepNs()).isEqualTo(117_780);
        assertThat(simulate(work, Topology.fullyConnected(8), "direct").result().stepNs())
                .isEqualTo(16_860);
    }

    @Test
    void nodesFollowEachOtherUnlessToldOtherwise() {
        RankBuilder r = new RankBuilder(0, 1);
        r.compute("a", Time.us(10));
        long a = r.last();
        r.compute("b", Time.ns(2500)).host("c", Time.us(1));
        r.after(a).compute("d", 1_000_000, new Bytes(64)).after().compute("e", Time.us(3));
        EtGraph graph = r.build();
        assertThat(List.of(
                        graph.dataDeps(0), graph.dataDeps(1), graph.dataDeps(2), graph.dataDeps(3), graph.dataDeps(4)))
                .containsExactly(new long[] {}, new long[] {0}, new long[] {1}, new long[] {0}, new long[] {});
        assertThat(graph.durationNanos(1)).isEqualTo(2500);
        assertThat(graph.isCpuOp(2)).isTrue();
        assertThat(graph.integer(3, EtNames.NUM_OPS, -1)).isEqualTo(1_000_000);
        assertThat(r.last()).isEqualTo(4);
    }

    @Test
    void aRankThatDoesNotMatterSharesOneTrace() {
        Workload same = Workload.of(1000, r -> r.compute("a", Time.us(1)).allReduce("b", MIB));
        assertThat(same.set().ranks())
                .hasSize(1000)
                .allMatch(g -> g == same.set().ranks().get(0));
        Workload ring = Workload.of(3, r -> r.send("s", (r.rank() + 1) % r.ranks(), MIB, 7)
                .after()
                .receive("r", (r.rank() + r.ranks() - 1) % r.ranks(), MIB, 7));
        assertThat(ring.set().ranks()).doesNotHaveDuplicates();
        assertThat(simulate(ring, Topology.ring(3), "ring").result().complete()).isTrue();
    }

    @Test
    void groupsTalkAmongThemselves() {
        Workload work = Workload.of(4, r -> r.collective("g", CollectiveType.ALL_REDUCE, MIB, 1 + r.rank() / 2))
                .groups(Map.of(1, List.of(0, 1), 2, List.of(2, 3)));
        assertThat(simulate(work, Topology.switched(4), "ring").result().complete())
                .isTrue();
        assertThat(work.repair().changes().rowCount()).isZero();
    }

    @Test
    void aNodeThatIsNotWrittenCannotBeFollowed() {
        assertThatThrownBy(() -> new RankBuilder(2, 4).after(0))
                .isInstanceOf(EtException.class)
                .hasMessageContaining("rank 2: a node cannot follow node 0");
    }

    /** The tutorial's six layers on 2 x 4 x 4 rings: one algorithm denotes all dimensions. */
    @Test
    void oneAlgorithmServesAllDimensions() {
        Workload work = Workload.of(32, r -> r.allReduce("g", MIB));
        Topology torus = Topology.torus(2, 4, 4);
        AlgorithmSpec ring = AlgorithmSpec.parse("ring");
        assertThat(work.simulate(torus, s -> s.fidelity(Fidelity.ANALYTIC).allReduce(ring))
                        .result()
                        .stepNs())
                .isEqualTo(
                        work.simulate(torus, s -> s.fidelity(Fidelity.ANALYTIC).allReduce(ring, ring, ring))
                                .result()
                                .stepNs())
                .isNotEqualTo(
                        work.simulate(torus, s -> s.fidelity(Fidelity.ANALYTIC).allReduce(ring, ring))
                                .result()
                                .stepNs());
    }
}
