// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.etude.et.comm.CommAttributes;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.link.model.LinkedSet;
import org.etude.link.model.NodeKind;
import org.etude.report.Finding;
import org.etude.spec.CollectiveType;
import org.junit.jupiter.api.Test;

/** Numbers of process groups ({@link GroupNumbers}), attributes of transfers, and ranks that were not recorded. */
class CommAttributesTest {
    private final FakeRank rank = new FakeRank(1);

    private int kernel() {
        return rank.kernel("nccl", rank.size() * 10, 5, 7, -1);
    }

    /** The attributes of all transfers of the rank, one node for each. */
    private EtGraph written(LinkedSet set) {
        GroupNumbers groups = GroupNumbers.of(set.traces().worldSize(), facts(set));
        CommAttributes attributes = new CommAttributes(rank, groups);
        EtGraphBuilder out = new EtGraphBuilder("test", List.of());
        rank.collectives().forEach(c -> {
            out.begin(c.node(), "n", CommAttributes.nodeType(c), 0, 1).dependencies(new long[0], new long[0]);
            attributes.write(c, out);
            out.end();
        });
        return out.build();
    }

    private static List<RankFacts> facts(LinkedSet set) {
        return set.ranks().stream().map(RankFacts::of).toList();
    }

    @Test
    void aCollectiveHasTypeSizeAndGroup() {
        rank.comm(kernel(), CollectiveType.ALL_REDUCE, 64, 64, "default", 0, 1, 2, 3)
                .comm(kernel(), CollectiveType.ALL_GATHER, -1, 64, "tp", 0, 1)
                .comm(kernel(), CollectiveType.BARRIER, -1, -1, "");
        EtGraph graph = written(FakeRank.set(4, rank));
        assertThat(graph.type(0)).isEqualTo(EtNodeType.COMM_COLL);
        assertThat(graph.integer(0, EtNames.COMM_TYPE, -1)).isEqualTo(CollectiveType.ALL_REDUCE.number());
        assertThat(graph.integer(0, EtNames.COMM_SIZE, -1)).isEqualTo(64);
        assertThat(graph.string(0, EtNames.PG_NAME, "none"))
                .as("of the whole job")
                .isEqualTo("0");
        assertThat(graph.integer(1, EtNames.COMM_SIZE, -1)).as("a rank's part").isEqualTo(32);
        assertThat(graph.string(1, EtNames.PG_NAME, "none")).isEqualTo("1");
        assertThat(graph.string(1, "process_group", "none")).isEqualTo("tp");
        assertThat(graph.string(1, "dtype", "none")).isEqualTo("Float");
        assertThat(graph.string(1, "evidence", "none")).isEqualTo("kernel-args");
        assertThat(graph.integer(2, EtNames.COMM_SIZE, -1)).isZero();
        assertThat(graph.has(2, "process_group")).isFalse();
    }

    @Test
    void anAllToAllStatesWhatItSendsToEachRank() {
        rank.allToAll(kernel(), "ep", List.of(0L, 30L, 2L), 0, 1, 2)
                .comm(kernel(), CollectiveType.ALL_TO_ALL, 9, 9, "ep", 0, 1, 2);
        EtGraph graph = written(FakeRank.set(3, rank));
        assertThat(graph.string(0, EtNames.PART_BYTES, "none")).isEqualTo("0,30,2");
        assertThat(graph.integer(0, EtNames.COMM_SIZE, -1)).isEqualTo(32);
        assertThat(graph.has(1, EtNames.PART_BYTES)).isFalse();
    }

    /** Both sides count the transfers of a pair in the same way; a tag in the trace is kept, and counts. */
    @Test
    void messagesWithoutATagAreCountedByPair() {
        rank.transfer(kernel(), CollectiveType.SEND, 8, -1, "", 3, -1, 1, 3)
                .transfer(kernel(), CollectiveType.SEND, 8, -1, "", 2, -1, 1, 2)
                .transfer(kernel(), CollectiveType.RECV, -1, 16, "", 3, -1, 1, 3)
                .transfer(kernel(), CollectiveType.SEND, 8, -1, "", 3, 77, 1, 3)
                .transfer(kernel(), CollectiveType.SEND, 8, -1, "", 3, -1, 1, 3)
                .transfer(kernel(), CollectiveType.SEND, 8, -1, "", 3, 1L << 40, 1, 3);
        EtGraph graph = written(FakeRank.set(4, rank));
        List<String> shown = new ArrayList<>();
        for (int n = 0; n < graph.size(); n++) {
            shown.add(graph.integer(n, EtNames.COMM_SRC, -1) + ">" + graph.integer(n, EtNames.COMM_DST, -1) + " "
                    + graph.integer(n, EtNames.COMM_TAG, -1));
        }
        assertThat(shown).containsExactly("1>3 0", "1>2 0", "3>1 0", "1>3 77", "1>3 2", "1>3 1099511627776");
        assertThat(graph.type(2)).isEqualTo(EtNodeType.COMM_RECV);
        assertThat(graph.integer(2, EtNames.COMM_SIZE, -1)).isEqualTo(16);
    }

