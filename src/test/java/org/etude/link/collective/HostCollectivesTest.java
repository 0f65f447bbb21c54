// SPDX-License-Identifier: Apache-2.0
package org.etude.link.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.etude.link.Recording;
import org.etude.link.model.Collective;
import org.etude.link.model.Graph;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.LinkedSet;
import org.etude.link.model.NodeKind;
import org.etude.report.Finding;
import org.etude.spec.CollectiveType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Collectives that ran on the host, and what operators' arguments say about type, size, root and peer. */
class HostCollectivesTest {
    @TempDir
    Path dir;

    private final Recording.Rank job = new Recording(4).rank(0);

    private Recording.Rank op(String name, int tid, double at, List<?> dims, List<String> types, List<?> values) {
        return job.op(name, tid, at, 50, "Input Dims", dims, "Input type", types, "Concrete Inputs", values);
    }

    private Recording.Rank op(String name, int tid, double at, int... elements) {
        List<List<Integer>> dims = new ArrayList<>();
        List<String> types = new ArrayList<>();
        for (int count : elements) {
            dims.add(List.of(count));
            types.add("float");
        }
        return op(name, tid, at, dims, types, List.of());
    }

    private List<Collective> found() {
        return job.link(dir).collectives();
    }

    private Collective only() {
        List<Collective> all = found();
        assertThat(all).hasSize(1);
        return all.get(0);
    }

    @Test
    void outputsComeFirstInTheOperatorsOfTwoTensors() {
        op("c10d::_allgather_base_", 1, 100, 40, 10);
        op("c10d::_reduce_scatter_base_", 1, 200, 10, 40);
        op("c10d::alltoall_base_", 1, 300, 20, 24);
        op("c10d::allreduce_", 1, 400, 7);
        assertThat(found())
                .extracting(Collective::type, Collective::inBytes, Collective::outBytes)
                .containsExactly(
                        tuple(CollectiveType.ALL_GATHER, 40L, 160L),
                        tuple(CollectiveType.REDUCE_SCATTER, 160L, 40L),
                        tuple(CollectiveType.ALL_TO_ALL, 96L, 80L),
                        tuple(CollectiveType.ALL_REDUCE, 28L, 28L));
        assertThat(found())
                .allMatch(c -> c.evidence().equals("c10d-op") && c.dtype().equals("float"));
        assertThat(found()).extracting(Collective::sequence).containsExactly(0L, 1L, 2L, 3L);
    }

    @Test
    void rootsArePositionsOfTheSchema() {
        List<String> one = List.of("float", "", "");
        op("c10d::broadcast_", 1, 100, List.of(List.of(6), List.of(), List.of()), one, List.of("", "", "2"));
        List<String> two = List.of("float", "", "", "");
        List<List<Integer>> dims = List.of(List.of(6), List.of(), List.of(), List.of());
        op("c10d::reduce_", 1, 200, dims, two, List.of("", "", "", "3"));
        op("c10d::reduce_", 1, 300, dims, two, List.of("", "", "", "0"));
        assertThat(found())
                .extracting(Collective::type, Collective::root, Collective::inBytes, Collective::outBytes)
                .containsExactly(
                        tuple(CollectiveType.BROADCAST, 2, 24L, 24L),
                        tuple(CollectiveType.REDUCE, 3, 24L, 0L),
                        tuple(CollectiveType.REDUCE, 0, 24L, 24L));
    }

    @Test
    void transfersNamePeerAndTagOfTheGroup() {
        job.group("pp", 0, 3);
        List<List<Integer>> dims = List.of(List.of(6), List.of(), List.of(), List.of());
        List<String> types = List.of("c10::Half", "", "", "");
        op("c10d::send", 1, 100, dims, types, List.of("", "", "1", "9"));
        op("c10d::recv_", 1, 200, dims, types, List.of("", "", "1", "8"));
        op("c10d::recv_any_source_", 1, 300, dims, types, List.of("", "", "7"));
        assertThat(found())
                .extracting(
                        Collective::type, Collective::peer, Collective::tag, Collective::inBytes, Collective::outBytes)
                .containsExactly(
                        tuple(CollectiveType.SEND, 3, 9L, 12L, 0L),
                        tuple(CollectiveType.RECV, 3, 8L, 0L, 12L),
                        tuple(CollectiveType.RECV, 3, 7L, 0L, 12L));
    }

