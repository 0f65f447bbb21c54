// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.across;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtIo;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNode;
import org.etude.et.graph.EtNodeType;
import org.etude.et.wire.CommGroups;
import org.etude.et.wire.EtSet;
import org.etude.repair.Graphs;
import org.etude.repair.Repair;
import org.etude.repair.Repaired;
import org.etude.repair.graph.Change;
import org.etude.repair.graph.FeederOrder;
import org.etude.report.Finding;
import org.etude.report.Finding.Level;
import org.etude.report.Progress;
import org.etude.report.Report;
import org.etude.spec.CollectiveType;
import org.etude.spec.RepairOptions;
import org.etude.spec.RepairOptions.Mismatch;
import org.etude.spec.RepairOptions.Unknown;
import org.junit.jupiter.api.Test;

class CollectiveCheckTest {
    private static final long BYTES = 67_108_864;

    /** Rounds of a computation, an all-reduce after it, and the next computation after both. */
    private static List<EtNode> rounds(int count) {
        List<EtNode> nodes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            nodes.add(Graphs.comp(10 * i, i == 0 ? new long[0] : new long[] {10 * i - 5, 10 * i - 10}));
            nodes.add(Graphs.allReduce(10 * i + 5, BYTES, 10 * i));
        }
        return nodes;
    }

    private static EtGraph without(int round, int count) {
        List<EtNode> nodes = rounds(count);
        nodes.remove(2 * round + 1);
        nodes.set(2 * round + 1, Graphs.comp(10 * round + 10, 10 * round));
        return Graphs.of(nodes);
    }

    private static Repaired repair(Mismatch mismatch, EtGraph... ranks) {
        return Repair.run(Graphs.set(ranks), RepairOptions.defaults().withMismatch(mismatch), Progress.NONE);
    }

    private static List<String> sequence(EtGraph graph) {
        List<String> calls = new ArrayList<>();
        for (int node : FeederOrder.of(graph).nodes()) {
            if (graph.type(node) == EtNodeType.COMM_COLL) {
                calls.add(CollectiveType.ofNumber(graph.integer(node, EtNames.COMM_TYPE, -1)) + " "
                        + graph.integer(node, EtNames.COMM_SIZE, -1));
            }
        }
        return calls;
    }

    private static List<Finding> problems(Repaired repaired) {
        return repaired.set().report().findings().stream()
                .filter(finding -> finding.level() != Level.INFO)
                .toList();
    }

    @Test
    void equalSequencesAreLeftAlone() {
        EtGraph one = Graphs.of(rounds(5));
        EtGraph other = Graphs.of(rounds(5));
        Repaired repaired = repair(Mismatch.MAJORITY, one, other);
        assertThat(repaired.changes()).isEmpty();
        assertThat(repaired.set().ranks()).containsExactly(one, other);
        assertThat(repaired.set().report().size()).isZero();
    }

    @Test
    void oneOfManyEqualCollectivesThatIsMissingIsFoundByItsPlaceInTheWork() {
        Repaired repaired = repair(Mismatch.REPORT, Graphs.of(rounds(14)), without(3, 14));
        assertThat(problems(repaired)).singleElement().satisfies(finding -> {
            assertThat(finding.level()).isEqualTo(Level.ERROR);
            assertThat(finding.where()).isEqualTo("group 0, collective 3");
            assertThat(finding.what()).isEqualTo("ALL_REDUCE of 67108864 bytes is missing on rank 1");
            assertThat(finding.why()).isEqualTo("it is here on rank 0");
        });
        assertThat(repaired.changes()).isEmpty();
    }

    @Test
    void atADrawTheMissingCollectiveIsPutIn() {
        Repaired repaired = repair(Mismatch.MAJORITY, Graphs.of(rounds(6)), without(3, 6));
        EtGraph fixed = repaired.set().ranks().get(1);
        assertThat(sequence(fixed)).isEqualTo(sequence(repaired.set().ranks().get(0)));
        int added = fixed.indexOf(56);
        assertThat(fixed.type(added)).isEqualTo(EtNodeType.COMM_COLL);
        assertThat(fixed.ctrlDeps(added)).containsExactly(25);
        assertThat(fixed.ctrlDeps(fixed.indexOf(45))).containsExactly(56);
        assertThat(repaired.changes())
                .extracting(change -> change.node() + " " + change.action())
                .contains("56 add a copy of another rank's collective", "45 add control dependency on 56");
        assertThat(FeederOrder.of(fixed).isComplete()).isTrue();
    }

    @Test
    void whatMostRanksLackIsTakenOut() {
        EtGraph full = Graphs.of(rounds(6));
        Repaired repaired = repair(Mismatch.MAJORITY, full, without(2, 6), without(2, 6));
        assertThat(sequence(repaired.set().ranks().get(0))).hasSize(5);
        EtGraph fixed = repaired.set().ranks().get(0);
        assertThat(fixed.indexOf(25)).isEqualTo(-1);
        assertThat(fixed.dataDeps(fixed.indexOf(30))).containsExactly(20);
    }

    @Test
    void dropTakesItOutOnEveryRank() {
        Repaired repaired = repair(Mismatch.DROP, Graphs.of(rounds(6)), without(3, 6));
        assertThat(sequence(repaired.set().ranks().get(0))).hasSize(5);
        assertThat(sequence(repaired.set().ranks().get(1))).hasSize(5);
        assertThat(repaired.changes())
                .filteredOn(change -> change.action().startsWith("remove;"))
                .singleElement()
                .satisfies(change -> assertThat(change.node()).isEqualTo(35));
    }

    @Test
    void anotherSizeFollowsTheMajority() {
        List<EtNode> other = rounds(4);
        other.set(5, Graphs.allReduce(25, BYTES / 2, 20));
        Repaired repaired = repair(Mismatch.MAJORITY, Graphs.of(other), Graphs.of(rounds(4)), Graphs.of(rounds(4)));
        assertThat(problems(repaired)).singleElement().satisfies(finding -> {
            assertThat(finding.where()).isEqualTo("group 0, collective 2");
            assertThat(finding.what())
                    .isEqualTo("the size differs: 33554432 bytes on rank 0; 67108864 bytes on rank 1, 2");
        });
        assertThat(repaired.changes()).singleElement().satisfies(change -> {
            assertThat(change.rank()).isZero();
            assertThat(change.node()).isEqualTo(25);
            assertThat(change.action()).isEqualTo("set comm_size to 67108864");
        });
        assertThat(sequence(repaired.set().ranks().get(0)))
                .isEqualTo(sequence(repaired.set().ranks().get(1)));
    }

    @Test
    void unevenExchangesTakeTheLargestSize() {
        EtGraph one = Graphs.of(Graphs.collective(1, CollectiveType.ALL_TO_ALL, 100));
        EtGraph two = Graphs.of(Graphs.collective(1, CollectiveType.ALL_TO_ALL, 300));
        EtGraph three = Graphs.of(Graphs.collective(1, CollectiveType.ALL_TO_ALL, 100));
        Repaired repaired = repair(Mismatch.DROP, one, two, three);
        assertThat(repaired.set().ranks())
                .allSatisfy(graph -> assertThat(sequence(graph)).containsExactly("ALL_TO_ALL 300"));
    }

    @Test
    void anotherTypeFollowsTheMajority() {
        EtGraph odd = Graphs.of(Graphs.collective(1, CollectiveType.ALL_GATHER, 64), Graphs.allReduce(2, 8, 1));
        EtGraph usual = Graphs.of(Graphs.collective(1, CollectiveType.REDUCE_SCATTER, 64), Graphs.allReduce(2, 8, 1));
        Repaired repaired = repair(Mismatch.MAJORITY, odd, usual, usual);
        assertThat(problems(repaired))
                .extracting(Finding::what)
                .containsExactly("the type differs: ALL_GATHER on rank 0; REDUCE_SCATTER on rank 1, 2");
        assertThat(sequence(repaired.set().ranks().get(0))).containsExactly("REDUCE_SCATTER 64", "ALL_REDUCE 8");
        assertThat(repaired.set().ranks().get(1)).isSameAs(usual);
    }

    @Test
    void anotherOrderIsMovedIntoPlace() {
        EtGraph usual = Graphs.of(
                Graphs.allReduce(1, 100),
                Graphs.collective(2, CollectiveType.ALL_GATHER, 200, 1),
                Graphs.allReduce(3, 300, 2));
        EtGraph turned = Graphs.of(
                Graphs.collective(1, CollectiveType.ALL_GATHER, 200),
                Graphs.allReduce(2, 100, 1),
                Graphs.allReduce(3, 300, 2));
        Repaired repaired = repair(Mismatch.MAJORITY, usual, usual, turned);
        assertThat(problems(repaired)).singleElement().satisfies(finding -> assertThat(finding.what())
                .contains("is in a different order on rank 2"));
        assertThat(sequence(repaired.set().ranks().get(2))).isEqualTo(sequence(usual));
        assertThat(Graphs.ids(repaired.set().ranks().get(2))).containsExactlyInAnyOrder(1L, 2L, 3L);
        assertThat(Repair.run(repaired.set()).changes()).isEmpty();
    }

    @Test
    void unknownPartsAreLearntFromThePartner() {
        EtNode blank = EtNode.of(7, "weird_op", EtNodeType.COMM_COLL);
        Repaired repaired = repair(Mismatch.MAJORITY, Graphs.of(blank), Graphs.of(Graphs.allReduce(9, 4096)));
        assertThat(sequence(repaired.set().ranks().get(0))).containsExactly("ALL_REDUCE 4096");
        assertThat(repaired.changes())
                .extracting(Change::action)
                .containsExactly("set comm_type to ALL_REDUCE", "set comm_size to 4096");
        assertThat(problems(repaired)).isEmpty();
    }

    @Test
    void whatNobodyKnowsIsReplayedOrTakenOutWithAnError() {
        EtGraph blank =
                Graphs.of(Graphs.comp(1), EtNode.of(7, "", EtNodeType.COMM_COLL).withDurationMicros(30));
        Repaired replayed = repair(Mismatch.MAJORITY, blank, blank);
        assertThat(sequence(replayed.set().ranks().get(0))).containsExactly("BROADCAST 0");
        assertThat(problems(replayed)).singleElement().satisfies(finding -> {
            assertThat(finding.level()).isEqualTo(Level.ERROR);
            assertThat(finding.what()).isEqualTo("the type is unknown on every rank");
        });
        RepairOptions drop = RepairOptions.defaults().withUnknown(Unknown.DROP);
        assertThat(Graphs.ids(Repair.run(Graphs.set(blank, blank), drop, Progress.NONE)
                        .set()
                        .ranks()
                        .get(1)))
                .containsExactly(1L);
        RepairOptions report = RepairOptions.defaults().withUnknown(Unknown.REPORT);
        assertThat(Repair.run(Graphs.set(blank, blank), report, Progress.NONE).changes())
                .isEmpty();
    }

    @Test
    void astraSimGetsOnlyWhatItRuns() {
        EtGraph graph = Graphs.of(
                Graphs.collective(1, CollectiveType.REDUCE, 100),
                Graphs.collective(2, CollectiveType.BARRIER, 0, 1),
                Graphs.collective(3, CollectiveType.ALL_GATHER, 0, 2),
                Graphs.collective(4, CollectiveType.REDUCE_SCATTER_BLOCK, 64, 3),
                EtNode.of(5, "meta", EtNodeType.METADATA));
        Repaired repaired = Repair.run(Graphs.set(graph, graph), RepairOptions.forAstraSim(), Progress.NONE);
        assertThat(sequence(repaired.set().ranks().get(0)))
                .containsExactly("BROADCAST 100", "BROADCAST 0", "REDUCE_SCATTER 64");
        assertThat(Graphs.ids(repaired.set().ranks().get(0))).containsExactly(1L, 2L, 4L);
        assertThat(repaired.set().ranks().get(0))
                .as("ranks that shared a graph share the repaired one")
                .isSameAs(repaired.set().ranks().get(1));
        assertThat(Repair.run(repaired.set(), RepairOptions.forAstraSim(), Progress.NONE)
                        .changes())
                .isEmpty();
    }

    @Test
    void groupsThatAreNotListedAreTheRanksThatNameThem() {
        EtNode named = Graphs.allReduce(1, 64)
                .withAttributes(List.of(
                        EtAttribute.int64(EtNames.COMM_TYPE, 0),
                        EtAttribute.int64(EtNames.COMM_SIZE, 64),
                        EtAttribute.string(EtNames.PG_NAME, "ea2f_0")));
        EtGraph member = Graphs.of(named);
        Repaired repaired = repair(Mismatch.MAJORITY, member, Graphs.of(Graphs.comp(1)), member);
        assertThat(repaired.set().groups().groups()).isEqualTo(Map.of(1, List.of(0, 2)));
        assertThat(repaired.set().ranks().get(2).string(0, EtNames.PG_NAME, "")).isEqualTo("1");
        assertThat(Repair.run(repaired.set()).changes()).isEmpty();
    }

    @Test
    void theRecordedListOfProcessGroupsTellsTheRanks() {
        EtNode named = EtNode.of(
                2,
                "c",
                EtNodeType.COMM_COLL,
                EtAttribute.int64(EtNames.COMM_TYPE, 0),
                EtAttribute.int64(EtNames.COMM_SIZE, 64),
                EtAttribute.string(EtNames.PG_NAME, "3"));
        EtIo list = new EtIo(
                "['[{\"pg_name\":\"0\",\"ranks\":[],\"group_size\":3},{\"pg_name\": \"3\", \"ranks\": [2, 0]}]']",
                "",
                "['String']");
        EtNode init = new EtNode(
                1,
                "## process_group:init ##",
                EtNodeType.METADATA,
                new long[0],
                new long[0],
                0,
                0,
                list,
                null,
                List.of());
        Repaired repaired = repair(
                Mismatch.REPORT, Graphs.of(init, named), Graphs.of(Graphs.comp(1)), Graphs.of(Graphs.comp(1), named));
        assertThat(repaired.set().groups().groups()).isEqualTo(Map.of(3, List.of(2, 0)));
        assertThat(problems(repaired)).singleElement().satisfies(finding -> assertThat(finding.why())
                .isEqualTo("process_group:init lists its ranks: 2, 0"));
    }

    @Test
    void aRankOutsideItsGroupAndAGroupWithoutTracesAreReported() {
        EtNode named = EtNode.of(
                1,
                "c",
                EtNodeType.COMM_COLL,
                EtAttribute.int64(EtNames.COMM_TYPE, 0),
                EtAttribute.int64(EtNames.COMM_SIZE, 64),
                EtAttribute.string(EtNames.PG_NAME, "4"));
        EtSet set = new EtSet(
                "t",
                Arrays.asList(Graphs.of(named), Graphs.of(named, Graphs.comp(2, 1))),
                CommGroups.of(Map.of(4, List.of(0, 7))),
                Report.empty());
        Repaired repaired = Repair.run(set);
        assertThat(problems(repaired))
                .extracting(Finding::what)
                .containsExactly(
                        "1 collective in a group that does not list this rank", "no trace of rank 7 of the group");
        assertThat(Graphs.ids(repaired.set().ranks().get(1))).containsExactly(2L);
    }
}
