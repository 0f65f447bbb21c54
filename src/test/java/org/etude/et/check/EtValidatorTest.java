// SPDX-License-Identifier: Apache-2.0
package org.etude.et.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtAttribute.Kind;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.graph.EtNode;
import org.etude.et.graph.EtNodeType;
import org.etude.et.wire.CommGroups;
import org.etude.et.wire.EtSet;
import org.etude.report.Finding;
import org.etude.report.Progress;
import org.etude.report.Report;
import org.junit.jupiter.api.Test;

class EtValidatorTest {
    private static Report check(EtNode... nodes) {
        return check(CommGroups.none(), nodes);
    }

    private static Report check(CommGroups groups, EtNode... nodes) {
        EtGraphBuilder builder = new EtGraphBuilder("", List.of());
        for (EtNode node : nodes) {
            builder.add(node);
        }
        EtGraph graph = builder.build();
        return EtValidator.check(new EtSet("t", List.of(graph, graph), groups, Report.empty()), Progress.NONE);
    }

    private static EtNode collective(long id, EtAttribute... more) {
        return EtNode.of(id, "c", EtNodeType.COMM_COLL, more);
    }

    private static List<String> whats(Report report) {
        return report.findings().stream()
                .filter(f -> f.rank() <= 0)
                .map(Finding::what)
                .toList();
    }

    @Test
    void aSoundTraceHasNothingToReport() {
        assertThat(check(
                        EtNode.of(0, "a", EtNodeType.COMP),
                        collective(1, EtAttribute.int64("comm_type", 0), EtAttribute.int64("comm_size", 8))
                                .withDataDeps(0)))
                .isEmpty();
    }

    @Test
    void dependenciesThatCannotBeKept() {
        Report report = check(
                EtNode.of(0, "a", EtNodeType.COMP),
                EtNode.of(1, "b", EtNodeType.COMP).withDataDeps(1),
                EtNode.of(2, "c", EtNodeType.COMP).withCtrlDeps(99),
                EtNode.of(0, "d", EtNodeType.COMP));
        assertThat(whats(report))
                .containsExactly(
                        "the id occurs twice",
                        "waits for itself",
                        "waits for node 99, which does not exist",
                        "2 nodes can never start");
        assertThat(report.has(Finding.Level.ERROR)).isTrue();
    }

    @Test
    void nothingFreeIsReportedOnce() {
        assertThat(whats(check(
                        EtNode.of(1, "b", EtNodeType.COMP).withDataDeps(2),
                        EtNode.of(2, "c", EtNodeType.COMP).withDataDeps(1))))
                .containsExactly("no node is free of dependencies");
        assertThat(whats(check())).containsExactly("the trace has no nodes");
    }

    @Test
    void attributesOfTheWrongKindOrMissing() {
        Report report = check(collective(
                0,
                new EtAttribute("comm_size", "", Kind.FLOAT, 8f),
                new EtAttribute("involved_dim", "", Kind.INT32_LIST, List.of(1L)),
                EtAttribute.bool("is_cpu_op", true),
                EtAttribute.int64("pg_name", 3)));
        assertThat(whats(report))
                .containsExactly(
                        "comm_size is a FLOAT",
                        "involved_dim is a INT32_LIST",
                        "pg_name is a INT64",
                        "has no comm_type",
                        "comm_size 0",
                        "a communication node with is_cpu_op true");
    }

    @Test
    void groupsMustBeThereAndHoldTheRank() {
        CommGroups groups = CommGroups.of(Map.of(2, List.of(1, 5)));
        Report report = check(groups, group(0, "2"), group(1, "7"), group(2, "dp"), group(3, "0"), group(4, ""));
        assertThat(whats(report)).containsExactly("pg_name '2'", "pg_name '7'", "pg_name 'dp'", "lists rank 5");
    }

    private static EtNode group(long id, String name) {
        return collective(
                id,
                EtAttribute.int64("comm_type", 0),
                EtAttribute.int64("comm_size", 8),
                EtAttribute.string("pg_name", name));
    }

    @Test
    void messagesNeedTheirOtherSide() {
        Report report = check(
                EtNode.of(
                        0,
                        "s",
                        EtNodeType.COMM_SEND,
                        EtAttribute.int64("comm_size", 8),
                        EtAttribute.uint32("comm_dst", 0)),
                EtNode.of(
                        1,
                        "r",
                        EtNodeType.COMM_RECV,
                        EtAttribute.int64("comm_size", 8),
                        EtAttribute.uint32("comm_src", 9),
                        EtAttribute.int32("comm_tag", 1)),
                EtNode.of(2, "m", EtNodeType.MEM_LOAD),
                EtNode.of(3, "g", EtNodeType.METADATA));
        assertThat(whats(report))
                .containsExactly(
                        "has no comm_tag",
                        "sends to itself",
                        "the peer is rank 9",
                        "has no tensor_size",
                        "is a METADATA node");
    }

    private static EtNode message(long id, EtNodeType type, int peer) {
        return EtNode.of(
                id,
                "m",
                type,
                EtAttribute.int64("comm_size", 8),
                EtAttribute.int32("comm_tag", 1),
                EtAttribute.int32(type == EtNodeType.COMM_SEND ? "comm_dst" : "comm_src", peer));
    }

    /** Of two ranks, 1 is the last; a negative rank is as wrong as one too many. */
    @Test
    void peersAreRanksOfTheJob() {
        Report report = check(
                message(0, EtNodeType.COMM_SEND, 1),
                message(1, EtNodeType.COMM_SEND, 2),
                message(2, EtNodeType.COMM_RECV, -3),
                message(3, EtNodeType.COMM_RECV, 0));
        assertThat(report.findings().stream().filter(f -> f.rank() == 0).map(Finding::what))
                .containsExactly("the peer is rank 2", "the peer is rank -3", "receives from itself");
    }

    @Test
    void aMissingPeerIsNoRankBelowZero() {
        EtNode open = EtNode.of(
                1, "m", EtNodeType.COMM_SEND, EtAttribute.int64("comm_size", 8), EtAttribute.int32("comm_tag", 1));
        assertThat(check(open).findings().stream().filter(f -> f.rank() == 0).map(Finding::what))
                .containsExactly("has no comm_dst");
    }

    @Test
    void manyOfOneKindAreCounted() {
        EtNode[] nodes = new EtNode[30];
        for (int i = 0; i < nodes.length; i++) {
            nodes[i] = EtNode.of(i, "m", EtNodeType.MEM_LOAD);
        }
        Report report = check(nodes);
        assertThat(report.findings().stream().filter(f -> f.rank() == 0)).hasSize(EtValidator.MAX_ROWS + 1);
        assertThat(whats(report)).last().isEqualTo("10 more like it");
    }
}
