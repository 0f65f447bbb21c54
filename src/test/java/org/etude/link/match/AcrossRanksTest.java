// SPDX-License-Identifier: Apache-2.0
package org.etude.link.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.file.Path;
import java.util.List;
import org.etude.analysis.recorded.CommCall;
import org.etude.analysis.recorded.CommCalls;
import org.etude.calibrate.CollectiveTiming;
import org.etude.calibrate.TraceTimings;
import org.etude.link.Recording;
import org.etude.link.model.Collective;
import org.etude.link.model.CollectiveMatch;
import org.etude.link.model.CollectiveMatches;
import org.etude.link.model.LinkedSet;
import org.etude.report.Finding;
import org.etude.report.Finding.Level;
import org.etude.table.recorded.CollectivesTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which calls of different ranks are one collective, and what is reported where they do not fit. */
class AcrossRanksTest {
    private static final int[] BOTH = {0, 1};

    @TempDir
    Path dir;

    private final Recording job = new Recording(2);
    private final Recording.Rank first = job.rank(0);
    private final Recording.Rank second = job.rank(1);

    private CollectiveMatches match() {
        return CollectiveMatcher.match(job.link(dir));
    }

    private static List<String> rows(CollectiveMatches matches) {
        return matches.matches().stream()
                .map(m -> m.sequence() + " " + m.type() + " "
                        + m.members().stream().map(CollectiveMatch.Member::rank).toList())
                .toList();
    }

    private static List<String> findings(CollectiveMatches matches, Level level) {
        return matches.report().findings().stream()
                .filter(f -> f.level() == level)
                .map(f -> f.where() + ": " + f.what())
                .toList();
    }

    @Test
    void theFirstToComeWaitsForTheLast() {
        first.collective("allreduce", 100, 80, 10, "0", BOTH).collective("allgather", 300, 20, 10, "0", BOTH);
        second.collective("allreduce", 130, 50, 10, "0", BOTH).collective("allgather", 260, 60, 10, "0", BOTH);
        CollectiveMatches matches = match();
        assertThat(rows(matches)).containsExactly("0 ALL_REDUCE [0, 1]", "1 ALL_GATHER [0, 1]");
        assertThat(matches.matches().get(0).members())
                .extracting(CollectiveMatch.Member::durationNanos, CollectiveMatch.Member::waitingNanos)
                .containsExactly(tuple(80_000L, 30_000L), tuple(50_000L, 0L));
        assertThat(matches.matches().get(1).members())
                .extracting(CollectiveMatch.Member::waitingNanos)
                .containsExactly(0L, 40_000L);
        assertThat(matches.report().findings()).isEmpty();
    }

    @Test
    void aCollectiveThatOneRankLacksIsFoundByTypeAndSize() {
        for (int k = 0; k < 5; k++) {
            first.collective("allreduce", 100 + 50 * k, 20, 10 + k, "0", BOTH);
            if (k != 2) {
                second.collective("allreduce", 100 + 50 * k, 20, 10 + k, "0", BOTH);
            }
        }
        CollectiveMatches matches = match();
        assertThat(rows(matches))
                .containsExactly(
                        "0 ALL_REDUCE [0, 1]",
                        "1 ALL_REDUCE [0, 1]",
                        "2 ALL_REDUCE [0]",
                        "3 ALL_REDUCE [0, 1]",
                        "4 ALL_REDUCE [0, 1]");
        assertThat(matches.matches())
                .extracting(CollectiveMatch::missing)
                .element(2)
                .isEqualTo(List.of(1));
        assertThat(findings(matches, Level.ERROR))
                .containsExactly("collective 2 of group '0': the all-reduce of ranks [0] is missing on ranks [1]");
    }

    @Test
    void atTheWindowsBorderAMissingOneIsOnlyAWarning() {
        first.collective("broadcast", 50, 20, 7, "0", BOTH).collective("allreduce", 100, 20, 10, "0", BOTH);
        second.collective("allreduce", 100, 20, 10, "0", BOTH).collective("reduce", 150, 20, 3, "0", BOTH);
        CollectiveMatches matches = match();
        assertThat(rows(matches)).containsExactly("0 BROADCAST [0]", "1 ALL_REDUCE [0, 1]", "2 REDUCE [1]");
        assertThat(findings(matches, Level.ERROR)).isEmpty();
        assertThat(findings(matches, Level.WARNING))
                .containsExactly(
                        "collective 0 of group '0': the broadcast of ranks [0] is missing on ranks [1]",
                        "collective 2 of group '0': the reduce of ranks [1] is missing on ranks [0]");
    }

