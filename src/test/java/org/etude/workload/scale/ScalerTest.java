// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.scale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.etude.et.check.EtValidator;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.et.wire.CommGroups;
import org.etude.et.wire.EtSet;
import org.etude.repair.Repair;
import org.etude.repair.Repaired;
import org.etude.report.Finding;
import org.etude.report.Finding.Level;
import org.etude.report.Progress;
import org.etude.spec.CollectiveSizes;
import org.etude.spec.CollectiveType;
import org.etude.spec.GradientSync;
import org.etude.spec.OpClass;
import org.etude.spec.ScaleSettings;
import org.etude.unit.Bytes;
import org.junit.jupiter.api.Test;

class ScalerTest {
    private static EtSet scaled(EtSet set, int to, UnaryOperator<ScaleSettings> change) {
        EtSet scaled = Scaler.run(set, to, change.apply(new ScaleSettings()), Progress.NONE)
                .set();
        sound(scaled);
        return scaled;
    }

    /** Validates without an error, and repair finds nothing to do. */
    private static void sound(EtSet set) {
        assertThat(EtValidator.check(set, Progress.NONE).has(Level.ERROR)).isFalse();
        Repaired repaired = Repair.run(set);
        assertThat(repaired.changes()).isEmpty();
        assertThat(repaired.set().groups()).isEqualTo(set.groups());
        for (int rank = 0; rank < set.ranks().size(); rank++) {
            assertThat(repaired.set().ranks().get(rank)).isSameAs(set.ranks().get(rank));
        }
    }

    private static long size(EtSet set, int rank, long id) {
        EtGraph graph = set.ranks().get(rank);
        return graph.integer(graph.indexOf(id), EtNames.COMM_SIZE, -1);
    }

    private static long nanos(EtSet set, int rank, long id) {
        EtGraph graph = set.ranks().get(rank);
        return graph.durationNanos(graph.indexOf(id));
    }

    private static int distinct(EtSet set) {
        IdentityHashMap<EtGraph, Boolean> seen = new IdentityHashMap<>();
        set.ranks().forEach(graph -> seen.put(graph, true));
        return seen.size();
    }

    @Test
    void theSameNumberOfRanksIsTheSameJob() {
        EtSet set = ScaledJobs.grouped();
        Scaled same = Scaler.run(set, 4, new ScaleSettings(), Progress.NONE);
        assertThat(same.set()).isSameAs(set);
        assertThat(same.source()).containsExactly(0, 1, 2, 3);
    }

    @Test
    void replicasOfADataParallelJobShareItsGraph() {
        EtSet set = ScaledJobs.dataParallel(4 << 20);
        EtSet many = scaled(set, 4096, s -> s);
        assertThat(many.ranks())
                .hasSize(4096)
                .allMatch(graph -> graph == set.ranks().get(0));
        assertThat(many.report().findings())
                .extracting(Finding::what)
                .contains("rank r of 4096 runs the trace of rank r mod 2");
    }

    @Test
    void aBufferStaysAndWireBytesGrow() {
        long bytes = 64 << 20;
        assertThat(size(scaled(ScaledJobs.dataParallel(bytes), 128, s -> s), 5, 2))
                .isEqualTo(bytes);
        assertThat(size(scaled(ScaledJobs.dataParallel(bytes), 128, s -> s.sizes(CollectiveSizes.WIRE)), 5, 2))
                .isEqualTo(bytes / 64 * 127);
        assertThat(size(scaled(ScaledJobs.dataParallel(bytes), 128, s -> s.commScale(1.5)), 5, 2))
                .isEqualTo(bytes / 2 * 3);
    }

    @Test
    void sizesStayDivisibleByTheChunks() {
        EtSet wire = scaled(ScaledJobs.dataParallel(160), 128, s -> s.sizes(CollectiveSizes.WIRE)
                .splits(8));
        assertThat(size(wire, 0, 2)).isEqualTo(320);
        assertThat(wire.report().findings())
                .extracting(Finding::what)
                .contains(
                        "1 size rounded to a multiple of 8",
                        "comm_size of 1 collective taken as bytes on the wire," + " which grow by M(N-1)/(N(M-1))");
        EtSet odd = scaled(ScaledJobs.dataParallel(1001), 128, s -> s.sizes(CollectiveSizes.WIRE));
        assertThat(size(odd, 0, 2)).isEqualTo(1986);
        assertThat(odd.report().findings())
                .extracting(Finding::what)
                .contains("1 size is not a multiple of 4, before and after");
    }

    @Test
    void groupsOfPartsAreCopiedAndGroupsOfAllGrow() {
        EtSet set = ScaledJobs.grouped();
        EtSet many = scaled(set, 12, s -> s);
        assertThat(many.groups().groups())
                .containsEntry(1, List.of(0, 1))
                .containsEntry(2, List.of(3, 2))
                .containsEntry(3, List.of(0, 2, 1, 3, 4, 6, 5, 7, 8, 10, 9, 11))
                .containsEntry(4, List.of(4, 5))
                .containsEntry(5, List.of(7, 6))
                .containsEntry(6, List.of(8, 9))
                .containsEntry(7, List.of(11, 10));
        assertThat(size(many, 9, 2)).isEqualTo(4096);
        // An all-gather's shard is a part of what is gathered: 4 of 1024 bytes become 12 of 341, to a multiple of 4.
        assertThat(size(many, 9, 3)).isEqualTo(340);
        EtGraph ninth = many.ranks().get(9);
        assertThat(ninth.string(1, EtNames.PG_NAME, "")).isEqualTo("6");
        assertThat(ninth.string(2, EtNames.PG_NAME, "")).isEqualTo("3");
    }

