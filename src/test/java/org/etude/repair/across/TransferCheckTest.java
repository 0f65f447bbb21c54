// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.across;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.assertj.core.api.Assertions;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtIo;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNode;
import org.etude.et.graph.EtNodeType;
import org.etude.repair.Graphs;
import org.etude.repair.Repair;
import org.etude.repair.Repaired;
import org.etude.repair.graph.Change;
import org.etude.report.Finding;
import org.etude.report.Progress;
import org.etude.spec.RepairOptions;
import org.etude.spec.RepairOptions.Mismatch;
import org.junit.jupiter.api.Test;

class TransferCheckTest {
    private static Repaired repair(Mismatch mismatch, EtGraph... ranks) {
        return Repair.run(Graphs.set(ranks), RepairOptions.defaults().withMismatch(mismatch), Progress.NONE);
    }

    private static List<String> problems(Repaired repaired) {
        return repaired.set().report().findings().stream()
                .filter(finding -> finding.level() != Finding.Level.INFO)
                .map(Finding::what)
                .toList();
    }

    @Test
    void matchingMessagesAreLeftAlone() {
        EtGraph sender = Graphs.of(Graphs.send(1, 0, 1, 5, 100), Graphs.send(2, 0, 1, 5, 200, 1));
        EtGraph receiver = Graphs.of(Graphs.recv(1, 0, 1, 5, 200), Graphs.recv(2, 0, 1, 5, 100, 1));
        Repaired repaired = repair(Mismatch.MAJORITY, sender, receiver);
        assertThat(repaired.changes()).isEmpty();
        assertThat(repaired.set().ranks()).containsExactly(sender, receiver);
    }

    @Test
    void aMessageWithoutPartnerIsRemovedAndItsDependenciesContracted() {
        EtGraph sender = Graphs.of(Graphs.comp(1), Graphs.send(2, 0, 1, 5, 100, 1), Graphs.comp(3, 2));
        Repaired repaired = repair(Mismatch.MAJORITY, sender, Graphs.of(Graphs.comp(1)));
        assertThat(problems(repaired))
                .containsExactly("1 send to rank 1 without a match, the first with tag 5 and 100 bytes");
        assertThat(Graphs.edges(repaired.set().ranks().get(0))).containsExactly("3<-1");
        assertThat(repair(Mismatch.REPORT, sender, Graphs.of(Graphs.comp(1))).changes())
                .isEmpty();
    }

    @Test
    void theReceiveFollowsTheSendInSizeAndTag() {
        EtGraph sender = Graphs.of(Graphs.send(1, 0, 1, 5, 100), Graphs.send(2, 0, 1, 6, 70, 1));
        EtGraph receiver = Graphs.of(Graphs.recv(1, 0, 1, 5, 99), Graphs.recv(2, 0, 1, 8, 70, 1));
        Repaired repaired = repair(Mismatch.MAJORITY, sender, receiver);
        EtGraph fixed = repaired.set().ranks().get(1);
        assertThat(fixed.integer(0, EtNames.COMM_SIZE, -1)).isEqualTo(100);
        assertThat(fixed.integer(1, EtNames.COMM_TAG, -1)).isEqualTo(6);
        assertThat(problems(repaired)).hasSize(2);
        assertThat(repaired.set().ranks().get(0)).isSameAs(sender);
        Repaired dropped = repair(Mismatch.DROP, sender, receiver, Graphs.of(Graphs.comp(1)));
        assertThat(dropped.set().ranks().get(0).nodes()).extracting(EtNode::id).containsExactly(0L);
    }

    @Test
    void whatOneSideLacksComesFromTheOther() {
        EtNode bare = EtNode.of(4, "send", EtNodeType.COMM_SEND, EtAttribute.int64(EtNames.COMM_SIZE, 64));
        EtGraph receiver = Graphs.of(Graphs.recv(1, 0, 2, 9, 64));
        Repaired repaired = repair(Mismatch.MAJORITY, Graphs.of(bare), Graphs.of(Graphs.comp(1)), receiver);
        EtGraph fixed = repaired.set().ranks().get(0);
        assertThat(fixed.integer(0, EtNames.COMM_DST, -1)).isEqualTo(2);
        assertThat(fixed.integer(0, EtNames.COMM_TAG, -1)).isEqualTo(9);
        assertThat(problems(repaired)).isEmpty();
    }