    @Test
    void typesAndSizesThatDisagreeAreErrors() {
        first.collective("allreduce", 100, 20, 10, "0", BOTH).collective("allreduce", 200, 20, 10, "0", BOTH);
        second.collective("allgather", 100, 20, 10, "0", BOTH).collective("allreduce", 200, 20, 11, "0", BOTH);
        CollectiveMatches matches = match();
        assertThat(findings(matches, Level.ERROR))
                .containsExactly(
                        "collective 0 of group '0': ranks [0, 1] disagree on its type: [ALL_REDUCE, ALL_GATHER]",
                        "collective 1 of group '0': ranks [0, 1] disagree on its bytes: [40, 44]");
        assertThat(matches.matches())
                .extracting(CollectiveMatch::sameType, CollectiveMatch::sameSize)
                .containsExactly(tuple(false, true), tuple(true, false));
    }

    @Test
    void unevenAllToAllsAreNotComparedBySize() {
        first.collective("all_to_allv", 100, 20, 10, "0", BOTH);
        second.collective("all_to_allv", 100, 20, 99, "0", BOTH);
        assertThat(match().matches()).singleElement().satisfies(m -> assertThat(m.sameSize())
                .isTrue());
    }

    /** The second all-to-all of one rank happens to have the size of the other's first. */
    @Test
    void unevenAllToAllsMatchByOrder() {
        first.collective("all_to_allv", 100, 20, 10, "0", BOTH).collective("all_to_allv", 200, 20, 30, "0", BOTH);
        second.collective("all_to_allv", 100, 20, 30, "0", BOTH).collective("all_to_allv", 200, 20, 50, "0", BOTH);
        assertThat(rows(match())).containsExactly("0 ALL_TO_ALL [0, 1]", "1 ALL_TO_ALL [0, 1]");
    }

    @Test
    void numbersOfTheTraceOutdoOrder() {
        first.collective("allreduce", 100, 20, 10, "0", BOTH).arg("Seq", 1);
        first.collective("allreduce", 200, 20, 10, "0", BOTH).arg("Seq", 2);
        second.collective("allreduce", 200, 20, 10, "0", BOTH).arg("Seq", 2);
        second.collective("allreduce", 300, 20, 10, "0", BOTH).arg("Seq", 3);
        first.collective("allreduce", 300, 20, 10, "0", BOTH).arg("Seq", 3);
        assertThat(rows(match())).containsExactly("0 ALL_REDUCE [0]", "1 ALL_REDUCE [0, 1]", "2 ALL_REDUCE [0, 1]");
    }

    @Test
    void aGroupWhoseMembersOnlyOneRankListsIsOneGroup() {
        first.collective("allreduce", 100, 20, 10, "7", BOTH);
        second.collective("allreduce", 100, 20, 10, "7");
        assertThat(rows(match())).containsExactly("0 ALL_REDUCE [0, 1]");
    }

    @Test
    void anUnlistedGroupThatCouldBeEitherOfTwoIsKeptApart() {
        Recording four = new Recording(4);
        four.rank(0).collective("allreduce", 100, 20, 10, "7", 0, 1);
        four.rank(1).collective("allreduce", 100, 20, 10, "7");
        four.rank(2).collective("allreduce", 100, 20, 10, "7", 2, 3);
        assertThat(rows(CollectiveMatcher.match(four.link(dir))))
                .containsExactly("0 ALL_REDUCE [0]", "0 ALL_REDUCE [2]", "0 ALL_REDUCE [1]");
    }

    @Test
    void callsThatCouldBeOfSeveralGroupsAreNotCompared() {
        for (Recording.Rank rank : List.of(first, second)) {
            rank.group("0", 0, 1).group("1", 0);
            rank.op("c10d::allreduce_", 1, 100, 20).op("c10d::allreduce_", 1, 200, 20);
        }
        LinkedSet linked = job.link(dir);
        assertThat(linked.ranks().get(0).collectives()).hasSize(2);
        CollectiveMatches matches = CollectiveMatcher.match(linked);
        assertThat(matches.matches()).isEmpty();
        assertThat(findings(matches, Level.INFO)).containsExactly(": 4 collectives were not compared across ranks");
    }

    @Test
    void theOnlyGroupGivesTheMembersOfCallsThatNameNone() {
        for (Recording.Rank rank : List.of(first, second)) {
            rank.group("dp", 0, 1).op("c10d::allreduce_", 1, 100, 20);
        }
        LinkedSet linked = job.link(dir);
        assertThat(linked.ranks().get(1).collectives()).singleElement().satisfies(c -> {
            assertThat(c.groupName()).isEqualTo("dp");
            assertThat(c.groupRanks()).containsExactly(0, 1);
            assertThat(c.groupSize()).isEqualTo(2);
        });
        assertThat(rows(CollectiveMatcher.match(linked))).containsExactly("0 ALL_REDUCE [0, 1]");
    }

