// SPDX-License-Identifier: Apache-2.0
package org.etude.et.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import org.junit.jupiter.api.Test;

class KindSumsTest {
    private static EtNode node(long id, EtNodeType type, EtAttribute... attributes) {
        return EtNode.of(id, "n" + id, type, attributes);
    }

    private static EtAttribute host(boolean is) {
        return EtAttribute.bool(EtNames.IS_CPU_OP, is);
    }

    private static EtAttribute type(long number) {
        return EtAttribute.int64(EtNames.COMM_TYPE, number);
    }

    private static EtAttribute bytes(long size) {
        return EtAttribute.int64(EtNames.COMM_SIZE, size);
    }

    private static EtGraph graph(EtNode... nodes) {
        EtGraphBuilder builder = new EtGraphBuilder("0.0.4", List.of());
        for (EtNode node : nodes) {
            builder.add(node);
        }
        return builder.build();
    }

    private static final EtGraph RANK = graph(
            node(1, EtNodeType.COMP, host(true)).withDurationMicros(3),
            node(2, EtNodeType.COMP, host(true)).withDurationMicros(4).withDataDeps(1),
            node(3, EtNodeType.COMP, host(false)).withDurationMicros(10).withCtrlDeps(1, 2),
            node(4, EtNodeType.COMM_COLL, type(0), bytes(100)).withDataDeps(1, 3),
            node(5, EtNodeType.COMM_COLL, type(0), bytes(-1)).withDataDeps(4),
            node(6, EtNodeType.COMM_COLL, type(99), bytes(7)).withDataDeps(1),
            node(7, EtNodeType.COMM_COLL, bytes(8)),
            node(8, EtNodeType.COMM_SEND, bytes(5)).withDataDeps(1).withCtrlDeps(2),
            node(9, EtNodeType.COMM_RECV, bytes(6)).withDataDeps(8),
            node(10, EtNodeType.MEM_LOAD).withDurationMicros(2),
            node(11, EtNodeType.MEM_STORE),
            node(12, EtNodeType.METADATA),
            node(13, EtNodeType.INVALID));

    @Test
    void kindsAreInAlphabeticalOrderWithTheirSums() {
        assertThat(KindSums.of(RANK))
                .containsExactly(
                        new KindSums("all_reduce", true, 2, 0, 100, 3, 0),
                        new KindSums("compute", false, 1, 10_000, 0, 2, 1),
                        new KindSums("host", false, 2, 7_000, 0, 1, 1),
                        new KindSums("invalid", false, 1, 0, 0, 0, 1),
                        new KindSums("load", false, 1, 2_000, 0, 0, 1),
                        new KindSums("metadata", false, 1, 0, 0, 0, 1),
                        new KindSums("recv", true, 1, 0, 6, 1, 0),
                        new KindSums("send", true, 1, 0, 5, 2, 0),
                        new KindSums("store", false, 1, 0, 0, 0, 1),
                        new KindSums("type -1", true, 1, 0, 8, 0, 1),
                        new KindSums("type 99", true, 1, 0, 7, 1, 0));
        assertThat(KindSums.of(graph())).isEmpty();
    }

    /** Without node 1: who depends on it only depends on nothing. */
    @Test
    void theFirstNodesAndDependenciesOnThemAreLeftOut() {
        assertThat(KindSums.behind(1, RANK))
                .contains(
                        new KindSums("all_reduce", true, 2, 0, 100, 2, 0),
                        new KindSums("host", false, 1, 4_000, 0, 0, 1),
                        new KindSums("send", true, 1, 0, 5, 1, 1),
                        new KindSums("type 99", true, 1, 0, 7, 0, 1));
    }

    /** What has no data dependency gets one on the additional node. */
    @Test
    void oneMoreHostNodeHoldsBackWhatIsFree() {
        assertThat(KindSums.behindOne(KindSums.of(RANK)))
                .contains(
                        new KindSums("host", false, 3, 7_000, 0, 2, 1),
                        new KindSums("compute", false, 1, 10_000, 0, 3, 0),
                        new KindSums("all_reduce", true, 2, 0, 100, 3, 0));
        assertThat(KindSums.behindOne(List.of())).containsExactly(new KindSums("host", false, 1, 0, 0, 0, 1));
    }

    /** Numbers that differ only in bits beyond 56 are different types. */
    @Test
    void aNumberOfAnySizeIsATypeOfItsOwn() {
        EtGraph large = graph(
                node(1, EtNodeType.COMM_COLL, type(0), bytes(1)),
                node(2, EtNodeType.COMM_COLL, type(1L << 56), bytes(2)),
                node(3, EtNodeType.COMM_COLL, type(Long.MIN_VALUE), bytes(4)));
        assertThat(KindSums.of(large))
                .extracting(KindSums::kind, KindSums::bytes)
                .containsExactly(
                        tuple("all_reduce", 1L),
                        tuple("type -9223372036854775808", 4L),
                        tuple("type 72057594037927936", 2L));
    }
}
