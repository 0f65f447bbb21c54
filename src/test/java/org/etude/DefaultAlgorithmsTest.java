// SPDX-License-Identifier: Apache-2.0
package org.etude;

import static org.assertj.core.api.Assertions.assertThat;
import static org.etude.unit.Units.gigabytesPerSecond;
import static org.etude.unit.Units.mib;
import static org.etude.unit.Units.us;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.etude.spec.AlgorithmSpec;
import org.etude.spec.CollectiveType;
import org.etude.spec.Fidelity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Which algorithms collectives have about which nothing is said: on 2 nodes of 8 GPUs, 100 and 10 GB/s per GPU. */
class DefaultAlgorithmsTest {
    private static final int RANKS = 16;
    private static final double BYTES = 64.0 * (1 << 20);

    @TempDir
    private static Path dir;

    private static Topology nodes(double between) {
        return Topology.parse("switch:8,switch:2")
                .bandwidth(gigabytesPerSecond(100), gigabytesPerSecond(between))
                .latency(us(1), us(1));
    }

    /** All-to-alls in groups of {@code together} ranks that are {@code every} ranks apart. */
    private static SimulationSetup exchange(int every, int together) {
        Workload work = Workload.of(RANKS, r -> {
            int block = r.rank() / (every * together) * every;
            r.collective("tokens", CollectiveType.ALL_TO_ALL, mib(64), 1 + block + r.rank() % every);
        });
        Map<Integer, List<Integer>> groups = new HashMap<>();
        for (int rank = 0; rank < RANKS; rank++) {
            int block = rank / (every * together) * every;
            groups.computeIfAbsent(1 + block + rank % every, g -> new ArrayList<>())
                    .add(rank);
        }
        return Simulation.of(work.groups(groups)).network(nodes(10)).with(s -> s.fidelity(Fidelity.ANALYTIC));
    }

    private static double millis(SimulationSetup setup, Consumer<SimulationSettings> change) {
        return setup.with(change).run().stepTime().toMillis();
    }

    /**
     * Of n ranks along a dimension each sends n - 1 of n parts, first inside the nodes and then between them; a ring passes on n / 2
     * times as much. Chunks overlap in the two dimensions, so the sum is the most, and the slower of both the least.
     */
    @ParameterizedTest
    @CsvSource({"1, 16", "1, 8", "8, 2", "1, 4", "2, 4", "4, 4", "2, 8"})
    void generatedAllToAllsAreSentDirectly(int every, int together) {
        int inside = Math.min(together, 8 / every);
        int between = together / inside;
        double near = (1 - 1.0 / inside) * BYTES / 100e9 * 1e3;
        double far = (1 - 1.0 / between) * BYTES / 10e9 * 1e3;
        SimulationSetup setup = exchange(every, together);
        double took = millis(setup, s -> {});
        assertThat(took).isBetween(Math.max(near, far), (near + far) * 1.01 + 0.05);
        assertThat(took).isEqualTo(millis(setup, s -> s.allToAll(AlgorithmSpec.DIRECT)));
        if (inside > 2) {
            assertThat(millis(setup, s -> s.allToAll(AlgorithmSpec.RING))).isGreaterThan(took);
        }
    }

    @Test
    void astraSimsRulesKeepItsRing() {
        SimulationSetup setup = exchange(1, 8);
        assertThat(millis(setup, s -> s.compat()))
                .isEqualTo(millis(setup, s -> s.compat().allToAll(AlgorithmSpec.RING)))
                .isGreaterThan(2 * millis(setup, s -> {}));
    }

    /** On one dimension a flat group is what a hierarchical one is, by default and as asked. */
    @ParameterizedTest
    @EnumSource(
            value = CollectiveType.class,
            names = {"ALL_TO_ALL", "ALL_REDUCE", "ALL_GATHER", "REDUCE_SCATTER"})
    void flatGroupsDoInOneDimensionAsHierarchicalOnes(CollectiveType kind) {
        SimulationSetup setup = half(kind, 16).network(Topology.parse("switch:16"));
        assertThat(millis(setup, s -> s.flatGroups(true))).isEqualTo(millis(setup, s -> {}));
        assertThat(millis(setup, s -> s.flatGroups(true).allToAll(AlgorithmSpec.RING)))
                .isEqualTo(millis(setup, s -> s.allToAll(AlgorithmSpec.RING)));
    }

    /** One collective of each half of the ranks, twice. */
    private static SimulationSetup half(CollectiveType kind, int ranks) {
        Workload work = Workload.of(ranks, r -> {
            r.collective("first", kind, mib(64), 1 + r.rank() % 2);
            r.collective("second", kind, mib(64), 1 + r.rank() % 2);
        });
        Map<Integer, List<Integer>> groups = new HashMap<>();
        for (int rank = 0; rank < ranks; rank++) {
            groups.computeIfAbsent(1 + rank % 2, g -> new ArrayList<>()).add(rank);
        }
        return Simulation.of(work.groups(groups))
                .network(Topology.parse("switch:" + ranks))
                .with(s -> s.fidelity(Fidelity.ANALYTIC));
    }

    /** Two groups of six do twice the same on rings, which is said once; groups of eight run what was asked for. */
    @Test
    void anAlgorithmThatAGroupCannotRunIsReplacedWithAWarning() {
        SimulationSetup sixes = half(CollectiveType.ALL_REDUCE, 12);
        Simulation replaced =
                sixes.with(s -> s.allReduce(AlgorithmSpec.HALVING_DOUBLING)).run();
        assertThat(replaced.stepTime().toMillis())
                .isEqualTo(millis(half(CollectiveType.ALL_REDUCE, 12), s -> s.allReduce(AlgorithmSpec.RING)));
        assertThat(replaced.findings().stringColumn("what").asList())
                .containsOnlyOnce("halvingDoubling cannot run in process groups with 6 ranks along dimension 0");
        assertThat(replaced.findings().stringColumn("place").asList()).contains("all-reduce-implementation");
        Simulation asked = half(CollectiveType.ALL_REDUCE, 16)
                .with(s -> s.allReduce(AlgorithmSpec.HALVING_DOUBLING))
                .run();
        assertThat(asked.findings().stringColumn("what").asList()).noneMatch(w -> w.contains("cannot run"));
    }

    /** A recording spread over two nodes sends its gradients between them. */
    @Test
    void recordedCollectivesUseEveryDimension() {
        Workload work = Traces.load(SmallTraces.write(dir.resolve("traces"), 2).toString())
                .link()
                .toEt()
                .repair()
                .scaleTo(RANKS);
        Simulation fast = work.simulate(nodes(10));
        Simulation slow = work.simulate(nodes(0.1));
        // Each all-reduce of 4 MB sends 1 / 8 of them to the other node and as much back.
        int collectives = 2;
        double least = collectives * 2 * 0.5 * 4e6 / 8 / 0.1e9 * 1e3;
        assertThat(slow.end().toMillis() - fast.end().toMillis()).isGreaterThan(least * 0.9);
        assertThat(slow.findings().stringColumn("what").asList()).noneMatch(w -> w.contains("algorithms"));
    }
}