    @Test
    void unevenSplitsAreNoted() {
        List<List<Integer>> dims = List.of(List.of(6), List.of(6), List.of(), List.of(), List.of());
        List<String> types = List.of("float", "float", "", "ScalarList", "ScalarList");
        op("c10d::alltoall_base_", 1, 100, dims, types, List.of("", "", "", List.of(3, 3), List.of(2, 4)));
        op("c10d::alltoall_base_", 1, 200, dims, types, List.of("", "", "", List.of(3, 3), List.of(3, 3)));
        assertThat(found())
                .extracting(Collective::notes)
                .satisfiesExactly(uneven -> assertThat(uneven).contains("uneven splits"), even -> assertThat(even)
                        .doesNotContain("uneven splits"));
    }

    @Test
    void functionalOperatorsNameTheirGroupAndScaleBySizeOfIt() {
        List<List<Integer>> dims = List.of(List.of(6), List.of(), List.of());
        List<String> types = List.of("float", "Int", "");
        op("_c10d_functional::all_gather_into_tensor", 1, 100, dims, types, List.of("", "4", "tp"));
        op("_c10d_functional::all_reduce", 1, 200, dims, types, List.of("", "sum", "dp"));
        assertThat(found())
                .extracting(Collective::type, Collective::groupName, Collective::inBytes, Collective::outBytes)
                .containsExactly(
                        tuple(CollectiveType.ALL_GATHER, "tp", 24L, 96L),
                        tuple(CollectiveType.ALL_REDUCE, "dp", 24L, 24L));
    }

    /** Gloo runs a reduce-scatter as an all-reduce on its own thread: the caller gives the type, the work the time. */
    @Test
    void theCallerGivesTheTypeAndTheBackendTheTime() {
        op("c10d::_reduce_scatter_base_", 1, 100, 10, 40);
        op("gloo:all_reduce", 5, 160, 40);
        Collective collective = only();
        assertThat(collective.type()).isEqualTo(CollectiveType.REDUCE_SCATTER);
        LinkedRank rank = job.link(dir);
        assertThat(rank.name(collective.node())).isEqualTo("gloo:all_reduce");
        assertThat(Graph.parent(rank, "gloo:all_reduce")).isEqualTo("c10d::_reduce_scatter_base_");
        assertThat(rank.kind(collective.node())).isEqualTo(NodeKind.HOST_COMM);
    }

    @Test
    void workBelongsToTheFirstCallOfItsSizeThatIsFree() {
        op("c10d::allreduce_", 1, 100, 10);
        op("c10d::allreduce_", 1, 160, 20);
        op("gloo:all_reduce", 5, 300, 20);
        op("gloo:all_reduce", 6, 310, 10);
        assertThat(found())
                .extracting(Collective::inBytes, Collective::sequence)
                .containsExactly(tuple(80L, 1L), tuple(40L, 0L));
    }

