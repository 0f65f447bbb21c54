// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.etude.unit.Units.us;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.etude.et.check.EtValidator;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.et.wire.CommGroups;
import org.etude.et.wire.EtSet;
import org.etude.link.model.EdgeKind;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.LinkedSet;
import org.etude.link.model.NodeKind;
import org.etude.report.Finding;
import org.etude.report.Progress;
import org.etude.spec.CollectiveType;
import org.etude.spec.ConvertOptions;
import org.junit.jupiter.api.Test;

class EtConverterTest {
    private static EtSet convert(ConvertOptions options, int world, FakeRank... ranks) {
        EtSet set = EtConverter.convert(FakeRank.set(world, ranks), options, Progress.NONE);
        return set;
    }

    private static EtGraph graph(FakeRank rank) {
        return convert(ConvertOptions.defaults(), 2, rank).ranks().get(0);
    }

    /** "name duration <- dependencies", one per node. */
    private static List<String> lines(EtGraph graph) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < graph.size(); i++) {
            lines.add(graph.id(i) + " " + graph.name(i) + " " + graph.durationMicros(i) + " <- "
                    + Arrays.toString(graph.dataDeps(i)));
        }
        return lines;
    }

    @Test
    void hostThreadsBecomeOneLineWithGaps() {
        FakeRank rank = new FakeRank(0);
        int outer = rank.host("outer", 0, 100, 0);
        rank.add(NodeKind.HOST_OP, "inner", 10, 20, 0, outer);
        rank.host("other thread", 50, 70, 1);
        rank.host("last", 150, 10, 0);
        assertThat(lines(graph(rank)))
                .containsExactly(
                        "1 outer 10 <- []",
                        "2 inner 20 <- [1]",
                        "3 host time in outer 20 <- [2]",
                        "4 other thread 70 <- [3]",
                        "5 host time between operators 30 <- [4]",
                        "6 last 10 <- [5]");
        assertThat(new TraceReplay(graph(rank)).finished).isEqualTo(160_000);
    }

    @Test
    void shortGapsCountToTheOperatorBefore() {
        FakeRank rank = new FakeRank(0);
        rank.host("a", 0, 10, 0);
        rank.host("b", 12, 10, 0);
        assertThat(lines(graph(rank))).containsExactly("1 a 12 <- []", "2 b 10 <- [1]");
        EtSet fine = convert(ConvertOptions.defaults().smallestGap(us(1)), 2, rank);
        assertThat(lines(fine.ranks().get(0)))
                .containsExactly("1 a 10 <- []", "2 host time between operators 2 <- [1]", "3 b 10 <- [2]");
    }

    @Test
    void kernelsFollowTheirLaunchAndTheirStream() {
        FakeRank rank = new FakeRank(0);
        int a = rank.host("launch a", 0, 5, 0);
        int b = rank.host("launch b", 5, 5, 0);
        rank.kernel("k1", 8, 30, 7, a);
        rank.kernel("k2", 38, 10, 7, b);
        int c = rank.kernel("k3", 50, 10, 9, b);
        rank.depend(c, 3, EdgeKind.STREAM_WAIT);
        assertThat(lines(graph(rank)))
                .containsExactly(
                        "1 launch a 5 <- []",
                        "2 k1 30 <- [1]",
                        "3 launch b 5 <- [1]",
                        "4 k2 10 <- [2, 3]",
                        "5 k3 10 <- [3, 4]");
    }

    @Test
    void aBlockingCallWaitsForTheKernelInsteadOfTakingTime() {
        FakeRank rank = new FakeRank(0);
        int launch = rank.host("launch", 0, 10, 0);
        int sync = rank.add(NodeKind.SYNC_CALL, "cudaStreamSynchronize", 20, 90, 0, -1);
        int kernel = rank.kernel("k", 15, 85, 7, launch);
        rank.depend(sync, kernel, EdgeKind.SYNC);
        EtGraph graph = graph(rank);
        assertThat(lines(graph))
                .containsExactly(
                        "1 launch 10 <- []",
                        "2 k 85 <- [1]",
                        "3 host time between operators 10 <- [1]",
                        "4 cudaStreamSynchronize 15 <- [2, 3]");
        assertThat(graph.integer(3, "measured_ns", 0)).isEqualTo(90_000);
        assertThat(new TraceReplay(graph).finished).isEqualTo(110_000);
    }

    @Test
    void overlappingStreamsAreTwoResourcesHereAndShareTheOneGpuOfOtherSimulators() {
        FakeRank rank = new FakeRank(0);
        int launch = rank.host("launch", 0, 10, 0);
        rank.kernel("k1", 10, 50, 7, launch);
        rank.kernel("k2", 30, 60, 8, launch);
        EtGraph graph = graph(rank);
        assertThat(lines(graph)).contains("2 k1 50 <- [1]", "3 k2 30 <- [1]");
        assertThat(graph.durationNanos(2)).isEqualTo(60_000);
        assertThat(graph.integer(2, EtNames.DELAY_NS, 0)).isEqualTo(20_000);
        assertThat(graph.integer(1, EtNames.RESOURCE, -1)).isNotEqualTo(graph.integer(2, EtNames.RESOURCE, -1));
        assertThat(new TraceReplay(graph).finished).isEqualTo(90_000);
    }

    @Test
    void branchesOfAGraphOnOneStreamRunAtOnceAndJoin() {
        FakeRank rank = new FakeRank(0);
        int launch = rank.host("cudaGraphLaunch", 0, 10, 0);
        rank.kernel("a", 15, 50, 7, launch);
        rank.kernel("b", 20, 30, 7, launch);
        rank.kernel("join", 70, 10, 7, launch);
        EtGraph graph = graph(rank);
        assertThat(lines(graph)).contains("2 a 50 <- [1]", "3 b 0 <- [1]", "4 join 10 <- [1, 2, 3]");
        assertThat(graph.durationNanos(2)).isEqualTo(30_000);
        assertThat(graph.integer(3, EtNames.DELAY_NS, 0)).isEqualTo(5_000);
        assertThat(graph.integer(1, EtNames.RESOURCE, -1)).isNotEqualTo(graph.integer(2, EtNames.RESOURCE, -1));
    }

    @Test
    void aLateStartIsANodeOfItsOwn() {
        FakeRank rank = new FakeRank(0);
        int launch = rank.host("aten::mm", 0, 100, 0);
        rank.kernel("sgemm", 6_000, 1_000, 7, launch);
        EtGraph graph = graph(rank);
        assertThat(lines(graph))
                .containsExactly("1 aten::mm 100 <- []", "2 late start: sgemm 0 <- [1]", "3 sgemm 1000 <- [2]");
        assertThat(graph.integer(1, EtNames.DELAY_NS, 0)).isEqualTo(5_900_000);
        assertThat(graph.has(2, EtNames.DELAY_NS)).isFalse();
    }

    @Test
    void lateWorkWaitsForTheOtherStreamThatEndedJustThen() {
        FakeRank rank = new FakeRank(0);
        int launch = rank.host("aten::mm", 0, 100, 0);
        rank.kernel("copy", 105, 895, 8, launch);
        rank.kernel("sgemm", 1_004, 1_000, 7, launch);
        EtGraph graph = graph(rank);
        assertThat(lines(graph)).contains("2 copy 895 <- [1]", "3 sgemm 1000 <- [1, 2]");
        assertThat(graph.integer(2, EtNames.DELAY_NS, 0)).isEqualTo(4_000);
    }

    @Test
    void ranksKeepHowFarApartTheyBeganUnlessAligned() {
        FakeRank early = new FakeRank(0);
        early.host("a", 0, 9_000, 0);
        FakeRank late = new FakeRank(1);
        late.host("a", 5_000, 1_000, 0);
        LinkedSet set = FakeRank.set(2, early, late);
        EtSet kept = EtConverter.convert(set, ConvertOptions.defaults(), Progress.NONE);
        assertThat(lines(kept.ranks().get(0))).containsExactly("1 a 9000 <- []");
        assertThat(lines(kept.ranks().get(1))).containsExactly("1 start offset 5000 <- []", "2 a 1000 <- [1]");
        assertThat(kept.ranks().get(1).integer(0, EtNames.DELAY_NS, 0)).isEqualTo(5_000_000);
        EtSet aligned = EtConverter.convert(set, ConvertOptions.defaults().aligned(), Progress.NONE);
        assertThat(lines(aligned.ranks().get(1))).containsExactly("1 a 1000 <- []");
    }

    @Test
    void ranksThatWereNeverRecordedTogetherHaveNoOffsets() {
        FakeRank early = new FakeRank(0);
        early.host("a", 0, 1_000, 0);
        FakeRank late = new FakeRank(1);
        late.host("a", 5_000, 1_000, 0);
        EtSet set = EtConverter.convert(FakeRank.set(2, early, late), ConvertOptions.defaults(), Progress.NONE);
        assertThat(lines(set.ranks().get(1))).containsExactly("1 a 1000 <- []");
        assertThat(set.report().findings()).extracting(Finding::what).contains("all ranks start together");
    }

    @Test
    void edgesThatPointBackInTimeAreLeftOutAndReported() {
        FakeRank rank = new FakeRank(0);
        int launch = rank.host("launch", 0, 10, 0);
        int early = rank.kernel("k1", 10, 5, 7, launch);
        int late = rank.kernel("k2", 30, 5, 8, launch);
        rank.depend(early, late, EdgeKind.STREAM_WAIT).depend(launch, late, EdgeKind.SYNC);
        EtSet set = convert(ConvertOptions.defaults(), 2, rank);
        assertThat(lines(set.ranks().get(0))).containsExactly("1 launch 10 <- []", "2 k1 5 <- [1]", "3 k2 5 <- [1]");
        assertThat(set.report().findings())
                .extracting(Finding::what)
                .contains("2 waits of the linked graph were dropped");
    }

    @Test
    void aHostCollectiveIsWaitedForInsteadOfAGap() {
        FakeRank rank = new FakeRank(0);
        rank.host("backward", 0, 100, 0);
        int gloo = rank.add(NodeKind.HOST_COMM, "gloo:all_reduce", 50, 250, 3, -1);
        rank.comm(gloo, CollectiveType.ALL_REDUCE, 4096, 4096, "", 0, 1);
        rank.host("optimizer", 310, 40, 0);
        EtGraph graph = graph(rank);
        assertThat(lines(graph))
                .containsExactly(
                        "1 backward 50 <- []",
                        "2 gloo:all_reduce 250 <- [1]",
                        "3 host time in backward 50 <- [1]",
                        "4 host time between operators 10 <- [2, 3]",
                        "5 optimizer 40 <- [4]");
        assertThat(new TraceReplay(graph).finished).isEqualTo(350_000);
    }

    @Test
    void hostCollectivesOfTwoThreadsRunAtOnceInTheOrderOfTheirCalls() {
        FakeRank rank = new FakeRank(0);
        int first = rank.host("c10d::broadcast_", 0, 10, 0);
        int second = rank.host("c10d::allreduce_", 10, 10, 0);
        int early = rank.add(NodeKind.HOST_COMM, "gloo:all_reduce", 30, 100, 4, second);
        int late = rank.add(NodeKind.HOST_COMM, "gloo:broadcast", 50, 40, 3, first);
        rank.comm(early, CollectiveType.ALL_REDUCE, 8, 8, "", 0, 1);
        rank.comm(late, CollectiveType.BROADCAST, 8, 8, "", 0, 1);
        EtGraph graph = graph(rank);
        int broadcast = node(graph, "gloo:broadcast");
        int allReduce = node(graph, "gloo:all_reduce");
        assertThat(graph.durationNanos(broadcast)).isEqualTo(40_000);
        assertThat(graph.durationNanos(allReduce)).isEqualTo(100_000);
        assertThat(graph.dataDeps(allReduce)).doesNotContain(graph.id(broadcast));
        assertThat(graph.integer(broadcast, EtNames.RESOURCE, -1))
                .isNotEqualTo(graph.integer(allReduce, EtNames.RESOURCE, -1));
    }

    @Test
    void hostCollectivesOfOneThreadKeepTheOrderOfTheirCalls() {
        FakeRank rank = new FakeRank(0);
        int first = rank.host("c10d::broadcast_", 0, 10, 0);
        int second = rank.host("c10d::allreduce_", 10, 10, 0);
        int early = rank.add(NodeKind.HOST_COMM, "gloo:broadcast", 30, 40, 4, first);
        int late = rank.add(NodeKind.HOST_COMM, "gloo:all_reduce", 75, 40, 4, second);
        rank.comm(early, CollectiveType.BROADCAST, 8, 8, "", 0, 1);
        rank.comm(late, CollectiveType.ALL_REDUCE, 8, 8, "", 0, 1);
        EtGraph graph = graph(rank);
        assertThat(graph.dataDeps(node(graph, "gloo:all_reduce"))).contains(graph.id(node(graph, "gloo:broadcast")));
    }

    private static int node(EtGraph graph, String name) {
        for (int n = 0; n < graph.size(); n++) {
            if (graph.name(n).equals(name)) {
                return n;
            }
        }
        throw new AssertionError("no node " + name);
    }

    @Test
    void operatorsOfABackendsThreadAreAPartOfTheTransfer() {
        FakeRank rank = new FakeRank(0);
        int call = rank.host("c10d::_allgather_base_", 0, 10, 0);
        int work = rank.add(NodeKind.HOST_COMM, "gloo:all_gather", 20, 80, 1, call);
        rank.host("aten::empty", 25, 5, 1);
        rank.host("aten::copy_", 80, 10, 1);
        rank.host("aten::mm", 105, 10, 0);
        rank.comm(work, CollectiveType.ALL_GATHER, 8, 16, "", 0, 1);
        // The gap from 10 to 105 us waits for the transfer's end at 100; only what is left behind it is the host's.
        assertThat(lines(graph(rank)))
                .containsExactly(
                        "1 c10d::_allgather_base_ 10 <- []",
                        "2 gloo:all_gather 80 <- [1]",
                        "3 host time between operators 15 <- [1, 2]",
                        "4 aten::mm 10 <- [3]");
    }

    @Test
    void aBlockingSendBeginsWithItsCallAndTakesNoTimeOfTheHost() {
        FakeRank rank = new FakeRank(0);
        rank.host("aten::mm", 0, 10, 0);
        int call = rank.host("c10d::send", 10, 90, 0);
        int work = rank.add(NodeKind.HOST_COMM, "gloo:send", 95, 15, 0, call);
        rank.host("aten::mm", 120, 10, 0);
        rank.transfer(work, CollectiveType.SEND, 8, 8, "", 1, 0);
        assertThat(lines(graph(rank)))
                .containsExactly(
                        "1 aten::mm 10 <- []",
                        "2 gloo:send 100 <- [1]",
                        "3 c10d::send 0 <- [1, 2]",
                        "4 host time between operators 10 <- [2, 3]",
                        "5 aten::mm 10 <- [4]");
    }

    private static FakeRank communicator(int self, int peer) {
        FakeRank rank = new FakeRank(self);
        int launch = rank.host("launch", 0, 10, 0);
        CollectiveType[] types = {
            CollectiveType.ALL_REDUCE,
            CollectiveType.ALL_GATHER,
            CollectiveType.REDUCE_SCATTER,
            CollectiveType.ALL_TO_ALL,
            self == 0 ? CollectiveType.SEND : CollectiveType.RECV,
            CollectiveType.UNKNOWN
        };
        for (int i = 0; i < types.length; i++) {
            int node = rank.add(NodeKind.COMM_KERNEL, "nccl" + i, 20 + 10 * i, 10, 9, launch);
            boolean gathers = types[i] == CollectiveType.ALL_GATHER;
            rank.transfer(
                    node,
                    types[i],
                    gathers ? -1 : 64,
                    128,
                    i == 1 ? "tp_hash" : "5",
                    peer,
                    -1,
                    i == 1 ? new Integer[] {1, 0} : i == 3 ? new Integer[] {0, 1} : new Integer[] {});
        }
        return rank;
    }

    @Test
    void collectivesInTheSimulatorsTerms() {
        EtSet set = convert(ConvertOptions.defaults(), 4, communicator(0, 1), communicator(1, 0));
        assertThat(set.groups()).isEqualTo(CommGroups.of(Map.of(1, List.of(1, 0), 5, List.of(0, 1))));
        EtGraph graph = set.ranks().get(0);
        List<String> found = new ArrayList<>();
        for (int i = 0; i < graph.size(); i++) {
            if (graph.type(i) == EtNodeType.COMM_COLL) {
                found.add(CollectiveType.ofNumber(graph.integer(i, "comm_type", -1)) + " "
                        + graph.integer(i, "comm_size", -1) + " " + graph.string(i, "pg_name", "?"));
            }
        }
        assertThat(found)
                .containsExactly("ALL_REDUCE 64 0", "ALL_GATHER 64 1", "REDUCE_SCATTER 64 0", "ALL_TO_ALL 64 5");
        EtGraph receiver = set.ranks().get(1);
        int recv = receiver.indexOf(graph.id(5));
        assertThat(graph.type(5)).isEqualTo(EtNodeType.COMM_SEND);
        assertThat(receiver.type(recv)).isEqualTo(EtNodeType.COMM_RECV);
        for (String name : List.of("comm_src", "comm_dst", "comm_tag")) {
            assertThat(receiver.integer(recv, name, -1)).as(name).isEqualTo(graph.integer(5, name, -2));
        }
        assertThat(graph.type(6)).isEqualTo(EtNodeType.COMP);
        assertThat(graph.string(6, "collective", "")).isEqualTo("unknown");
        assertThat(set.report().findings())
                .extracting(Finding::what)
                .contains("1 communication kernel becomes a compute node of the measured duration");
    }

    @Test
    void theResultPassesTheFeeder() {
        FakeRank first = communicator(0, 1);
        FakeRank second = communicator(1, 0);
        EtSet set = convert(ConvertOptions.defaults(), 2, first, second);
        // The receiver's buffer is 128 bytes where the sender's is 64: that is in the trace, and is reported.
        assertThat(EtValidator.check(set, Progress.NONE).findings())
                .filteredOn(f -> f.stage().equals("validate"))
                .extracting(Finding::what)
                .containsOnly("a send without a matching receive", "a receive without a matching send");
    }

    @Test
    void communicationOnlyIsSerial() {
        EtSet set = convert(ConvertOptions.defaults().communicationOnly().modelTag("m"), 2, communicator(0, 1));
        EtGraph graph = set.ranks().get(0);
        assertThat(set.prefix()).isEqualTo("all_reduce.m");
        assertThat(lines(graph))
                .containsExactly(
                        "1 nccl0 10 <- []",
                        "2 nccl1 10 <- [1]",
                        "3 nccl2 10 <- [2]",
                        "4 nccl3 10 <- [3]",
                        "5 nccl4 10 <- [4]");
    }

    @Test
    void anAverageKernelTimeReplacesTheHost() {
        FakeRank rank = new FakeRank(0);
        int launch = rank.host("launch", 0, 10, 0);
        int k1 = rank.kernel("k1", 10, 1, 7, launch);
        int sync = rank.add(NodeKind.SYNC_CALL, "sync", 12, 2, 0, -1);
        rank.depend(sync, k1, EdgeKind.SYNC);
        int again = rank.host("launch again", 20, 5, 0);
        rank.kernel("k2", 30, 4, 8, again);
        EtSet average = convert(ConvertOptions.defaults().averageKernel(us(609)).clock(2400), 2, rank);
        EtGraph graph = average.ranks().get(0);
        assertThat(lines(graph)).containsExactly("1 k1 609 <- []", "2 k2 609 <- [1]");
        assertThat(graph.integer(0, "compute_cycles", 0)).isEqualTo(1_461_600);
        assertThat(average.prefix()).isEqualTo("workload");
        EtSet mean = convert(ConvertOptions.defaults().meanKernel(), 2, rank);
        assertThat(mean.ranks().get(0).durationNanos(0)).isEqualTo(4_000);
        EtSet measured = convert(ConvertOptions.defaults().withoutHost(), 2, rank);
        assertThat(lines(measured.ranks().get(0))).containsExactly("1 k1 1 <- []", "2 k2 4 <- [1]");
    }

    /** The host waits for two streams, one after the other, before it launches to a third; k2 runs within k1's time. */
    @Test
    void withoutTheHostWorkWaitsForAllThatTheHostWaitedFor() {
        FakeRank rank = new FakeRank(0);
        int launches = rank.host("launch", 0, 10, 0);
        int k1 = rank.kernel("k1", 10, 100, 7, launches);
        int second = rank.host("launch 2", 10, 10, 0);
        int k2 = rank.kernel("k2", 20, 5, 8, second);
        rank.depend(rank.add(NodeKind.SYNC_CALL, "sync", 100, 12, 0, -1), k1, EdgeKind.SYNC);
        rank.depend(rank.add(NodeKind.SYNC_CALL, "sync", 115, 2, 0, -1), k2, EdgeKind.SYNC);
        int third = rank.host("launch 3", 120, 5, 0);
        int k3 = rank.kernel("k3", 130, 4, 9, third);
        rank.depend(rank.add(NodeKind.SYNC_CALL, "sync", 132, 4, 0, -1), k3, EdgeKind.SYNC);
        int last = rank.host("launch 4", 140, 5, 0);
        rank.kernel("k4", 150, 4, 7, last);
        EtSet alone = convert(ConvertOptions.defaults().withoutHost(), 2, rank);
        assertThat(lines(alone.ranks().get(0)))
                .containsExactly("1 k1 100 <- []", "2 k2 0 <- []", "3 k3 4 <- [1, 2]", "4 k4 4 <- [1, 3]");
    }

    @Test
    void keepsExactTimes() {
        FakeRank rank = new FakeRank(0);
        rank.host("a", 1000.123, 0.7, 0);
        rank.host("b", 1000.823, 0.7, 0);
        EtGraph graph = graph(rank);
        assertThat(graph.startNanos(0)).isEqualTo(1_000_123);
        assertThat(graph.startMicros(0)).isEqualTo(1000);
        assertThat(graph.durationNanos(1)).isEqualTo(700);
        assertThat(graph.durationMicros(0) + graph.durationMicros(1)).isEqualTo(1);
    }

    @Test
    void untimedRanksAreReported() {
        FakeRank rank = new FakeRank(0);
        rank.add(NodeKind.HOST_OP, "a", LinkedRank.UNTIMED / 1000.0, 0, 0, -1);
        EtSet set = convert(ConvertOptions.defaults(), 1, rank);
        assertThat(set.ranks().get(0).size()).isZero();
        assertThat(set.report().findings()).extracting(Finding::what).contains("no node");
    }

    @Test
    void refusesSenselessOptions() {
        assertThatThrownBy(() -> ConvertOptions.defaults().prefix("a/b")).hasMessageContaining("a/b");
        assertThatThrownBy(() -> ConvertOptions.defaults().clock(-1)).hasMessageContaining("-1");
        assertThatThrownBy(() -> ConvertOptions.defaults().averageKernel(us(0))).hasMessageContaining("above 0");
    }
}