    private static void transfer(Recording.Rank rank, boolean send, double at, int peer, long elements, long tag) {
        rank.collective(send ? "send" : "recv", at, 20, elements, "0", BOTH);
        if (peer >= 0) {
            rank.arg(send ? "Dst Rank" : "Src Rank", peer).arg("Tag", tag);
        }
    }

    @Test
    void messagesPairInOrderWithinTheirTag() {
        transfer(first, true, 100, 1, 10, 1);
        transfer(first, true, 200, 1, 30, 2);
        transfer(first, true, 300, 1, 20, 1);
        transfer(second, false, 110, 0, 30, 2);
        transfer(second, false, 150, 0, 10, 1);
        transfer(second, false, 250, 0, 20, 1);
        CollectiveMatches matches = match();
        assertThat(matches.matches())
                .extracting(
                        CollectiveMatch::sequence,
                        m -> m.members().get(0).waitingNanos() / 1000,
                        m -> m.members().get(1).waitingNanos() / 1000,
                        CollectiveMatch::sameSize)
                .containsExactly(tuple(0L, 50L, 0L, true), tuple(1L, 0L, 50L, true), tuple(0L, 0L, 90L, true));
        assertThat(matches.report().findings()).isEmpty();
    }

    @Test
    void messagesThatDoNotFitAreErrors() {
        transfer(first, true, 100, 1, 10, 1);
        transfer(first, true, 200, 1, 10, 1);
        transfer(second, false, 100, 0, 12, 1);
        assertThat(findings(match(), Level.ERROR))
                .containsExactly(
                        "message 0 from 0 to 1 tag 1: sent with 40 bytes, received with 48",
                        "messages from 0 to 1 tag 1: 2 sends but 1 receives");
    }

    @Test
    void aMessageToARankThatWasNotLoadedHasNoOtherSide() {
        transfer(first, true, 100, 5, 10, 1);
        assertThat(match().matches()).isEmpty();
    }

    @Test
    void inAGroupOfTwoThePeerIsTheOtherOne() {
        transfer(first, true, 100, -1, 10, 0);
        transfer(second, false, 100, -1, 10, 0);
        LinkedSet linked = job.link(dir);
        assertThat(linked.ranks())
                .extracting(
                        r -> r.collectives().get(0).peer(),
                        r -> r.collectives().get(0).notes())
                .containsExactly(tuple(1, "peer inferred"), tuple(0, "peer inferred"));
        assertThat(linked.report().findings())
                .extracting(Finding::what)
                .contains("1 peer of a send or receive was inferred from other ranks");
        assertThat(rows(CollectiveMatcher.match(linked))).containsExactly("0 SEND [0, 1]");
    }

    private static void pipeline(Recording.Rank rank, boolean send, long elements) {
        rank.collective(send ? "send" : "recv", 100 + 50 * rank.events.size(), 20, elements, "pp", 0, 1, 2);
    }

    private static List<Integer> peers(LinkedSet linked) {
        return linked.ranks().stream()
                .flatMap(r -> r.collectives().stream().map(Collective::peer))
                .toList();
    }

    @Test
    void inALargerGroupSizeAndNumberGiveThePeer() {
        Recording three = new Recording(3);
        pipeline(three.rank(0), true, 10);
        pipeline(three.rank(1), false, 10);
        pipeline(three.rank(1), true, 20);
        pipeline(three.rank(2), false, 20);
        assertThat(peers(three.link(dir))).containsExactly(1, 0, 2, 1);
    }

    @Test
    void whatSeveralRanksFitHasNoPeer() {
        Recording three = new Recording(3);
        pipeline(three.rank(0), true, 10);
        pipeline(three.rank(1), false, 10);
        pipeline(three.rank(2), false, 10);
        LinkedSet linked = three.link(dir);
        assertThat(peers(linked)).containsExactly(-1, 0, 0);
        assertThat(linked.ranks().get(0).collectives().get(0).notes()).isEmpty();
        assertThat(linked.report().findings())
                .filteredOn(f -> f.level() == Level.WARNING && f.rank() == 0)
                .extracting(Finding::what)
                .containsExactly("1 send or receive has no peer");
        assertThat(linked.report().findings())
                .filteredOn(f -> f.rank() == 1)
                .extracting(Finding::what)
                .doesNotContain("0 sends and receives have no peer");
    }