    /**
     * Gloo runs a coalesced reduce-scatter as one all-reduce per tensor: each is a reduce-scatter, numbered like the tensors
     * whichever thread began first. An all-reduce as large as all of them together keeps its own work.
     */
    @Test
    void eachTensorOfACoalescedReduceScatterIsACollective() {
        List<String> lists = List.of("GenericList[Tensor(float)]", "GenericList[Tensor(float)]");
        List<List<List<Integer>>> tensors = List.of(List.of(List.of(2), List.of(6)), List.of(List.of(4), List.of(12)));
        op("c10d::reduce_scatter_tensor_coalesced_", 1, 100, tensors, lists, List.of());
        op("c10d::allreduce_", 1, 160, 16);
        op("gloo:all_reduce", 5, 200, 16);
        op("gloo:all_reduce", 6, 210, 12);
        op("gloo:all_reduce", 7, 220, 4);
        LinkedRank rank = job.link(dir);
        assertThat(rank.collectives())
                .extracting(Collective::type, Collective::inBytes, Collective::outBytes, Collective::sequence)
                .containsExactly(
                        tuple(CollectiveType.ALL_REDUCE, 64L, 64L, 2L),
                        tuple(CollectiveType.REDUCE_SCATTER, 48L, 24L, 1L),
                        tuple(CollectiveType.REDUCE_SCATTER, 16L, 8L, 0L));
        assertThat(rank.collectives())
                .extracting(c -> rank.name(rank.parent(c.node())))
                .containsExactly(
                        "c10d::allreduce_",
                        "c10d::reduce_scatter_tensor_coalesced_",
                        "c10d::reduce_scatter_tensor_coalesced_");
    }

    /**
     * Gloo all-reduces each tensor of a list: the collective begins with the first and lasts until the last has ended. The
     * execution trace states how many there are, so that an all-reduce of the same size keeps its own work.
     */
    @Test
    void aReduceScatterOfAListLastsAsLongAsAllOfItsPieces() {
        job.thread(2, 1);
        node(10, "c10d::reduce_scatter_", 100, 30, 1);
        String lists = "[\"GenericList[Tensor(float)]\",\"GenericList[GenericList[Tensor(float)]]\"]";
        job.inputs(
                "[[[5,6,0,8,4,\"cpu\"]],[[[6,7,0,8,4,\"cpu\"],[7,7,8,8,4,\"cpu\"],[8,7,16,8,4,\"cpu\"]]]]",
                "[[[8]],[[[8],[8],[8]]]]",
                lists);
        node(11, "c10d::allreduce_", 140, 20, 1);
        job.inputs("[[[9,9,0,8,4,\"cpu\"]]]", "[[[8]]]", "[\"GenericList[Tensor(float)]\"]");
        op("gloo:all_reduce", 5, 120, 8);
        op("gloo:all_reduce", 6, 125, 8);
        op("gloo:all_reduce", 5, 190, 8);
        op("gloo:all_reduce", 6, 300, 8);
        LinkedRank rank = job.link(dir);
        assertThat(rank.collectives())
                .extracting(
                        Collective::type,
                        Collective::inBytes,
                        Collective::outBytes,
                        c -> rank.startNanos(c.node()),
                        c -> rank.durationNanos(c.node()))
                .containsExactly(
                        tuple(CollectiveType.REDUCE_SCATTER, 96L, 32L, start(rank) + 20_000, 120_000L),
                        tuple(CollectiveType.ALL_REDUCE, 32L, 32L, start(rank) + 200_000, 50_000L));
    }

    private Recording.Rank node(long id, String name, double at, double micros, int tid) {
        return job.op(id, name, 2, tid, at, micros);
    }

    private static long start(LinkedRank rank) {
        return rank.startNanos(rank.parent(rank.collectives().get(0).node()));
    }

    private static final String LISTS = "[\"GenericList[Tensor(float)]\",\"GenericList[GenericList[Tensor(float)]]\"]";

    /** An execution trace alone lists one tensor: the second all-reduce is a collective whose call was not recorded. */
    @Test
    void anExecutionTraceAloneStatesHowManyPiecesThereAre() {
        job.thread(2, 1)
                .node(10, "c10d::reduce_scatter_", 2, 10, "tid", 1)
                .inputs("[[[5,6,0,8,4,\"cpu\"]],[[[6,7,0,8,4,\"cpu\"]]]]", "[[[8]],[[[8]]]]", LISTS);
        job.thread(3, 5);
        for (int id = 11; id < 13; id++) {
            job.node(id, "gloo:all_reduce", 3, id, "tid", 5)
                    .inputs("[[6,7,0,8,4,\"cpu\"]]", "[[8]]", "[\"Tensor(float)\"]");
        }
        assertThat(found())
                .extracting(Collective::type, Collective::inBytes)
                .containsExactly(tuple(CollectiveType.REDUCE_SCATTER, 32L), tuple(CollectiveType.ALL_REDUCE, 32L));
    }

