// SPDX-License-Identifier: Apache-2.0
package org.etude.et.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.etude.et.graph.EtAttribute;
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

class CrossRankRulesTest {
    private static List<String> findings(CommGroups groups, EtNode... onePerRank) {
        List<EtGraph> ranks = new ArrayList<>();
        for (EtNode node : onePerRank) {
            ranks.add(new EtGraphBuilder("", List.of()).add(node).build());
        }
        List<String> rows = new ArrayList<>();
        for (Finding f : EtValidator.check(new EtSet("t", ranks, groups, Report.empty()), Progress.NONE)) {
            rows.add(f.what() + " @ " + f.where());
        }
        return rows;
    }

    private static EtNode collective(long type, long size, String group) {
        return EtNode.of(
                1,
                "c",
                EtNodeType.COMM_COLL,
                EtAttribute.int64("comm_type", type),
                EtAttribute.int64("comm_size", size),
                EtAttribute.string("pg_name", group));
    }

    private static EtNode message(EtNodeType type, long size) {
        return EtNode.of(
                1,
                "m",
                type,
                EtAttribute.int32("comm_src", 0),
                EtAttribute.int32("comm_dst", 1),
                EtAttribute.int32("comm_tag", 3),
                EtAttribute.int64("comm_size", size));
    }

    @Test
    void ranksThatAgreeAreSound() {
        assertThat(findings(CommGroups.none(), collective(0, 64, ""), collective(0, 64, "0")))
                .isEmpty();
        assertThat(findings(CommGroups.none(), message(EtNodeType.COMM_SEND, 8), message(EtNodeType.COMM_RECV, 8)))
                .isEmpty();
    }

    @Test
    void collectivesMustBeTheSameInTheSameOrder() {
        assertThat(findings(CommGroups.none(), collective(0, 64, ""), collective(2, 64, "")))
                .containsExactly("ranks of a group disagree on their collectives @ group 0, collective 0: "
                        + "rank 0 has comm_type 0, 64 bytes, rank 1 has comm_type 2, 64 bytes");
        CommGroups two = CommGroups.of(Map.of(1, Arrays.asList(0, 2)));
        EtNode idle = EtNode.of(1, "n", EtNodeType.COMP);
        assertThat(findings(two, collective(0, 64, "1"), idle, collective(0, 64, "1")))
                .isEmpty();
        assertThat(findings(two, collective(0, 64, "1"), idle, idle))
                .containsExactly("ranks of a group disagree on their collectives @ group 1, collective 0: "
                        + "rank 0 has comm_type 0, 64 bytes, rank 2 has none");
    }

    /** Ranks are listed in ring order. A rank that the job does not have is reported as such, and no other rank disagrees with it. */
    @Test
    void ranksThatTheJobDoesNotHaveAreComparedWithNone() {
        CommGroups group = CommGroups.of(Map.of(1, List.of(7, 1, 0)));
        assertThat(findings(group, collective(0, 64, "1"), collective(0, 64, "1")))
                .containsExactly("lists rank 7 @ group 1");
        assertThat(findings(group, collective(0, 64, "1"), collective(2, 64, "1")))
                .containsExactly(
                        "lists rank 7 @ group 1",
                        "ranks of a group disagree on their collectives @ group 1, collective 0: "
                                + "rank 1 has comm_type 2, 64 bytes, rank 0 has comm_type 0, 64 bytes");
        CommGroups others = CommGroups.of(Map.of(1, List.of(7, 8)));
        assertThat(findings(others, collective(0, 64, "1"), collective(0, 64, "1")))
                .containsExactly(
                        "pg_name '1' @ node 1 c",
                        "pg_name '1' @ node 1 c",
                        "lists rank 7 @ group 1",
                        "lists rank 8 @ group 1");
    }

    /** A message of a rank to itself is one error, not two. */
    @Test
    void messagesToOneselfHaveNoOtherSide() {
        EtNode self = EtNode.of(
                1,
                "m",
                EtNodeType.COMM_SEND,
                EtAttribute.int32("comm_src", 0),
                EtAttribute.int32("comm_dst", 0),
                EtAttribute.int32("comm_tag", 3),
                EtAttribute.int64("comm_size", 8));
        EtNode idle = EtNode.of(1, "n", EtNodeType.COMP);
        assertThat(findings(CommGroups.none(), self, idle)).containsExactly("sends to itself @ node 1 m");
    }

    @Test
    void everySendNeedsItsReceive() {
        assertThat(findings(CommGroups.none(), message(EtNodeType.COMM_SEND, 8), message(EtNodeType.COMM_RECV, 9)))
                .containsExactly(
                        "a send without a matching receive @ 0 to 1, tag 3, 8 bytes (1)",
                        "a receive without a matching send @ 0 to 1, tag 3, 9 bytes (1)");
    }
}