    @Test
    void messagesStayWithinTheirReplica() {
        EtSet many = scaled(ScaledJobs.pipeline(), 6, s -> s);
        EtGraph sender = many.ranks().get(4);
        assertThat(sender.integer(1, EtNames.COMM_SRC, -1)).isEqualTo(4);
        assertThat(sender.integer(1, EtNames.COMM_DST, -1)).isEqualTo(5);
        assertThat(many.report().findings())
                .extracting(Finding::what)
                .contains("each of 3 replicas sends its messages within itself");
    }

    @Test
    void whatDoesNotFitIsRefusedWithTheReason() {
        assertThatThrownBy(() -> scaled(ScaledJobs.pipeline(), 5, s -> s))
                .hasMessageContaining(
                        "5 ranks are not a whole number of copies of the 2 ranks of the trace, whose messages")
                .hasMessageContaining("Scale to a multiple of 2.");
        assertThatThrownBy(() -> scaled(ScaledJobs.grouped(), 2, s -> s)).hasMessageContaining("whose process groups");
        assertThatThrownBy(() -> scaled(ScaledJobs.pipeline(), 8, s -> s.tensorParallel(4)))
                .hasMessageContaining("point-to-point messages");
        assertThatThrownBy(() -> scaled(ScaledJobs.dataParallel(8), 12, s -> s.tensorParallel(8)))
                .hasMessageContaining("12 ranks are not a whole number of tensor-parallel groups of 8");
        assertThatThrownBy(() -> scaled(ScaledJobs.dataParallel(8), 0, s -> s)).hasMessageContaining("to 0");
        assertThatThrownBy(() -> scaled(ScaledJobs.dataParallel(8), 4, s -> s.straggler(9, 2)))
                .hasMessageContaining("rank 9 but there are 4");
        EtGraph alone = ScaledJobs.graph(ScaledJobs.collective(1, CollectiveType.ALL_REDUCE, 64, ""));
        EtSet one = ScaledJobs.set(CommGroups.none(), alone);
        assertThatThrownBy(() -> scaled(one, 4, s -> s.sizes(CollectiveSizes.WIRE)))
                .hasMessageContaining("sends no bytes");
        EtGraph stray = ScaledJobs.graph(ScaledJobs.collective(1, CollectiveType.ALL_REDUCE, 64, "9"));
        EtSet undefined = ScaledJobs.set(CommGroups.none(), stray, stray);
        assertThatThrownBy(() -> Scaler.run(undefined, 4, new ScaleSettings(), Progress.NONE))
                .hasMessageContaining("\"9\" is not defined");
    }

    /** Of a job of four, ranks 0 and 2 were recorded, whose group keeps the job's numbers. */
    @Test
    void groupsOfMissingRanksAreRefused() {
        EtGraph graph = ScaledJobs.graph(ScaledJobs.collective(1, CollectiveType.ALL_REDUCE, 64, "1"));
        EtSet part = ScaledJobs.set(CommGroups.of(Map.of(1, List.of(0, 2))), graph, graph);
        assertThatThrownBy(() -> Scaler.run(part, 4, new ScaleSettings(), Progress.NONE))
                .hasMessageContaining(
                        "communicator group 1 lists rank 2 of the job, of which 2 ranks are here; no copy can take its place")
                .hasMessageContaining("Record all ranks");
    }

    @Test
    void fewerRanksTakeTheFirstTraces() {
        EtGraph a = ScaledJobs.graph(ScaledJobs.collective(1, CollectiveType.ALL_REDUCE, 64, ""));
        EtGraph b = ScaledJobs.graph(ScaledJobs.collective(1, CollectiveType.ALL_REDUCE, 64, ""));
        EtSet two = scaled(ScaledJobs.set(CommGroups.none(), a, b, a), 2, s -> s);
        assertThat(two.ranks()).containsExactly(a, b);
    }

    @Test
    void collectivesAreRewrittenForTheStressTest() {
        EtSet stress =
                scaled(ScaledJobs.grouped(), 8, s -> s.rewrite(CollectiveType.ALL_TO_ALL, new Bytes(1_000_000_000)));
        for (EtGraph graph : stress.ranks()) {
            for (int node = 1; node < 3; node++) {
                assertThat(graph.integer(node, EtNames.COMM_TYPE, -1)).isEqualTo(CollectiveType.ALL_TO_ALL.number());
                assertThat(graph.integer(node, EtNames.COMM_SIZE, -1)).isEqualTo(1_000_000_000);
            }
        }
    }