    private void reduceScatterOfAList(double at) {
        op("c10d::reduce_scatter_", 1, at, List.of(List.of(List.of(8)), List.of()), List.of("float", ""), List.of());
    }

    /** Two of the job's four ranks: what comes behind the second piece is of calls that were not recorded. */
    @Test
    void aReduceScatterHasNoMorePiecesThanItsGroupHasRanks() {
        job.group("tp", 0, 1);
        reduceScatterOfAList(100);
        op("gloo:all_reduce", 5, 200, 8);
        op("gloo:all_reduce", 6, 210, 8);
        op("gloo:all_reduce", 5, 9000, 8);
        LinkedRank rank = job.link(dir);
        assertThat(rank.collectives())
                .extracting(Collective::type, c -> rank.durationNanos(c.node()))
                .containsExactly(
                        tuple(CollectiveType.REDUCE_SCATTER, 60_000L), tuple(CollectiveType.ALL_REDUCE, 50_000L));
    }

    /** Once the work of a later call has begun, work of the same size may be either's. */
    @Test
    void aReduceScatterDoesNotLastIntoLaterCalls() {
        reduceScatterOfAList(100);
        op("gloo:all_reduce", 5, 200, 8);
        op("gloo:all_reduce", 6, 210, 8);
        op("c10d::broadcast_", 1, 220, 9);
        op("gloo:broadcast", 5, 300, 9);
        op("gloo:all_reduce", 6, 5000, 8);
        LinkedRank rank = job.link(dir);
        assertThat(rank.collectives())
                .extracting(Collective::type, c -> rank.durationNanos(c.node()))
                .containsExactly(
                        tuple(CollectiveType.REDUCE_SCATTER, 60_000L), tuple(CollectiveType.BROADCAST, 50_000L));
    }

    /** Two at once: their pieces count for the one that has room, and neither takes a collective's place. */
    @Test
    void piecesGoToTheReduceScatterThatLacksThem() {
        job.group("tp", 0, 1);
        reduceScatterOfAList(100);
        reduceScatterOfAList(160);
        op("gloo:all_reduce", 5, 230, 8);
        op("gloo:all_reduce", 6, 231, 8);
        op("gloo:all_reduce", 5, 290, 8);
        op("gloo:all_reduce", 6, 295, 8);
        assertThat(found())
                .extracting(Collective::type)
                .containsExactly(CollectiveType.REDUCE_SCATTER, CollectiveType.REDUCE_SCATTER);
    }

    /** A Kineto trace does not state how many pieces there are; a job of four ranks has no group of more. */
    @Test
    void aKinetoTraceAloneLeavesFurtherPiecesToTheLastReduceScatterOfAList() {
        op("c10d::reduce_scatter_", 1, 100, List.of(List.of(List.of(8)), List.of()), List.of("float", ""), List.of());
        for (int k = 0; k < 5; k++) {
            op("gloo:all_reduce", 5 + k % 2, 200 + 100 * k, 8);
        }
        LinkedRank rank = job.link(dir);
        assertThat(rank.collectives())
                .extracting(Collective::type, c -> rank.durationNanos(c.node()))
                .containsExactly(
                        tuple(CollectiveType.REDUCE_SCATTER, 350_000L), tuple(CollectiveType.ALL_REDUCE, 50_000L));
        assertThat(job.link(dir).collectives()).extracting(Collective::outBytes).containsExactly(32L, 32L);
    }

