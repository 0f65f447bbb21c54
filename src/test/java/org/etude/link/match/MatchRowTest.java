// SPDX-License-Identifier: Apache-2.0
package org.etude.link.match;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.etude.link.match.MatchKey.Kind;
import org.etude.link.model.CollectiveMatch;
import org.etude.link.model.LinkedRank;
import org.etude.spec.CollectiveType;
import org.junit.jupiter.api.Test;

/** Rows are written as rank:node of each call; a call's node is its position on its rank. */
class MatchRowTest {
    private final SortedMap<Integer, List<RankCall>> calls = new TreeMap<>();

    private void call(int rank, CollectiveType type, long bytes, long number) {
        List<RankCall> of = calls.computeIfAbsent(rank, r -> new ArrayList<>());
        of.add(new RankCall(rank, of.size(), 0, of.size(), type, bytes, bytes, "0", number, 0, 1, false, 0));
    }

    private void reduces(int rank, long... sizes) {
        for (long size : sizes) {
            call(rank, CollectiveType.ALL_REDUCE, size, -1);
        }
    }

    private List<String> rows(Kind kind) {
        return MatchRow.of(kind, calls).stream()
                .map(row -> String.join(
                        " ",
                        row.calls().stream()
                                .map(call -> call.rank() + ":" + call.node())
                                .toList()))
                .toList();
    }

    @Test
    void equalNumbersAreOneRow() {
        call(0, CollectiveType.ALL_REDUCE, 8, 3);
        call(0, CollectiveType.ALL_GATHER, 8, 5);
        call(1, CollectiveType.ALL_REDUCE, 99, 5);
        call(1, CollectiveType.ALL_REDUCE, 8, 7);
        assertThat(rows(Kind.NUMBERED)).containsExactly("0:0", "0:1 1:0", "1:1");
    }

    @Test
    void aCallThatOneRankLacksIsARowOfItsOwn() {
        reduces(0, 8, 4, 16);
        reduces(1, 8, 16);
        reduces(2, 8, 4, 16, 32);
        assertThat(rows(Kind.ORDERED)).containsExactly("0:0 1:0 2:0", "0:1 2:1", "0:2 1:1 2:2", "2:3");
    }

    @Test
    void theTypeDistinguishesCallsAsTheSizeDoes() {
        call(0, CollectiveType.ALL_REDUCE, 8, -1);
        call(1, CollectiveType.ALL_GATHER, 8, -1);
        call(1, CollectiveType.ALL_REDUCE, 8, -1);
        assertThat(rows(Kind.ORDERED)).containsExactly("1:0", "0:0 1:1");
    }

    /** Between two calls that fit, one unlike call on either side is the same one, seen differently; two against one are not. */
    @Test
    void gapsOfEqualLengthBelongTogether() {
        reduces(0, 8, 4, 16);
        reduces(1, 8, 5, 16);
        assertThat(rows(Kind.ORDERED)).containsExactly("0:0 1:0", "0:1 1:1", "0:2 1:2");
        calls.clear();
        reduces(0, 8, 4, 16);
        reduces(1, 8, 5, 6, 16);
        assertThat(rows(Kind.ORDERED)).containsExactly("0:0 1:0", "0:1", "1:1", "1:2", "0:2 1:3");
    }

    @Test
    void gapsAtBothEndsAreGapsToo() {
        reduces(0, 1, 2, 8, 3);
        reduces(1, 4, 5, 8, 6);
        assertThat(rows(Kind.ORDERED)).containsExactly("0:0 1:0", "0:1 1:1", "0:2 1:2", "0:3 1:3");
    }

    /** Whatever order the lists have. */
    @Test
    void callsAreTakenInTheOrderOfIssue() {
        reduces(0, 8, 4);
        reduces(1, 8, 4);
        Collections.reverse(calls.get(1));
        assertThat(rows(Kind.ORDERED)).containsExactly("0:0 1:0", "0:1 1:1");
    }

