// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.etude.et.check.EtFeeder;
import org.etude.et.check.EtFeeder.Gating;
import org.etude.et.comm.CommJudge;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNodeType;
import org.etude.link.model.EdgeKind;
import org.etude.link.model.NodeKind;
import org.etude.report.Progress;
import org.etude.spec.CollectiveType;
import org.etude.spec.ConvertOptions;

/** What holds for the execution trace of any linked graph. */
class ConvertProperties {
    private static final EdgeKind[] KINDS = {EdgeKind.STREAM_WAIT, EdgeKind.INTER_THREAD, EdgeKind.SYNC};

    /** Operators, kernels, copies, waits and collectives at random times, with random waits for what came before. */
    private static FakeRank random(long seed, int size) {
        Random random = new Random(seed);
        FakeRank rank = new FakeRank(0);
        double now = 0;
        for (int i = 0; i < size; i++) {
            now += random.nextInt(40);
            int before = i == 0 ? -1 : random.nextInt(i);
            int node =
                    switch (random.nextInt(5)) {
                        case 0, 1 -> rank.host("op", now, random.nextInt(60), random.nextInt(3));
                        case 2 -> rank.kernel("kernel", now, random.nextInt(90), 7 + random.nextInt(3), before);
                        case 3 -> rank.add(NodeKind.COMM_KERNEL, "nccl", now, random.nextInt(90), 4, before);
                        default -> rank.add(NodeKind.SYNC_CALL, "wait", now, random.nextInt(90), random.nextInt(3), -1);
                    };
            if (rank.kind(node) == NodeKind.COMM_KERNEL) {
                rank.comm(node, CollectiveType.values()[random.nextInt(4)], random.nextInt(99) - 1, 8, "", 0, 1);
            }
            if (before >= 0 && random.nextInt(3) == 0) {
                rank.depend(node, before, KINDS[random.nextInt(KINDS.length)]);
            }
        }
        return rank;
    }

    private static EtGraph convert(FakeRank rank) {
        return EtConverter.convert(FakeRank.set(2, rank), ConvertOptions.defaults(), Progress.NONE)
                .ranks()
                .get(0);
    }

    @Property(tries = 300)
    void feedingVisitsEveryNodeOnceAndAfterWhatItWaitsFor(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 80) int size) {
        EtGraph graph = convert(random(seed, size));
        Set<Long> released = new HashSet<>();
        for (long id : EtFeeder.releaseOrder(graph, Gating.ALL)) {
            int node = graph.indexOf(id);
            for (long dep : graph.dataDeps(node)) {
                assertThat(released).as("what node %d waits for", id).contains(dep);
            }
            assertThat(released.add(id)).as("node %d comes once", id).isTrue();
        }
        assertThat(released).hasSize(graph.size());
    }

    @Property(tries = 300)
    void noGpuWorkIsLostAndNoTimeIsMadeUp(@ForAll long seed, @ForAll @IntRange(min = 1, max = 80) int size) {
        FakeRank rank = random(seed, size);
        EtGraph graph = convert(rank);
        long kernels = 0;
        for (int i = 0; i < rank.size(); i++) {
            kernels += rank.kind(i).isGpu() ? 1 : 0;
        }
        long found = 0;
        long communication = 0;
        for (int i = 0; i < graph.size(); i++) {
            boolean work = graph.name(i).equals("kernel") || graph.name(i).equals("nccl");
            found += work ? 1 : 0;
            communication += graph.type(i) == EtNodeType.COMM_COLL ? 1 : 0;
            assertThat(graph.durationNanos(i)).isNotNegative();
        }
        assertThat(found).isEqualTo(kernels);
        CommJudge judge = new CommJudge();
        assertThat(communication)
                .isEqualTo(
                        rank.collectives().stream().filter(judge::canSimulate).count());
    }

    @Property(tries = 100)
    void theZeroOfTheClockDoesNotMatter(@ForAll long seed, @ForAll @IntRange(min = 1, max = 60) int size) {
        FakeRank rank = random(seed, size);
        FakeRank later = new FakeRank(0);
        for (int i = 0; i < rank.size(); i++) {
            double start = rank.startNanos(i) / 1000.0 + 5_000_000;
            later.add(rank.kind(i), rank.name(i), start, rank.durationNanos(i) / 1000.0, rank.lane(i), rank.parent(i));
            for (int k = 0; k < rank.dependencyCount(i); k++) {
                later.depend(i, rank.dependency(i, k), rank.dependencyKind(i, k));
            }
        }
        rank.collectives().forEach(c -> later.comm(c.node(), c.type(), c.inBytes(), c.outBytes(), "", 0, 1));
        EtGraph a = convert(rank);
        EtGraph b = convert(later);
        assertThat(b.size()).isEqualTo(a.size());
        for (int i = 0; i < a.size(); i++) {
            assertThat(b.id(i) + b.name(i) + b.durationNanos(i) + Arrays.toString(b.dataDeps(i)))
                    .isEqualTo(a.id(i) + a.name(i) + a.durationNanos(i) + Arrays.toString(a.dataDeps(i)));
        }
    }
}
