// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.timed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.etude.spec.TransferTimes;
import org.etude.spec.TransferTimes.Answer;
import org.junit.jupiter.api.Test;

/** A collective begins with its last rank; messages of one connection follow each other. */
class TimedTransfersTest {
    private final List<String> ended = new ArrayList<>();
    private final List<String> met = new ArrayList<>();
    private long now;

    private interface Times {
        Answer of(String type, int ranks, long bytes);
    }

    private TimedTransfers transfers(Answer answer) {
        return transfers((type, ranks, bytes) -> answer);
    }

    private TimedTransfers transfers(Times answers) {
        TransferTimes times = new TransferTimes() {
            @Override
            public Answer of(String type, int ranks, long bytes, String backend) {
                return answers.of(type, ranks, bytes);
            }

            @Override
            public String digest() {
                return "";
            }
        };
        return new TimedTransfers(times, new TimedTransfers.Run() {
            @Override
            public long now() {
                return now;
            }

            @Override
            public void end(int rank, int node, long delayNs) {
                ended.add("rank " + rank + " node " + node + " at " + (now + delayNs));
            }

            @Override
            public void met(int rank, int node) {
                met.add("rank " + rank + " node " + node + " at " + now);
            }

            @Override
            public void inferred(String what, String from) {
                ended.add(what + " from " + from);
            }
        });
    }

    @Test
    void aCollectiveEndsItsTimeAfterTheLastRank() {
        TimedTransfers timed = transfers(Answer.same(100, ""));
        timed.collective(0, 2, "all_reduce", 8, "", 0, 7);
        assertThat(ended).isEmpty();
        assertThat(timed.waiting()).containsExactly("all_reduce 0 of group 0: reached by [rank 0] only");
        now = 30;
        timed.collective(0, 2, "all_reduce", 8, "", 1, 9);
        assertThat(ended).containsExactly("rank 0 node 7 at 130", "rank 1 node 9 at 130");
        assertThat(timed.waiting()).isEmpty();
    }

    /** The last rank's 40 bytes go first, then the other's 100; that one's connection holds half of what it sends. */
    @Test
    void aPairOfUnequalPartsTakesBothDirections() {
        TimedTransfers timed = transfers((type, ranks, bytes) -> new Answer(bytes, bytes / 2, bytes / 2, 5, ""));
        timed.collective(0, 2, "all_to_all", 200, "gloo", 0, 7);
        now = 30;
        timed.collective(0, 2, "all_to_all", 80, "gloo", 1, 9);
        assertThat(ended).containsExactly("rank 0 node 7 at 70", "rank 1 node 9 at 170");
        ended.clear();
        now = 1000;
        timed.collective(0, 2, "all_to_all", 200, "gloo", 0, 8);
        timed.collective(0, 2, "all_to_all", 80, "gloo", 1, 8);
        assertThat(ended).as("together").containsExactly("rank 0 node 8 at 1100", "rank 1 node 8 at 1100");
    }

    @Test
    void collectivesUnderWayAtOnceHaveTheLinkOneAfterTheOther() {
        TimedTransfers timed = transfers(Answer.same(100, ""));
        for (int node = 1; node <= 2; node++) {
            timed.collective(0, 2, "all_reduce", 8, "", 0, node);
            timed.collective(0, 2, "all_reduce", 8, "", 1, node);
            now += 30;
        }
        now = 500;
        timed.collective(0, 2, "all_reduce", 8, "", 0, 3);
        timed.collective(0, 2, "all_reduce", 8, "", 1, 3);
        assertThat(ended)
                .containsExactly(
                        "rank 0 node 1 at 100",
                        "rank 1 node 1 at 100",
                        "rank 0 node 2 at 200",
                        "rank 1 node 2 at 200",
                        "rank 0 node 3 at 600",
                        "rank 1 node 3 at 600");
    }

    @Test
    void otherRanksLinksAreFree() {
        TimedTransfers timed = transfers(Answer.same(100, ""));
        for (int rank = 0; rank < 4; rank++) {
            timed.collective(rank / 2, 2, "all_reduce", 8, "", rank, 1);
        }
        assertThat(ended).allMatch(end -> end.endsWith("at 100")).hasSize(4);
    }

    @Test
    void theRankThatComesLateToAnExchangeEndsItLater() {
        TimedTransfers timed = transfers(new Answer(200, 100, 100, 10, ""));
        timed.collective(0, 2, "all_to_all", 8, "gloo", 1, 1);
        now = 11;
        timed.collective(0, 2, "all_to_all", 8, "gloo", 0, 1);
        assertThat(ended).containsExactly("rank 1 node 1 at 111", "rank 0 node 1 at 211");
    }

    @Test
    void ranksThatExchangeAtOnceEndAtOnce() {
        TimedTransfers timed = transfers(new Answer(200, 100, 100, 10, ""));
        timed.collective(0, 2, "all_to_all", 8, "gloo", 1, 1);
        now = 10;
        timed.collective(0, 2, "all_to_all", 8, "gloo", 0, 1);
        assertThat(ended).containsExactly("rank 1 node 1 at 110", "rank 0 node 1 at 110");
    }

