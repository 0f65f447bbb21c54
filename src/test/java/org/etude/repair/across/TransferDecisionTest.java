// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.across;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.etude.report.Finding;
import org.etude.spec.RepairOptions;
import org.etude.spec.RepairOptions.Mismatch;
import org.etude.spec.RepairOptions.Unknown;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What ranks change about messages that do not match, each edit as "rank: node what (why)" and each finding in full. */
class TransferDecisionTest {
    private static final int RANKS = 4;

    private static Message send(int rank, int node, int to, long tag, long size) {
        return new Message(rank, node, 100 + node, true, to, tag, size);
    }

    private static Message receive(int rank, int node, int from, long tag, long size) {
        return new Message(rank, node, 100 + node, false, from, tag, size);
    }

    private static TransferDecision decided(RepairOptions options, Message... messages) {
        TransferDecision decision = new TransferDecision(RANKS, options);
        Arrays.stream(messages).forEach(decision::add);
        decision.decide();
        return decision;
    }

    private static TransferDecision decided(Mismatch mismatch, Message... messages) {
        return decided(RepairOptions.defaults().withMismatch(mismatch), messages);
    }

    private static List<String> edits(TransferDecision decision) {
        List<String> edits = new ArrayList<>();
        decision.edits().forEach((rank, own) -> {
            own.settings()
                    .forEach((node, settings) -> settings.forEach(s -> edits.add(rank + ": " + node + ' ' + s.name()
                            + '=' + s.value() + (s.wide() ? "" : " narrow") + " (" + s.reason() + ')')));
            own.drops().forEach((node, reason) -> edits.add(rank + ": " + node + " removed (" + reason + ')'));
        });
        return edits;
    }