    @Test
    void theOperatorsInputsNamePeerTagAndSize() {
        EtIo inputs = new EtIo(
                "[[[7, 3, 0, 16, 4, 'cpu']], '<Object>', 1, 3]",
                "[[[16]],[],[],[]]",
                "['GenericList[Tensor(float)]','','Int','Int']");
        EtNode send = new EtNode(
                4, "c10d::send", EtNodeType.COMM_SEND, new long[0], new long[0], 0, 1, inputs, null, List.of());
        Repaired repaired = repair(Mismatch.REPORT, Graphs.of(send), Graphs.of(Graphs.recv(1, 0, 1, 3, 64)));
        EtGraph fixed = repaired.set().ranks().get(0);
        assertThat(fixed.integer(0, EtNames.COMM_DST, -1)).isEqualTo(1);
        assertThat(fixed.integer(0, EtNames.COMM_TAG, -1)).isEqualTo(3);
        assertThat(fixed.integer(0, EtNames.COMM_SIZE, -1)).isEqualTo(64);
        assertThat(problems(repaired)).isEmpty();
    }

    @Test
    void ownRankIsCorrectedAndSelfMessagesLeaveForAstraSim() {
        EtGraph self = Graphs.of(Graphs.send(1, 5, 0, 1, 8), Graphs.recv(2, 0, 5, 1, 8));
        Repaired repaired = repair(Mismatch.MAJORITY, self);
        assertThat(repaired.set().ranks().get(0).integer(0, EtNames.COMM_SRC, -1))
                .isZero();
        assertThat(repaired.set().ranks().get(0).integer(1, EtNames.COMM_DST, -1))
                .isZero();
        Repaired astra = Repair.run(Graphs.set(self), RepairOptions.forAstraSim(), Progress.NONE);
        assertThat(astra.set().ranks().get(0).nodes()).extracting(EtNode::name).containsExactly("empty");
    }

    @Test
    void aMessageWithoutPeerGoesToTheOneRankThatHasWhatFits() {
        EtNode bare = EtNode.of(4, "recv", EtNodeType.COMM_RECV, EtAttribute.int64(EtNames.COMM_SIZE, 64));
        EtGraph far = Graphs.of(Graphs.send(1, 1, 0, 9, 64));
        EtGraph other = Graphs.of(Graphs.send(1, 2, 0, 9, 70));
        Repaired repaired = repair(Mismatch.MAJORITY, Graphs.of(bare, Graphs.recv(5, 2, 0, 9, 70)), far, other);
        EtGraph fixed = repaired.set().ranks().get(0);
        assertThat(fixed.integer(0, EtNames.COMM_SRC, -1)).isEqualTo(1);
        assertThat(fixed.integer(0, EtNames.COMM_TAG, -1)).isEqualTo(9);
        assertThat(problems(repaired)).isEmpty();
    }

    @Test
    void aMessageWithoutPeerThatSeveralFitIsTakenOutWithAReason() {
        EtNode bare = EtNode.of(4, "send", EtNodeType.COMM_SEND, EtAttribute.int64(EtNames.COMM_SIZE, 64));
        EtGraph first = Graphs.of(Graphs.recv(1, 0, 1, 9, 64));
        EtGraph second = Graphs.of(Graphs.recv(1, 0, 2, 9, 64));
        Repaired repaired = repair(Mismatch.MAJORITY, Graphs.of(bare), first, second);
        assertThat(problems(repaired))
                .containsExactly(
                        "1 receive from rank 0 without a match, the first with tag 9 and 64 bytes",
                        "1 receive from rank 0 without a match, the first with tag 9 and 64 bytes",
                        "1 send to an unknown rank without a match, the first with tag -1 and 64 bytes");
        assertThat(repaired.changes())
                .extracting(Change::rank, Change::node, Change::action, Change::reason)
                .contains(Assertions.tuple(
                        0,
                        4L,
                        "remove; its dependants take over its dependencies",
                        "its peer is unknown, and no single rank has a match"));
    }

    @Test
    void severalMessagesToARankWithoutATraceAreOneRow() {
        EtGraph sender = Graphs.of(Graphs.send(1, 0, 5, 3, 10), Graphs.send(2, 0, 5, 3, 20, 1));
        Repaired repaired = repair(Mismatch.MAJORITY, sender, Graphs.of(Graphs.comp(1)));
        assertThat(repaired.set().report().findings())
                .extracting(Finding::what, Finding::why)
                .contains(Assertions.tuple(
                        "2 sends to rank 5 without a match, the first with tag 3 and 10 bytes",
                        "there is no trace of rank 5"));
    }

    @Test
    void aSizeThatNeitherSideKnowsIsReported() {
        EtGraph sender = Graphs.of(EtNode.of(1, "s", EtNodeType.COMM_SEND, EtAttribute.int32(EtNames.COMM_DST, 1)));
        EtGraph receiver = Graphs.of(EtNode.of(1, "r", EtNodeType.COMM_RECV, EtAttribute.int32(EtNames.COMM_SRC, 0)));
        assertThat(problems(repair(Mismatch.MAJORITY, sender, receiver)))
                .contains("the size of a message to rank 1 is unknown on both sides");
    }
}