    /** Gloo carries lists of other collectives, coalesced ones too, as one piece of work. */
    @Test
    void listsOfOtherCollectivesAreOnePiece() {
        List<List<List<Integer>>> gathered =
                List.of(List.of(List.of(16), List.of(32)), List.of(List.of(4), List.of(8)));
        List<String> lists = List.of("GenericList[Tensor(float)]", "GenericList[Tensor(float)]");
        op("c10d::allgather_into_tensor_coalesced_", 1, 100, gathered, lists, List.of());
        op("c10d::allreduce_coalesced_", 1, 160, List.of(List.of(List.of(5), List.of(6))), lists, List.of());
        op("gloo:all_reduce", 6, 300, 5, 6);
        op("gloo:all_gather", 5, 310, 4, 8);
        LinkedRank rank = job.link(dir);
        assertThat(rank.collectives())
                .extracting(
                        Collective::type,
                        Collective::inBytes,
                        Collective::outBytes,
                        c -> rank.name(rank.parent(c.node())))
                .containsExactly(
                        tuple(CollectiveType.ALL_REDUCE, 44L, 44L, "c10d::allreduce_coalesced_"),
                        tuple(CollectiveType.ALL_GATHER, 48L, 192L, "c10d::allgather_into_tensor_coalesced_"));
    }

    /** A left-over all-reduce as large as a reduce-scatter's input is no piece of it: gloo runs that as one. */
    @Test
    void otherReduceScattersHaveOnePiece() {
        op("c10d::_reduce_scatter_base_", 1, 100, 10, 40);
        op("gloo:all_reduce", 5, 160, 40);
        op("gloo:all_reduce", 5, 960, 40);
        LinkedRank rank = job.link(dir);
        assertThat(rank.collectives())
                .extracting(Collective::type, c -> rank.durationNanos(c.node()))
                .containsExactly(tuple(CollectiveType.REDUCE_SCATTER, 50_000L));
    }

    /** Autograd puts a node of its own between a functional collective and what it calls: that makes no second collective. */
    @Test
    void aFunctionalCollectiveIsItsCallAlsoBehindAnotherOperator() {
        List<List<Integer>> dims = List.of(List.of(10), List.of(), List.of());
        job.op(
                "_c10d_functional::all_to_all_single",
                1,
                100,
                90,
                "Input Dims",
                dims,
                "Input type",
                List.of("float", "", ""));
        job.op("GeneratedBackwardFor__c10d_functional_all_to_all_single_default", 1, 105, 80);
        op("c10d::alltoall_base_", 1, 110, 12, 10);
        op("gloo:all_to_all", 5, 200, 10);
        LinkedRank rank = job.link(dir);
        assertThat(rank.collectives())
                .extracting(Collective::type, Collective::sequence)
                .containsExactly(tuple(CollectiveType.ALL_TO_ALL, 0L));
        assertThat(Graph.parent(rank, "gloo:all_to_all")).isEqualTo("c10d::alltoall_base_");
    }

    /** Its messages are no collectives, and it takes no work of the barrier behind it. */
    @Test
    void aMonitoredBarrierCarriesItself() {
        job.op("c10d::monitored_barrier_", 1, 100, 50)
                .op("gloo:send", 1, 105, 40)
                .op("gloo:recv", 1, 110, 38)
                .op("c10d::barrier", 1, 200, 10)
                .op("gloo:barrier", 5, 205, 20);
        LinkedRank rank = job.link(dir);
        assertThat(rank.collectives())
                .extracting(Collective::type, c -> rank.name(c.node()))
                .containsExactly(
                        tuple(CollectiveType.BARRIER, "c10d::monitored_barrier_"),
                        tuple(CollectiveType.BARRIER, "gloo:barrier"));
        assertThat(Graph.parent(rank, "gloo:barrier")).isEqualTo("c10d::barrier");
        assertThat(Graph.parent(rank, "gloo:recv")).isEqualTo("c10d::monitored_barrier_");
    }

    @Test
    void aCallWithoutWorkIsTheCollectiveWhereThereIsNoGpu() {
        op("c10d::allreduce_", 1, 100, 10);
        assertThat(only().notes()).isEqualTo("the call, not the transfer: its work was not recorded");
    }