    @Test
    void tensorTimesDataParallelism() {
        GradientSync sync = GradientSync.of(1_000_000).buckets(3);
        EtSet many = scaled(
                ScaledJobs.dataParallel(8192), 128, s -> s.tensorParallel(8).gradients(sync));
        assertThat(many.ranks()).hasSize(128);
        assertThat(nanos(many, 77, 1)).isEqualTo(25_000);
        assertThat(size(many, 77, 2)).isEqualTo(8192);
        assertThat(many.groups().groups()).hasSize(16 + 8);
        assertThat(many.groups().groups().get(1))
                .containsExactlyElementsOf(IntStream.range(0, 8).boxed().toList());
        assertThat(many.groups().groups().get(2))
                .containsExactlyElementsOf(
                        IntStream.range(0, 16).map(k -> 8 * k).boxed().toList());
        EtGraph rank = many.ranks().get(77);
        long sum = 0;
        for (int node = 0; node < rank.size(); node++) {
            if (rank.name(node).startsWith("gradients")) {
                sum += rank.integer(node, EtNames.COMM_SIZE, 0);
                assertThat(rank.string(node, EtNames.PG_NAME, "")).isEqualTo(Integer.toString(2 + 77 % 8));
                assertThat(rank.dataDeps(node)).containsExactly(2);
            }
        }
        assertThat(sum).isBetween(250_000L, 250_012L);
        // The optimizer waits for the gradients.
        assertThat(rank.dataDeps(rank.indexOf(3))).hasSize(4);
    }

    @Test
    void groupsPartitionTheRanks() {
        EtSet many = scaled(
                ScaledJobs.dataParallel(8192), 64, s -> s.tensorParallel(4).gradients(GradientSync.of(1_000_000)));
        int[] tensor = new int[64];
        int[] data = new int[64];
        many.groups().groups().forEach((id, ranks) -> {
            for (int rank : ranks) {
                (ranks.size() == 4 ? tensor : data)[rank]++;
            }
        });
        assertThat(tensor).containsOnly(1);
        assertThat(data).containsOnly(1);
    }

    @Test
    void gradientsComeLastWithoutAnOptimizer() {
        EtGraph graph = ScaledJobs.graph(ScaledJobs.compute(1, "gemm", 10), ScaledJobs.compute(2, "relu", 10, 1));
        EtSet set = ScaledJobs.set(CommGroups.none(), graph, graph);
        EtSet many = scaled(
                set,
                4,
                s -> s.gradients(GradientSync.of(1024).bytesPerParameter(4).bucket(new Bytes(1024))));
        EtGraph rank = many.ranks().get(3);
        assertThat(rank.size()).isEqualTo(4);
        assertThat(rank.dataDeps(2)).containsExactly(2);
        assertThat(rank.type(3)).isEqualTo(EtNodeType.COMM_COLL);
        assertThatThrownBy(() -> scaled(set, 2, s -> s.gradients(GradientSync.of(1024))))
                .hasMessageContaining("two or more tensor-parallel groups");
    }

    @Test
    void computeGoesBySort() {
        EtSet many = scaled(ScaledJobs.dataParallel(64), 4, s -> s.compute(2).compute(OpClass.OPTIMIZER, 0.5));
        assertThat(nanos(many, 3, 1)).isEqualTo(200_000);
        assertThat(nanos(many, 3, 3)).isEqualTo(25_000);
        assertThat(distinct(many)).isEqualTo(1);
    }

    @Test
    void stragglersAreFewAndShared() {
        EtSet slow = scaled(ScaledJobs.dataParallel(64), 64, s -> s.stragglers(3, 2.5)
                .straggler(0, 4)
                .seed(11));
        assertThat(distinct(slow)).isEqualTo(3);
        assertThat(nanos(slow, 0, 1)).isEqualTo(400_000);
        assertThat(IntStream.range(0, 64)
                        .filter(r -> nanos(slow, r, 1) == 250_000)
                        .count())
                .isBetween(2L, 3L);
        assertThat(IntStream.range(0, 64)
                        .filter(r -> nanos(slow, r, 1) == 100_000)
                        .count())
                .isBetween(60L, 61L);
    }

    @Test
    void jitterIsDrawnFromTheSeed() {
        EtSet first =
                scaled(ScaledJobs.dataParallel(64), 256, s -> s.jitter(0.1).seed(3));
        EtSet again =
                scaled(ScaledJobs.dataParallel(64), 256, s -> s.jitter(0.1).seed(3));
        EtSet other =
                scaled(ScaledJobs.dataParallel(64), 256, s -> s.jitter(0.1).seed(4));
        long[] times =
                IntStream.range(0, 256).mapToLong(r -> nanos(first, r, 1)).toArray();
        assertThat(times)
                .isEqualTo(IntStream.range(0, 256)
                        .mapToLong(r -> nanos(again, r, 1))
                        .toArray());
        assertThat(times)
                .isNotEqualTo(IntStream.range(0, 256)
                        .mapToLong(r -> nanos(other, r, 1))
                        .toArray());
        double mean = IntStream.range(0, 256).mapToLong(r -> times[r]).average().orElseThrow();
        assertThat(mean).isBetween(97_000.0, 103_000.0);
    }
}
