// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.symmetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNode;
import org.etude.et.graph.EtNodeType;
import org.etude.sim.spec.Cases;
import org.etude.sim.spec.Scenario;
import org.etude.spec.AlgorithmSpec;
import org.etude.spec.CollectiveType;
import org.etude.spec.Fidelity;
import org.etude.spec.SimOptions.Limits;
import org.etude.spec.SystemSpec;
import org.etude.spec.SystemSpecBuilder;
import org.etude.spec.network.RemoteMemorySpec;
import org.etude.topology.graph.LogicalTopology;
import org.etude.unit.Units;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RankZeroCheckTest {
    private static final EtNode SUM = Cases.collective(1, CollectiveType.ALL_REDUCE.number(), 4096);

    private static Scenario ring(EtNode... nodes) {
        return Cases.same(LogicalTopology.ring(4), nodes);
    }

    /** The reason against one rank for all, "" for none. */
    private static String reason(Scenario scenario) {
        return RankZeroCheck.of(scenario).reason().orElse("");
    }

    private static String limited(Limits limits) {
        Scenario ring = ring(SUM);
        return reason(ring.options(ring.options().limits(limits)));
    }

    /** Limits of real time and of memory stop a run between two events, wherever it is. */
    @Test
    void limitsOfTheSimulationStopBetweenRanks() {
        String stops = "a limit of simulated time or of events stops a run between its ranks";
        assertThat(limited(new Limits(1, 0, 0, 0))).isEqualTo(stops);
        assertThat(limited(new Limits(0, 1, 0, 0))).isEqualTo(stops);
        assertThat(limited(new Limits(0, 0, 1, 1))).isEmpty();
    }

    /** Equal traces are not enough: it must be the same one. */
    @Test
    void ranksHaveOneTrace() {
        EtGraph trace = Cases.graph(SUM);
        assertThat(reason(Cases.each(LogicalTopology.ring(4), Collections.nCopies(4, trace))))
                .isEmpty();
        assertThat(reason(Cases.each(LogicalTopology.ring(4), List.of(trace, trace, trace, Cases.graph(SUM)))))
                .isEqualTo("ranks have different execution traces");
    }

    private static Scenario loading(EtNodeType type, RemoteMemorySpec memory) {
        return ring(EtNode.of(1, "m", type, EtAttribute.int64(EtNames.TENSOR_SIZE, 64)))
                .memory(memory);
    }

    @ParameterizedTest
    @EnumSource(
            value = EtNodeType.class,
            names = {"MEM_LOAD", "MEM_STORE"})
    void onlyMemoryOfARankAloneIsNotShared(EtNodeType type) {
        RemoteMemorySpec pool = RemoteMemorySpec.pool(Units.us(1), Units.gbps(800));
        assertThat(reason(loading(type, pool))).isEqualTo("ranks share remote memory");
        assertThat(reason(loading(type, RemoteMemorySpec.perNode(2, 2, Units.us(1), Units.gbps(800)))))
                .isEqualTo("ranks share remote memory");
        assertThat(reason(loading(type, RemoteMemorySpec.perRank(Units.us(1), Units.gbps(800)))))
                .isEmpty();
        assertThat(reason(ring(SUM).memory(pool))).as("which nothing uses").isEmpty();
    }

    private static EtNode with(EtAttribute more) {
        List<EtAttribute> attributes = new ArrayList<>(SUM.attributes());
        attributes.add(more);
        return SUM.withAttributes(attributes);
    }

    @Test
    void collectivesAreOfAllRanksAndEven() {
        assertThat(reason(ring(with(EtAttribute.string(EtNames.PART_BYTES, "1,2,3,4")))))
                .isEqualTo("ranks of an all-to-all receive different amounts");
        String smaller = "a collective has a communicator group smaller than the job";
        EtGraph grouped = Cases.graph(with(EtAttribute.string(EtNames.PG_NAME, "7")));
        List<EtGraph> ranks = Collections.nCopies(4, grouped);
        LogicalTopology topology = LogicalTopology.ring(4);
        assertThat(reason(Cases.each(topology, ranks, Map.of(7, List.of(0, 1, 2)))))
                .isEqualTo(smaller);
        assertThat(reason(Cases.each(topology, ranks, Map.of(8, List.of(0, 1, 2, 3)))))
                .as("an unknown group")
                .isEqualTo(smaller);
        assertThat(reason(Cases.each(topology, ranks, Map.of(7, List.of(3, 1, 2, 0)))))
                .isEmpty();
        assertThat(reason(ring(with(EtAttribute.string(EtNames.PG_NAME, "0"))))).isEmpty();
        assertThat(reason(ring(SUM, Cases.receive(2, 0, 8, 1, 1))))
                .isEqualTo("the trace has messages between two ranks");
    }

    private static String system(Scenario scenario, SystemSpecBuilder system) {
        return reason(scenario.system(system.build()));
    }

    @Test
    void ownImplementationsOfWhatIsUsedAreNotReduced() {
        assertThat(system(ring(SUM), SystemSpec.builder().custom(CollectiveType.ALL_REDUCE, "x")))
                .isEqualTo("a collective has its own implementation");
        assertThat(system(ring(SUM), SystemSpec.builder().custom(CollectiveType.ALL_GATHER, "x")))
                .isEmpty();
        EtNode broadcast = Cases.collective(1, CollectiveType.BROADCAST.number(), 4096);
        assertThat(system(ring(broadcast), SystemSpec.builder().custom(CollectiveType.ALL_REDUCE, "x")))
                .as("a broadcast is replayed")
                .isEmpty();
    }

    /** Over one dimension an algorithm over all of them is that of the dimension. */
    @Test
    void algorithmsOverAllDimensionsNeedOne() {
        SystemSpecBuilder flat = SystemSpec.builder().algorithms(AlgorithmSpec.parse("oneRing"));
        assertThat(system(ring(SUM), flat)).isEmpty();
        assertThat(system(Cases.same(LogicalTopology.torus(2, 2), SUM), flat))
                .isEqualTo("oneRing runs over all dimensions at once");
        assertThat(system(ring(SUM), SystemSpec.builder().algorithms(AlgorithmSpec.DOUBLE_BINARY_TREE)))
                .isEqualTo("ranks of a double binary tree have different roles");
    }

    /** Halving-doubling pairs ranks by their bits; the links of a ring carry unequal loads then, those of a switch do not. */
    @Test
    void halvingDoublingNeedsPowersOfTwoAndEqualLinks() {
        SystemSpecBuilder halving = SystemSpec.builder().algorithms(AlgorithmSpec.HALVING_DOUBLING);
        Scenario ring = ring(SUM);
        Scenario star = Cases.same(LogicalTopology.switched(4), SUM);
        assertThat(system(ring, halving)).isEmpty();
        assertThat(system(ring.options(ring.options().fidelity(Fidelity.AWARE)), halving))
                .isEqualTo("halving-doubling loads the links of a ring unequally");
        assertThat(system(star.options(star.options().fidelity(Fidelity.AWARE)), halving))
                .isEmpty();
        assertThat(system(Cases.same(LogicalTopology.switched(6), SUM), halving))
                .isEqualTo("halving-doubling over a number of ranks that is not a power of two");
        EtNode gather = Cases.collective(2, CollectiveType.ALL_GATHER.number(), 4096, 1);
        assertThat(system(
                        Cases.same(LogicalTopology.switched(4), SUM, gather),
                        SystemSpec.builder().algorithm(CollectiveType.ALL_GATHER, AlgorithmSpec.HALVING_DOUBLING)))
                .isEqualTo("dimension 0 is used both by rings and by halving-doubling");
        assertThat(system(
                        Cases.same(LogicalTopology.switched(6), gather),
                        SystemSpec.builder().algorithm(CollectiveType.ALL_REDUCE, AlgorithmSpec.HALVING_DOUBLING)))
                .as("which no collective uses")
                .isEmpty();
    }
}
