// SPDX-License-Identifier: Apache-2.0
package org.etude.flight;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.TreeMap;
import org.etude.flight.FlightEntry.State;
import org.etude.flight.FlightStall.Kind;
import org.etude.spec.CollectiveType;
import org.junit.jupiter.api.Test;

/** A stall, {@link FlightStall}, of a {@link FlightMeeting} in a {@link FlightLane}, put into a sentence. */
class FlightVerdictTest {
    /** 2026-01-02 03:04:05.678 UTC. */
    private static final long SINCE = 1_767_323_045_678_000_000L;

    private static final FlightLane LANE = new FlightLane("0", "default_pg", List.of(0, 1, 2), false);

    private static FlightEntry entry(String name, CollectiveType type, long bytes, State state) {
        return new FlightEntry(
                0, "0", "default_pg", 7, 7, name, type, -1, -1, bytes, bytes, state, SINCE, 0, 0, false, 0, "");
    }

    private static FlightMeeting meeting(FlightLane lane, FlightEntry... ofRanks) {
        TreeMap<Integer, FlightEntry> entries = new TreeMap<>();
        for (int rank = 0; rank < ofRanks.length; rank++) {
            entries.put(rank, ofRanks[rank]);
        }
        return new FlightMeeting(lane, 7, 0, entries);
    }

    private static FlightEntry reduce(long bytes, State state) {
        return entry("nccl:all_reduce", CollectiveType.ALL_REDUCE, bytes, state);
    }

    private static FlightStall stall(Kind kind, FlightMeeting meeting, List<Integer> missing, List<Integer> undumped) {
        return new FlightStall(
                meeting,
                kind,
                List.of(0, 1),
                missing,
                undumped,
                List.of(2),
                List.of(),
                List.of(),
                SINCE,
                12_340_000_000L,
                true,
                "");
    }

    @Test
    void aRankThatDidNotCome() {
        FlightStall stall = stall(Kind.MISSING, meeting(LANE, reduce(4096, State.STARTED)), List.of(2), List.of());
        assertThat(FlightVerdict.of(stall))
                .isEqualTo("rank 2 did not reach all_reduce #7 of group 0 (default_pg), 4096 bytes;"
                        + " ranks 0-1 have waited since 2026-01-02 03:04:05.678 UTC, for at least 12.3 s");
        assertThat(stall.blockers()).containsExactly(2);
    }

    @Test
    void aRankWithoutADumpIsNamedApart() {
        FlightStall stall = stall(Kind.MISSING, meeting(LANE, reduce(-1, State.STARTED)), List.of(2), List.of(3, 4));
        assertThat(FlightVerdict.of(stall))
                .startsWith("rank 2 did not reach, ranks 3-4 have no dump and are not known to have reached"
                        + " all_reduce #7 of group 0 (default_pg); ");
        assertThat(stall.blockers()).containsExactly(2, 3, 4);
    }

    @Test
    void otherKindsOfStalls() {
        FlightMeeting same = meeting(LANE, reduce(8, State.STARTED), reduce(8, State.SCHEDULED));
        assertThat(FlightVerdict.of(stall(Kind.BEHIND, same, List.of(), List.of())))
                .startsWith(
                        "rank 2 enqueued all_reduce #7 of group 0 (default_pg), 8 bytes but the GPU has not started it;");
        assertThat(FlightVerdict.of(stall(Kind.UNFINISHED, same, List.of(), List.of())))
                .startsWith("all ranks reached all_reduce #7 of group 0 (default_pg), 8 bytes but it does not end;");
        FlightMeeting sizes = meeting(LANE, reduce(8, State.STARTED), reduce(16, State.STARTED));
        assertThat(FlightVerdict.of(stall(Kind.MISMATCH, sizes, List.of(), List.of())))
                .startsWith("ranks disagree about all_reduce #7 of group 0 (default_pg), 8 bytes:"
                        + " rank 0 gives 8 bytes, rank 1 16; ");
        assertThat(stall(Kind.BEHIND, same, List.of(), List.of()).blockers()).containsExactly(2);
    }

    @Test
    void ofSeveralStallsTheFirstAndTheNumberOfOtherCauses() {
        FlightStall cause = stall(Kind.MISSING, meeting(LANE, reduce(8, State.STARTED)), List.of(2), List.of());
        FlightStall follows = new FlightStall(
                cause.meeting(),
                Kind.MISSING,
                List.of(0),
                List.of(1),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                SINCE,
                0,
                false,
                "");
        assertThat(FlightVerdict.of(List.of(cause, follows), 5, 3)).isEqualTo(FlightVerdict.of(cause));
        FlightStall other = stall(Kind.MISSING, cause.meeting(), List.of(5), List.of());
        assertThat(FlightVerdict.of(List.of(cause, other, other), 5, 3))
                .as("what was counted is not counted again")
                .isEqualTo(FlightVerdict.of(cause) + " (1 more)");
        FlightStall endless = stall(Kind.UNFINISHED, cause.meeting(), List.of(), List.of());
        assertThat(FlightVerdict.of(List.of(cause, follows, other, cause, endless), 5, 3))
                .as("what blames the same rank is no further cause")
                .isEqualTo(FlightVerdict.of(cause) + " (2 more)");
        assertThat(FlightVerdict.of(List.of(), 5, 3))
                .isEqualTo("No rank waits: all 5 recorded operations of 3 ranks are complete.");
        assertThat(FlightVerdict.of(List.of(), 5, 1)).endsWith("operations of 1 rank are complete.");
        assertThat(FlightVerdict.of(follows)).endsWith("rank 0 has waited since 2026-01-02 03:04:05.678 UTC");
    }

    @Test
    void ranksRunTogether() {
        assertThat(FlightVerdict.ranks(List.of(5))).isEqualTo("rank 5");
        assertThat(FlightVerdict.ranks(List.of(0, 1, 2, 5))).isEqualTo("ranks 0-2, 5");
    }

    @Test
    void whatRanksDisagreeAbout() {
        FlightEntry gather = entry("nccl:all_gather", CollectiveType.ALL_GATHER, 8, State.STARTED);
        FlightEntry larger = entry("nccl:all_gather", CollectiveType.ALL_GATHER, 16, State.STARTED);
        assertThat(meeting(LANE, reduce(8, State.STARTED), gather).difference())
                .isEqualTo("rank 0 calls all_reduce, rank 1 all_gather");
        assertThat(meeting(LANE, gather, larger).difference())
                .as("sizes may differ")
                .isEmpty();
        assertThat(meeting(LANE, reduce(8, State.STARTED), reduce(-1, State.STARTED))
                        .difference())
                .as("a size is not known")
                .isEmpty();
        FlightLane messages = new FlightLane("0", "", List.of(0, 1), true);
        assertThat(meeting(messages, reduce(8, State.STARTED), gather).difference())
                .isEmpty();
        assertThat(messages.title()).isEqualTo("group 0");
        assertThat(new FlightLane("", "", List.of(), true).title()).isEqualTo("group ?");
    }

    @Test
    void openAndDoneAreTwoQuestions() {
        FlightMeeting half = meeting(LANE, reduce(8, State.COMPLETED), reduce(8, State.STARTED));
        assertThat(half.isOpen()).isTrue();
        assertThat(half.isDoneSomewhere()).isTrue();
        FlightMeeting over = meeting(LANE, reduce(8, State.COMPLETED));
        assertThat(over.isOpen()).isFalse();
        assertThat(meeting(LANE, reduce(8, State.SCHEDULED)).isDoneSomewhere()).isFalse();
    }
}