    /** One micro batch: activations and gradients have one size, and the two ends of the pipeline equal numbers. */
    @Test
    void theEndsOfAPipelineAreNoPair() {
        Recording three = new Recording(3);
        pipeline(three.rank(0), true, 10);
        pipeline(three.rank(0), false, 10);
        pipeline(three.rank(1), false, 10);
        pipeline(three.rank(1), true, 10);
        pipeline(three.rank(1), false, 10);
        pipeline(three.rank(1), true, 10);
        pipeline(three.rank(2), false, 10);
        pipeline(three.rank(2), true, 10);
        LinkedSet linked = three.link(dir);
        assertThat(peers(linked)).containsOnly(-1);
        assertThat(linked.report().findings())
                .filteredOn(f -> f.level() == Level.WARNING)
                .extracting(Finding::what)
                .contains("2 sends and receives have no peer", "4 sends and receives have no peer");
    }

    @Test
    void unequalNumbersOfTransfersAreNoPair() {
        Recording three = new Recording(3);
        pipeline(three.rank(0), true, 10);
        pipeline(three.rank(0), true, 10);
        pipeline(three.rank(1), false, 10);
        pipeline(three.rank(2), false, 30);
        assertThat(peers(three.link(dir))).containsExactly(-1, -1, -1, -1);
    }

    /** Two messages from rank 0 to rank 1: operators at {@code calls}, transfers at {@code ranges}; starts and durations alternating. */
    private LinkedSet messages(String backend, double[] calls, double[] ranges) {
        for (int rank = 0; rank < 2; rank++) {
            String kind = rank == 0 ? "send" : "recv";
            Recording.Rank here = job.rank(rank);
            for (int k = 0; k < 2; k++) {
                List<Integer> shape = List.of((k + 1) * 250_000);
                here.op("c10d::" + kind + (rank == 0 ? "" : "_"), 1, calls[2 * k], calls[2 * k + 1])
                        .arg("Input Dims", List.of(List.of(shape), List.of(), List.of(), List.of()))
                        .arg("Input type", List.of("TensorList", "", "Scalar", "Scalar"))
                        .arg("Concrete Inputs", List.of("", "", "" + (1 - rank), "0"))
                        .arg("External id", 10 * k + 1)
                        .arg("Ev Idx", 10 * k + 1);
                here.op(backend + ":" + kind, 2, ranges[2 * k], ranges[2 * k + 1])
                        .arg("Input Dims", List.of(shape))
                        .arg("Input type", List.of("float"))
                        .arg("External id", 10 * k + 2)
                        .arg("Ev Idx", 10 * k + 2);
            }
        }
        return job.link(dir);
    }

    private static List<String> times(LinkedSet linked) {
        long base = linked.ranks().get(0).trace().device().startNanos(0);
        return CollectiveMatcher.match(linked).matches().stream()
                .flatMap(match -> match.members().stream())
                .map(m -> m.rank() + " " + (m.startNanos() - base) + " " + m.durationNanos())
                .toList();
    }

    @Test
    void aMessageBeginsWithItsCallWhereThatIsOpen() {
        LinkedSet linked = messages("gloo", new double[] {10, 1000, 1020, 2000}, new double[] {15, 1000, 1025, 2100});
        assertThat(times(linked))
                .containsExactly("0 0 1005000", "1 0 1005000", "0 1010000 2105000", "1 1010000 2105000");
        CollectiveMatches matches = CollectiveMatcher.match(linked);
        assertThat(CollectivesTable.of(linked, matches)
                        .doubleColumn("duration_us")
                        .asList())
                .containsExactly(1005.0, 2105.0, 1005.0, 2105.0);
        assertThat(CollectivesTable.of(linked, matches).doubleColumn("start_us").asList())
                .containsExactly(0.0, 1010.0, 0.0, 1010.0);
        assertThat(CommCalls.of(linked, matches))
                .extracting(CommCall::nanos)
                .containsExactly(1_005_000L, 2_105_000L, 1_005_000L, 2_105_000L);
    }

    @Test
    void aMessageThatItsBackendQueuedBeginsWithItsOwnRange() {
        LinkedSet linked = messages("mpi", new double[] {10, 10, 30, 10}, new double[] {150, 998, 1150, 1998});
        assertThat(times(linked))
                .containsExactly("0 140000 998000", "1 140000 998000", "0 1140000 1998000", "1 1140000 1998000");
        CollectiveMatches matches = CollectiveMatcher.match(linked);
        assertThat(CollectivesTable.of(linked, matches)
                        .doubleColumn("duration_us")
                        .asList())
                .containsExactly(998.0, 1998.0, 998.0, 1998.0);
        assertThat(TraceTimings.of(linked)).extracting(CollectiveTiming::micros).containsExactly(998.0, 1998.0);
    }
}