    @Test
    void annotationsCountOnlyWhereNoOperatorDoes() {
        op("nccl:all_reduce|bytes=64|pg=dp0", 1, 100);
        Collective alone = only();
        assertThat(List.of(alone.type(), alone.inBytes(), alone.groupName(), alone.evidence()))
                .containsExactly(CollectiveType.ALL_REDUCE, 64L, "dp0", "user-annotation");
        job.events.removeAll();
        job.op("nccl:all_reduce|bytes=64|pg=dp0", 1, 100, 90);
        op("c10d::allreduce_", 1, 110, 10);
        assertThat(only().evidence()).isEqualTo("c10d-op");
    }

    @Test
    void sizesOfARecordInsideTheOperatorTakePrecedence() {
        job.op("c10d::allreduce_", 1, 100, 50)
                .op(
                        "record_param_comms",
                        1,
                        110,
                        20,
                        "Collective name",
                        "allreduce",
                        "dtype",
                        "Half",
                        "In msg nelems",
                        9)
                .arg("Out msg nelems", 9)
                .arg("Process Group Name", "4");
        Collective collective = only();
        assertThat(List.of(collective.inBytes(), collective.groupName(), collective.evidence()))
                .containsExactly(18L, "4", "record_param_comms");
    }

    @Test
    void recordsOfWaitsAreNoCollectives() {
        job.op("record_param_comms", 1, 110, 20, "Collective name", "wait", "dtype", "Byte", "In msg nelems", 0);
        assertThat(found()).isEmpty();
    }

    @Test
    void withoutAKinetoTraceTheNodesAreUsed() {
        job.thread(2, 1).node(10, "c10d::allreduce_", 2, 5, "tid", 1);
        job.node(11, "record_param_comms", 10, 6, "tid", 1, "collective_name", "allreduce", "dtype", "Float")
                .inputs("[[[5,6,0,12,4,\"cuda:0\"]]]", "[[[12]]]", "[\"GenericList[Tensor(float)]\"]");
        Collective collective = only();
        assertThat(List.of(collective.type(), collective.inBytes())).containsExactly(CollectiveType.ALL_REDUCE, 48L);
    }

    @Test
    void sizesThatOverflowAreUnknown() {
        job.thread(2, 1).node(10, "c10d::allreduce_", 2, 5, "tid", 1);
        job.inputs("[[[5,6,0,9223372036854775807,4,\"cuda:0\"]]]", "[[[12]]]", "[\"GenericList[Tensor(float)]\"]");
        assertThat(only().inBytes()).isEqualTo(-1);
    }

    @Test
    void kernelsOfOneCallShareItsSize() {
        job.op("record_param_comms", 1, 90, 60, "Collective name", "allreduce", "dtype", "Float", "In msg nelems", 100)
                .arg("Out msg nelems", 100);
        job.launch("ncclDevKernel_Generic(a)", 1, 100, 4, 20, 1).launch("ncclDevKernel_Generic(b)", 1, 120, 4, 20, 2);
        assertThat(found())
                .extracting(Collective::inBytes, Collective::outBytes, Collective::notes)
                .containsExactly(
                        tuple(200L, 200L, "one of 2 kernels of one call"),
                        tuple(200L, 200L, "one of 2 kernels of one call"));
    }

    @Test
    void withoutEvidenceACollectiveIsUnknownUnlessAssumed() {
        job.launch("ncclDevKernel_Generic(a)", 1, 100, 4, 20, 1);
        assertThat(only().type()).isEqualTo(CollectiveType.UNKNOWN);
        LinkedSet linked = job.job().link(dir);
        assertThat(linked.report().findings())
                .extracting(Finding::what)
                .contains("1 of 1 collective has no evidence of its type");
        assertThat(linked.unmatched())
                .extracting(LinkedSet.Unmatched::reason)
                .containsExactly("its type is not in the trace");
        LinkedSet assumed = job.job().link(dir, o -> o.assumeGeneric(CollectiveType.ALL_GATHER));
        assertThat(assumed.ranks().get(0).collectives().get(0).type()).isEqualTo(CollectiveType.ALL_GATHER);
        assertThat(assumed.report().findings())
                .extracting(Finding::what)
                .contains(
                        "1 of 1 collective is assumed to be ALL_GATHER",
                        "1 of 1 collective has no size",
                        "1 of 1 collective does not name its process group")
                .doesNotContain("1 of 1 collective has no evidence of its type");
    }