    @Test
    void aNumberOfTheTraceIsKeptAndOthersTakeTheFreeOnes() {
        rank.comm(kernel(), CollectiveType.ALL_REDUCE, 8, 8, "named", 0, 1)
                .comm(kernel(), CollectiveType.ALL_REDUCE, 8, 8, "1", 2, 3)
                .comm(kernel(), CollectiveType.ALL_REDUCE, 8, 8, "1", 1, 2)
                .comm(kernel(), CollectiveType.ALL_REDUCE, 8, 8, "7", 3, 0)
                .comm(kernel(), CollectiveType.ALL_REDUCE, 8, 8, "other name", 0, 1);
        GroupNumbers groups = GroupNumbers.of(4, facts(FakeRank.set(4, rank)));
        assertThat(rank.collectives().stream().map(c -> groups.name(rank, c))).containsExactly("2", "1", "4", "7", "3");
        assertThat(groups.groups().groups())
                .containsEntry(1, List.of(2, 3))
                .containsEntry(2, List.of(0, 1))
                .containsEntry(3, List.of(0, 1))
                .containsEntry(4, List.of(1, 2))
                .containsEntry(7, List.of(3, 0))
                .hasSize(5);
        assertThat(groups.findings()).isEmpty();
    }

    /** All ranks in a different order are still the whole job. */
    @Test
    void allRanksAreTheWholeJobInAnyOrder() {
        rank.comm(kernel(), CollectiveType.ALL_REDUCE, 8, 8, "x", 3, 2, 1, 0);
        GroupNumbers groups = GroupNumbers.of(4, facts(FakeRank.set(4, rank)));
        assertThat(groups.groups().groups()).isEmpty();
    }

    @Test
    void nobodyIsMissingFromAWholeJob() {
        rank.comm(kernel(), CollectiveType.ALL_REDUCE, 8, 8, "", 0, 1);
        List<Finding> findings = new ArrayList<>();
        LinkedSet set = FakeRank.set(2, new FakeRank(0), rank);
        assertThat(new UnrecordedRanks(set.traces().worldSize(), facts(set)).worldSize(findings))
                .isEqualTo(UnrecordedRanks.NONE);
        assertThat(findings).isEmpty();
    }

    /** Of 8 ranks one is there; a transfer of unknown size is not simulated and does not count. */
    @Test
    void ranksThatOthersTalkToAreMissing() {
        rank.comm(kernel(), CollectiveType.ALL_REDUCE, 100, 100, "", 1, 5)
                .comm(kernel(), CollectiveType.ALL_REDUCE, -1, -1, "", 1, 5)
                .transfer(kernel(), CollectiveType.SEND, 23, -1, "", 7, -1);
        List<Finding> findings = new ArrayList<>();
        assertThat(new UnrecordedRanks(2, facts(FakeRank.set(2, rank))).worldSize(findings))
                .isEqualTo(8);
        assertThat(findings).singleElement().satisfies(finding -> {
            assertThat(finding.what()).isEqualTo("7 of 8 ranks were not recorded");
            assertThat(finding.why()).isEqualTo("2 collectives and messages of 123 bytes involve missing ranks");
            assertThat(finding.effect())
                    .isEqualTo("simulate them as copies of the recorded ones (-n 8, scaleTo(8)), or add their files");
        });
    }

    @Test
    void aGroupNamesRanksBeyondItsSize() {
        rank.comm(kernel(), CollectiveType.ALL_REDUCE, 100, 100, "", 1, 5);
        assertThat(new UnrecordedRanks(2, facts(FakeRank.set(2, rank))).worldSize(new ArrayList<>()))
                .isEqualTo(6);
    }

    @Test
    void theKindOfATransferIsTheNodes() {
        rank.host("x", 0, 1, 0);
        assertThat(rank.kind(0)).isEqualTo(NodeKind.HOST_OP);
        rank.transfer(kernel(), CollectiveType.SEND, 8, -1, "", 3, -1);
        assertThat(CommAttributes.nodeType(rank.collectives().get(0))).isEqualTo(EtNodeType.COMM_SEND);
    }
}