    private static List<String> findings(TransferDecision decision) {
        List<String> all = new ArrayList<>();
        for (List<Finding> channel : decision.findings().values()) {
            channel.forEach(f -> all.add(f.level() + " " + f.rank() + ' ' + f.where() + ": " + f.what() + " | "
                    + f.why() + " | " + f.effect()));
        }
        return all;
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 0", "3, 3", "2147483647, 5", "5, 2147483647"})
    void aChannelIsNumberedBySourceThenDestination(int source, int destination) {
        long channel = TransferDecision.channel(source, destination);
        assertThat(TransferDecision.source(channel)).isEqualTo(source);
        assertThat(TransferDecision.destination(channel)).isEqualTo(destination);
        assertThat(TransferDecision.isToItself(channel)).isEqualTo(source == destination);
    }

    @Test
    void exactPairsAreLeftAlone() {
        TransferDecision decision = decided(
                Mismatch.MAJORITY,
                send(0, 1, 2, 5, 64),
                receive(2, 7, 0, 5, 64),
                send(1, 1, 1, 0, 8),
                receive(1, 2, 1, 0, 8));
        assertThat(edits(decision)).isEmpty();
        assertThat(findings(decision)).isEmpty();
    }

    private static final String DIFFERS =
            " 0 node 101: send with tag 5 and 64 bytes (node 101) matches a receive with tag 6"
                    + " and 80 bytes (node 107) | neither side has an exact match left | ";

    @Test
    void theReceiveIsChangedToMatchTheSend() {
        TransferDecision decision = decided(Mismatch.MAJORITY, send(0, 1, 2, 5, 64), receive(2, 7, 0, 6, 64));
        assertThat(edits(decision)).containsExactly("2: 7 comm_tag=5 (as on the other side)");
        TransferDecision both = decided(Mismatch.MAJORITY, send(0, 1, 2, 5, 64), receive(2, 7, 0, 5, 80));
        assertThat(edits(both)).containsExactly("2: 7 comm_size=64 (as on the other side)");
        assertThat(findings(both))
                .containsExactly(
                        "WARNING" + DIFFERS.replace("tag 6", "tag 5") + "the receive is changed to match the send");
    }

    @Test
    void bothSidesGoWhereDifferencesAreDropped() {
        TransferDecision decision = decided(Mismatch.DROP, send(0, 1, 2, 5, 64), receive(2, 7, 0, 5, 80));
        assertThat(edits(decision))
                .containsExactly("0: 1 removed (its receive differs)", "2: 7 removed (its send differs)");
        assertThat(findings(decision))
                .containsExactly("WARNING" + DIFFERS.replace("tag 6", "tag 5") + "removed on both sides");
    }

    @Test
    void differencesAreErrorsWhereNothingIsChanged() {
        TransferDecision decision =
                decided(Mismatch.REPORT, send(0, 1, 2, 5, 64), receive(2, 7, 0, 5, 80), send(0, 3, 2, 9, 1));
        assertThat(edits(decision)).isEmpty();
        assertThat(findings(decision))
                .containsExactly(
                        "ERROR" + DIFFERS.replace("tag 6", "tag 5")
                                + "left unchanged; a simulator would wait indefinitely",
                        "ERROR 0 node 103: 1 send to rank 2 without a match, the first with tag 9 and 1 bytes"
                                + " | the trace of the other rank has no matching receive"
                                + " | left unchanged; a simulator would wait indefinitely");
    }

    /** Neither tag: 0 is taken. One tag: both have it. What is missing on one side is no difference. */
    @Test
    void whatOneSideLacksIsTakenFromTheOther() {
        TransferDecision decision = decided(
                Mismatch.MAJORITY,
                send(0, 1, 2, -1, 64),
                receive(2, 7, 0, -1, 64),
                send(1, 1, 3, -1, 8),
                receive(3, 7, 1, 9, 8),
                send(2, 1, 3, 4, -1),
                receive(3, 8, 2, 4, 16));
        assertThat(edits(decision))
                .containsExactly(
                        "0: 1 comm_tag=0 (neither side has a tag)",
                        "1: 1 comm_tag=9 (as on the other side)",
                        "2: 1 comm_size=16 (as on the other side)",
                        "2: 7 comm_tag=0 (neither side has a tag)");
        assertThat(findings(decision)).isEmpty();
    }

    @Test
    void aSizeThatNeitherSideHasRemovesBoth() {
        Message[] messages = {send(0, 1, 2, 5, -1), receive(2, 7, 0, 5, -1)};
        RepairOptions drop = RepairOptions.defaults().withUnknown(Unknown.DROP);
        assertThat(edits(decided(drop, messages)))
                .containsExactly(
                        "0: 1 removed (its size is unknown on both sides)",
                        "2: 7 removed (its size is unknown on both sides)");
        String what = "ERROR 0 node 101: the size of a message to rank 2 is unknown on both sides"
                + " | no attribute or tensor gives it | ";
        assertThat(findings(decided(drop, messages))).containsExactly(what + "removed on both sides");
        RepairOptions report = RepairOptions.defaults().withUnknown(Unknown.REPORT);
        assertThat(edits(decided(report, messages))).isEmpty();
        assertThat(findings(decided(report, messages)))
                .containsExactly(what + "left unchanged; simulators will reject it");
    }

    /** All unmatched messages of a channel are one finding. */
    @Test
    void messagesWithoutAMatchAreRemoved() {
        TransferDecision decision = decided(
                Mismatch.MAJORITY,
                send(0, 1, 2, 5, 64),
                send(0, 2, 2, 6, 65),
                receive(1, 3, 3, 7, 66),
                send(2, 4, 9, 8, 67));
        String removed = "the trace of the other rank has no matching ";
        assertThat(edits(decision))
                .containsExactly(
                        "0: 1 removed (" + removed + "receive)",
                        "0: 2 removed (" + removed + "receive)",
                        "1: 3 removed (" + removed + "send)",
                        "2: 4 removed (there is no trace of rank 9)");
        assertThat(findings(decision))
                .containsExactly(
                        "WARNING 0 node 101: 2 sends to rank 2 without a match, the first with tag 5 and 64 bytes | "
                                + removed + "receive | removed",
                        "WARNING 2 node 104: 1 send to rank 9 without a match, the first with tag 8 and 67 bytes"
                                + " | there is no trace of rank 9 | removed",
                        "WARNING 1 node 103: 1 receive from rank 3 without a match, the first with tag 7 and 66 bytes | "
                                + removed + "send | removed");
    }

    /** Rank 1 sends to somebody: only rank 3 lacks such a message. */
    @Test
    void anUnknownPeerIsTheOnlyRankThatFits() {
        TransferDecision decision =
                decided(Mismatch.MAJORITY, send(1, 1, -1, 5, 64), receive(2, 7, 1, 5, 65), receive(3, 8, 1, 5, 64));
        assertThat(edits(decision))
                .containsExactly(
                        "1: 1 comm_dst=3 narrow (missing; only that rank has a match)",
                        "2: 7 removed (the trace of the other rank has no matching send)");
    }

    @Test
    void anUnknownSourceIsFoundLikewise() {
        TransferDecision decision = decided(Mismatch.MAJORITY, send(0, 1, 3, 5, 64), receive(3, 8, -1, 5, 64));
        assertThat(edits(decision)).containsExactly("3: 8 comm_src=0 narrow (missing; only that rank has a match)");
        assertThat(findings(decision)).isEmpty();
    }

    /** Both others could be meant, so none is. */
    @Test
    void anUnknownPeerThatCouldBeTwoRanksStaysUnknown() {
        TransferDecision decision =
                decided(Mismatch.MAJORITY, send(1, 1, -1, 5, 64), receive(2, 7, 1, 5, 64), receive(3, 8, 1, 5, 64));
        assertThat(findings(decision))
                .last()
                .isEqualTo("WARNING 1 node 101: 1 send to an unknown rank without a match, the first with tag 5 and 64"
                        + " bytes | its peer is unknown, and no single rank has a match | removed");
        assertThat(edits(decision)).contains("1: 1 removed (its peer is unknown, and no single rank has a match)");
    }

    /** No rank has what fits: the message is reported and removed, as any other without a match. */
    @Test
    void anUnknownPeerWithoutAMatchIsReported() {
        TransferDecision decision = decided(Mismatch.MAJORITY, send(1, 1, -1, 5, 64), receive(2, 7, 1, 6, 64));
        String lost = "its peer is unknown, and no single rank has a match";
        assertThat(edits(decision))
                .containsExactly(
                        "1: 1 removed (" + lost + ")",
                        "2: 7 removed (the trace of the other rank has no matching send)");
        assertThat(findings(decision)).hasSize(2).last().asString().contains(lost);
    }

    /** In a job of two the other rank is the one that is left. */
    @Test
    void ofTwoRanksTheOtherIsMeant() {
        TransferDecision decision = new TransferDecision(2, RepairOptions.defaults());
        decision.add(send(0, 1, -1, 5, 64));
        decision.add(receive(1, 2, -1, 5, 64));
        decision.decide();
        assertThat(edits(decision))
                .containsExactly(
                        "0: 1 comm_dst=1 narrow (missing; only that rank has a match)",
                        "1: 2 comm_src=0 narrow (missing; only that rank has a match)");
    }

    @Test
    void astraSimGetsNoMessageOfARankToItself() {
        TransferDecision decision = decided(RepairOptions.forAstraSim(), send(1, 1, 1, 0, 8), receive(1, 2, 1, 0, 8));
        assertThat(edits(decision))
                .containsExactly(
                        "1: 1 removed (ASTRA-sim aborts on a message from a rank to itself)",
                        "1: 2 removed (ASTRA-sim aborts on a message from a rank to itself)");
        assertThat(findings(decision)).isEmpty();
    }
}