    @Test
    void sendsMeetReceivesInOrderAndWhatIsOverIsInNoRow() {
        call(1, CollectiveType.RECV, 8, -1);
        call(1, CollectiveType.RECV, 8, -1);
        call(0, CollectiveType.SEND, 8, -1);
        call(0, CollectiveType.SEND, 8, -1);
        call(0, CollectiveType.SEND, 8, -1);
        assertThat(rows(Kind.MESSAGE)).containsExactly("0:0 1:0", "0:1 1:1");
        calls.clear();
        call(0, CollectiveType.RECV, 8, -1);
        call(1, CollectiveType.SEND, 8, -1);
        assertThat(rows(Kind.MESSAGE)).as("the send first").containsExactly("1:0 0:0");
    }

    @Test
    void membersWaitForTheLastOne() {
        MatchRow row = new MatchRow(List.of(at(0, 100), at(1, 160), at(2, LinkedRank.UNTIMED)));
        assertThat(row.ranks()).containsExactly(0, 1, 2);
        assertThat(row.members())
                .containsExactly(
                        new CollectiveMatch.Member(0, 5, 2, 100, 40, 60, 0),
                        new CollectiveMatch.Member(1, 5, 2, 160, 40, 0, 0),
                        new CollectiveMatch.Member(2, 5, 2, LinkedRank.UNTIMED, 40, 0, 0));
    }

    private static RankCall at(int rank, long start) {
        return new RankCall(rank, 5, 2, 0, CollectiveType.ALL_REDUCE, 8, 8, "0", -1, start, 40, false, 0);
    }

    /** Rank 1 has rows 0 and 2, so row 1 is inside of it; row 3 is after its last. */
    @Test
    void aRankThatHasRowsBeforeAndAfterLacksOneInside() {
        reduces(0, 8, 4, 16, 32);
        reduces(1, 8, 16);
        GroupCalls group = new GroupCalls(new GroupSequence("0", List.of(0, 1), false, new long[0]), Kind.ORDERED);
        calls.forEach(group::add);
        assertThat(group.rows()).hasSize(4);
        assertThat(group.isInside(1, List.of(1))).isTrue();
        assertThat(group.isInside(3, List.of(1))).isFalse();
        assertThat(group.isInside(0, List.of(1))).isFalse();
        assertThat(group.isInside(1, List.of(7))).as("it has none").isFalse();
        assertThat(group.has(1)).isTrue();
        assertThat(group.has(2)).isFalse();
    }

    @Test
    void sizesAgreeByTheSideThatIsAlikeOnAllRanks() {
        assertThat(agree(CollectiveType.ALL_REDUCE, 8, 1, 8, 2)).isTrue();
        assertThat(agree(CollectiveType.ALL_REDUCE, 8, 1, 9, 1)).isFalse();
        assertThat(agree(CollectiveType.REDUCE_SCATTER, 8, 1, 9, 1)).isFalse();
        assertThat(agree(CollectiveType.ALL_GATHER, 8, 1, 9, 1)).isTrue();
        assertThat(agree(CollectiveType.ALL_GATHER, 8, 1, 8, 2)).isFalse();
        assertThat(agree(CollectiveType.ALL_REDUCE, -1, 1, 9, 1)).as("unknown").isTrue();
        assertThat(agree(CollectiveType.ALL_REDUCE, 9, 1, -1, 1)).isTrue();
        assertThat(agree(CollectiveType.ALL_TO_ALL, 8, 1, 9, 2)).as("uneven").isTrue();
    }

    private static boolean agree(CollectiveType type, long in, long out, long otherIn, long otherOut) {
        return GroupCalls.sizesAgree(sized(type, in, out), sized(type, otherIn, otherOut));
    }

    private static RankCall sized(CollectiveType type, long in, long out) {
        return new RankCall(0, 0, 0, 0, type, in, out, "0", -1, 0, 1, false, 0);
    }
}