    @Test
    void messagesOfAConnectionFollowEachOther() {
        TimedTransfers timed = transfers(Answer.same(100, ""));
        timed.send(1, 0, 1, 8, 5, false);
        timed.send(2, 0, 1, 8, 6, false);
        timed.send(1, 1, 0, 8, 5, false);
        timed.receive(1, 0, 1, 8, 8);
        now = 150;
        timed.receive(2, 0, 1, 8, 9);
        now = 500;
        timed.receive(1, 1, 0, 8, 9);
        assertThat(ended)
                .containsExactly(
                        "rank 0 node 5 at 100",
                        "rank 0 node 6 at 200",
                        "rank 1 node 5 at 100",
                        "rank 1 node 8 at 100",
                        "rank 1 node 9 at 200",
                        "rank 0 node 9 at 500");
    }

    @Test
    void aHostBackendsSenderGoesOnWhenItsConnectionHoldsTheRest() {
        TimedTransfers timed = transfers(new Answer(100, 30, 100, 0, ""));
        timed.receive(1, 0, 1, 8, 8);
        timed.send(1, 0, 1, 8, 5, true);
        timed.receive(1, 0, 1, 8, 9);
        timed.send(1, 0, 1, 8, 6, true);
        assertThat(ended)
                .containsExactly(
                        "rank 0 node 5 at 30", "rank 1 node 8 at 100", "rank 0 node 6 at 130", "rank 1 node 9 at 200");
    }

    @Test
    void aHostBackendsMessageWaitsForItsReceive() {
        TimedTransfers timed = transfers(Answer.same(100, ""));
        timed.send(1, 0, 1, 8, 5, true);
        assertThat(timed.waiting())
                .containsExactly("a send of 8 bytes with tag 1 from rank 0 to rank 1 has no matching receive");
        now = 40;
        timed.receive(1, 0, 1, 8, 6);
        assertThat(ended).containsExactly("rank 0 node 5 at 140", "rank 1 node 6 at 140");
        assertThat(met).containsExactly("rank 0 node 5 at 40", "rank 1 node 6 at 40");
    }

    /** 100 bytes take 100 ns, and a request 10. */
    private TimedTransfers shortRequests() {
        return transfers((type, ranks, bytes) -> Answer.same(Math.max(10, bytes), ""));
    }

    private void exchange(TimedTransfers timed, long late) {
        timed.send(1, 0, 1, 100, 5, true);
        timed.receive(1, 1, 0, 100, 6);
        now += late;
        timed.send(1, 1, 0, 100, 5, true);
        timed.receive(1, 0, 1, 100, 6);
    }

    /** Rank 1's data go first, and its request behind them, on the one connection between the two. */
    @Test
    void aLateRanksRequestFollowsItsOwnData() {
        exchange(shortRequests(), 40);
        assertThat(ended)
                .containsExactly(
                        "rank 1 node 5 at 140", "rank 0 node 6 at 140", "rank 0 node 5 at 240", "rank 1 node 6 at 240");
    }

    /** The same when the receive is posted before its message is sent; other connections are not concerned. */
    @Test
    void aRequestOnItsWayDelaysTheMessageThatItAsksFor() {
        TimedTransfers timed = shortRequests();
        timed.receive(1, 1, 0, 100, 6);
        now = 20;
        timed.send(1, 1, 0, 100, 7, true);
        now = 30;
        timed.receive(1, 0, 1, 100, 8);
        timed.receive(1, 2, 1, 100, 9);
        now = 60;
        timed.send(1, 0, 1, 100, 5, true);
        timed.send(1, 2, 1, 100, 5, true);
        assertThat(ended)
                .containsExactly(
                        "rank 1 node 7 at 120",
                        "rank 0 node 6 at 120",
                        "rank 0 node 5 at 220",
                        "rank 1 node 8 at 220",
                        "rank 2 node 5 at 160",
                        "rank 1 node 9 at 160");
    }

    /** Requests cross while neither rank has the other's, so both directions are used at once. */
    @Test
    void ranksThatExchangeMessagesWithinARequestUseBothDirections() {
        exchange(shortRequests(), 9);
        assertThat(ended).hasSize(4).allMatch(end -> end.endsWith("at 109"));
    }

    /** Messages without requests, as of GPUs, use both directions whoever comes first. */
    @Test
    void messagesThatLeaveAtOnceAskForNothing() {
        TimedTransfers timed = shortRequests();
        timed.send(1, 0, 1, 100, 5, false);
        now = 40;
        timed.send(1, 1, 0, 100, 5, false);
        timed.receive(1, 0, 1, 100, 6);
        timed.receive(1, 1, 0, 100, 6);
        assertThat(ended)
                .containsExactly(
                        "rank 0 node 5 at 100", "rank 1 node 5 at 140", "rank 1 node 6 at 100", "rank 0 node 6 at 140");
    }

    @Test
    void inferencesAreReported() {
        transfers(Answer.same(100, "all_reduce of 2 ranks")).send(1, 0, 1, 8, 5, false);
        assertThat(ended).contains("sendrecv of 2 ranks from all_reduce of 2 ranks");
    }
}