    @Test
    void rootsThatAreNotRecordedAreUnknown() {
        op("c10d::broadcast_", 1, 100, 6);
        assertThat(only().root()).isEqualTo(-1);
    }

    @Test
    void aRecordWithoutArgumentsIsNoCollective() {
        job.op("record_param_comms", 1, 110, 20);
        assertThat(found()).isEmpty();
    }

    @Test
    void listsOfManyTensorsAddUp() {
        job.thread(2, 1).node(10, "c10d::allreduce_", 2, 5, "tid", 1);
        String tensor = "[5,6,0,2,4,\"cpu\"]";
        job.inputs("[[" + String.join(",", Collections.nCopies(6, tensor)) + "]]", "[[]]", "[\"GenericList\"]");
        assertThat(only().inBytes()).isEqualTo(48);
    }

    @Test
    void listsOfShapesAddUp() {
        List<List<Integer>> shapes = List.of(List.of(1), List.of(2), List.of(3), List.of(4), List.of(5));
        op("c10d::allreduce_", 1, 100, List.of(shapes), List.of("GenericList[Tensor(float)]"), List.of());
        assertThat(only().inBytes()).isEqualTo(60);
    }

    @Test
    void shapesThatOverflowOrHaveNoKnownTypeAreUnknown() {
        op("c10d::allreduce_", 1, 100, List.of(List.of(1L << 32, 1L << 32)), List.of("float"), List.of());
        op("c10d::allreduce_", 1, 200, List.of(List.of(4, 0)), List.of("float"), List.of());
        op("c10d::allreduce_", 1, 300, List.of(List.of(4, 2)), List.of("quint4x2"), List.of());
        assertThat(found()).extracting(Collective::inBytes).containsExactly(-1L, 0L, -1L);
    }

    @Test
    void whatOneSideLacksFollowsFromTheType() {
        job.collective("allreduce", 100, 20, 10, "0").arg("In msg nelems", -1);
        job.collective("broadcast", 200, 20, 10, "0").arg("Out msg nelems", -1);
        job.collective("allgather", 300, 20, 10, "0").arg("In msg nelems", -1);
        assertThat(found())
                .extracting(Collective::inBytes, Collective::outBytes)
                .containsExactly(tuple(40L, 40L), tuple(40L, 40L), tuple(-1L, 40L));
    }

    @Test
    void tensorsThatAreNotListedAreUnknown() {
        op("c10d::_allgather_base_", 1, 100, 40);
        assertThat(only().inBytes()).isEqualTo(-1);
        assertThat(only().outBytes()).isEqualTo(160);
    }

    private Recording.Rank allReduce(long id, int thread, int gloo, double at, double begins) {
        job.op(id, "c10d::allreduce_", thread, thread, at, 20)
                .inputs(
                        "[[[7, 7, 0, 4, 4, \"cpu\"]], \"\", \"\", \"\", false, -1]",
                        "[[[4]], [], [], [], [], []]",
                        "[\"GenericList[Tensor(float)]\", \"\", \"\", \"\", \"Bool\", \"Int\"]");
        return job.node(id + 1, "gloo:all_reduce", id, id + 1, "tid", thread)
                .inputs("[[7, 7, 0, 4, 4, \"cpu\"]]", "[[4]]", "[\"Tensor(float)\"]")
                .op("gloo:all_reduce", gloo, begins, 50, "Record function id", id + 1);
    }

    /** Two threads call at once, and the thread of the second group begins first. */
    @Test
    void workBelongsToTheThreadThatAskedForIt() {
        job.thread(2, 2).thread(3, 3);
        allReduce(10, 2, 7, 100, 180);
        allReduce(20, 3, 8, 110, 140);
        LinkedRank linked = job.link(dir);
        assertThat(linked.collectives())
                .extracting(c -> linked.startNanos(c.node()) - linked.startNanos(linked.parent(c.node())))
                .containsExactlyInAnyOrder(80_000L, 30_000L);
    }
}
