// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.pass;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtIo;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNode;
import org.etude.et.graph.EtNodeType;
import org.etude.et.wire.CommGroups;
import org.etude.repair.Graphs;
import org.etude.repair.graph.Change;
import org.etude.spec.CollectiveType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PassesTest {
    private static List<String> rows(PassResult result) {
        return result.changes().stream()
                .map(change -> Long.toUnsignedString(change.node()) + " " + change.action())
                .toList();
    }

    @Test
    void danglingDependenciesAreNamedAndTakenOut() {
        PassResult result = new DanglingDependencies()
                .apply(Graphs.of(Graphs.comp(1, 9).withCtrlDeps(0), Graphs.comp(2, 1, -1)), 0);
        assertThat(rows(result))
                .containsExactly(
                        "1 remove control dependency on 0",
                        "1 remove data dependency on 9",
                        "2 remove data dependency on 18446744073709551615");
        assertThat(Graphs.edges(result.graph())).containsExactly("2<-1");
    }

    @Test
    void loopsAndRepetitionsGoButControlBesideDataStays() {
        EtGraph graph = Graphs.of(Graphs.comp(1), Graphs.comp(2, 1, 2, 1).withCtrlDeps(1, 1, 7));
        PassResult result = new RedundantDependencies().apply(graph, 0);
        assertThat(rows(result))
                .containsExactly(
                        "2 remove control dependency on 1",
                        "2 remove data dependency on 2",
                        "2 remove data dependency on 1");
        assertThat(Graphs.edges(result.graph())).containsExactly("2<-1", "2<~1", "2<~7");
    }

    @Test
    void aSharedIdStaysWithTheFirstInTimeAndDependantsMeanTheLatestBeforeThem() {
        EtGraph graph = Graphs.of(
                Graphs.at(5, 200), Graphs.at(5, 100), Graphs.at(6, 150, 5), Graphs.at(7, 250, 5), Graphs.at(8, 50, 5));
        PassResult result = new DuplicateIds().apply(graph, 0);
        assertThat(Graphs.edges(result.graph())).containsExactly("6<-5", "7<-9", "8<-5");
        assertThat(result.graph().startMicros(result.graph().indexOf(5))).isEqualTo(100);
        assertThat(rows(result)).containsExactly("5 give the later node of this id, comp5, the new id 9");
    }

    @Test
    void aRepeatedNodeGoes() {
        EtGraph graph =
                Graphs.of(Graphs.comp(1), Graphs.allReduce(2, 8, 1), Graphs.allReduce(2, 8, 1), Graphs.comp(3, 2));
        PassResult result = new DuplicateIds().apply(graph, 0);
        assertThat(Graphs.ids(result.graph())).containsExactly(1L, 2L, 3L);
        assertThat(rows(result)).containsExactly("2 remove the repeated node coll2");
    }

    @Test
    void aRepeatedNodeMayNameItsDependenciesInAnotherOrder() {
        EtGraph graph = Graphs.of(
                Graphs.comp(1),
                Graphs.comp(2),
                Graphs.comp(3, 1, 2).withCtrlDeps(2, 1),
                Graphs.comp(3, 2, 1).withCtrlDeps(1, 2));
        assertThat(rows(new DuplicateIds().apply(graph, 0))).containsExactly("3 remove the repeated node comp3");
        EtGraph swapped = Graphs.of(
                Graphs.comp(1),
                Graphs.comp(2),
                Graphs.comp(3, 1).withCtrlDeps(2),
                Graphs.comp(3, 2).withCtrlDeps(1));
        assertThat(rows(new DuplicateIds().apply(swapped, 0)))
                .as("data and control dependencies are not the same")
                .containsExactly("3 give the later node of this id, comp3, the new id 4");
    }

    @Test
    void newIdsAreFoundBelowWhenTheHighestIsTaken() {
        EtGraph graph = Graphs.of(Graphs.at(-1, 5), Graphs.at(-1, 6), Graphs.at(0, 7), Graphs.at(1, 8));
        assertThat(Graphs.ids(new DuplicateIds().apply(graph, 0).graph())).containsExactly(-1L, 2L, 0L, 1L);
    }

    @Test
    void invalidNodesAreBridgedThroughWholeChains() {
        EtGraph graph = Graphs.of(
                Graphs.comp(1),
                Graphs.comp(2),
                EtNode.of(3, "x", EtNodeType.INVALID).withDataDeps(1).withCtrlDeps(2),
                EtNode.of(4, "y", EtNodeType.INVALID).withDataDeps(3),
                Graphs.comp(5, 4),
                Graphs.comp(6, 1, 4));
        PassResult result = new UnsupportedNodes(false).apply(graph, 0);
        assertThat(Graphs.edges(result.graph())).containsExactly("5<-1", "5<~2", "6<-1", "6<~2");
        assertThat(result.changes()).extracting(Change::node).containsExactly(3L, 4L);
    }

    @Test
    void aHubOfThousandsStaysAsAGate() {
        int side = 300;
        List<EtNode> nodes = new ArrayList<>();
        long[] all = new long[side];
        for (int i = 0; i < side; i++) {
            nodes.add(Graphs.comp(i));
            all[i] = i;
        }
        nodes.add(EtNode.of(1000, "hub", EtNodeType.METADATA).withDataDeps(all));
        for (int i = 0; i < side; i++) {
            nodes.add(Graphs.comp(2000 + i, 1000));
        }
        EtGraph after = new UnsupportedNodes(true).apply(Graphs.of(nodes), 0).graph();
        int hub = after.indexOf(1000);
        assertThat(after.type(hub)).isEqualTo(EtNodeType.COMP);
        assertThat(after.isCpuOp(hub)).isTrue();
        assertThat(after.dataDeps(hub)).hasSize(side);
    }

    @Test
    void memoryAccessesWithoutSizeAreRemovedUnlessTheTensorGivesIt() {
        EtIo tensor = new EtIo("[[1, 2, 0, 10, 8, 'cuda:0']]", "[[10]]", "['Tensor(double)']");
        EtNode sized =
                new EtNode(1, "load", EtNodeType.MEM_LOAD, new long[0], new long[0], 0, 1, tensor, null, List.of());
        EtGraph graph = Graphs.of(sized, EtNode.of(2, "load", EtNodeType.MEM_LOAD));
        EtGraph filled = attributes(graph).graph();
        EtGraph after = new UnsupportedNodes(false).apply(filled, 0).graph();
        assertThat(Graphs.ids(after)).containsExactly(1L);
        assertThat(after.integer(0, EtNames.TENSOR_SIZE, -1)).isEqualTo(80);
    }

    private static PassResult attributes(EtGraph graph) {
        return new MissingCommAttributes(CommGroups.none(), false).apply(graph, 0);
    }

    @ParameterizedTest
    @CsvSource({
        "ncclDevKernel_AllReduce_Sum_f16_RING_LL(ncclDevComm*), ALL_REDUCE",
        "ncclKernel_ReduceScatter_RING_LL_Sum_float, REDUCE_SCATTER",
        "nccl:_all_gather_base, ALL_GATHER",
        "c10d::alltoall_base_, ALL_TO_ALL",
        "c10d::broadcast_, BROADCAST",
        "COMM_COLL_NODE_layer_REDUCESCATTER, REDUCE_SCATTER",
        "gloo:reduce, REDUCE",
        "gloo:scatter, SCATTER",
        "c10d::gather_, GATHER",
        "nccl:barrier, BARRIER"
    })
    void aNameGivesTheType(String name, CollectiveType type) {
        EtNode node = EtNode.of(1, name, EtNodeType.COMM_COLL, EtAttribute.int64(EtNames.COMM_SIZE, 8));
        EtGraph after = attributes(Graphs.of(node)).graph();
        assertThat(after.integer(0, EtNames.COMM_TYPE, -1)).isEqualTo(type.number());
    }

    @Test
    void anRcclKernelNameGivesNoType() {
        EtNode node = EtNode.of(1, "ncclDevKernel_Generic(ncclDevKernelArgsStorage<4096ul>)", EtNodeType.COMM_COLL);
        EtGraph graph = Graphs.of(node);
        assertThat(attributes(graph).graph()).isSameAs(graph);
    }

    @Test
    void sizesComeFromAttributesThenTensorsAndAreNeverMadeUp() {
        EtIo baseOp = new EtIo(
                "[[8, 3, 0, 64, 4, 'cuda:0'], [7, 2, 0, 16, 4, 'cuda:0']]",
                "[[64],[16]]",
                "['Tensor(float)','Tensor(float)']");
        EtIo shapes = new EtIo("[]", "[[5, 3], []]", "['Tensor(c10::BFloat16)', 'Int']");
        EtGraph graph = Graphs.of(
                gather(1, "c10d::_allgather_base_", baseOp),
                gather(2, "nccl:all_gather", shapes),
                gather(3, "nccl:all_gather", null, EtAttribute.int64("numel", 6), EtAttribute.string("dtype", "Half")),
                gather(4, "nccl:all_gather", null, EtAttribute.string(EtNames.COMM_SIZE, "48")),
                gather(5, "nccl:all_gather", new EtIo("[[broken", "", "")));
        EtGraph after = attributes(graph).graph();
        assertThat(List.of(64L, 30L, 12L, 48L, -1L))
                .isEqualTo(List.of(size(after, 0), size(after, 1), size(after, 2), size(after, 3), size(after, 4)));
    }

    private static EtNode gather(long id, String name, EtIo inputs, EtAttribute... more) {
        return new EtNode(id, name, EtNodeType.COMM_COLL, new long[0], new long[0], 0, 1, inputs, null, List.of(more));
    }

    private static long size(EtGraph graph, int node) {
        return graph.integer(node, EtNames.COMM_SIZE, -1);
    }

    @Test
    void unknownTypesFlagsAndKindsAreFixed() {
        EtNode node = EtNode.of(
                1,
                "x",
                EtNodeType.INVALID,
                EtAttribute.bool(EtNames.IS_CPU_OP, true),
                EtAttribute.int64(EtNames.COMM_TYPE, 0),
                EtAttribute.int64(EtNames.COMM_SIZE, 8),
                EtAttribute.int32(EtNames.PG_NAME, 3));
        PassResult result = attributes(Graphs.of(node));
        assertThat(rows(result))
                .containsExactly("1 make it a COMM_COLL_NODE", "1 set pg_name to 3", "1 set is_cpu_op to false");
        assertThat(result.graph().string(0, EtNames.PG_NAME, "")).isEqualTo("3");
        assertThat(attributes(result.graph()).graph()).isSameAs(result.graph());
    }
}
