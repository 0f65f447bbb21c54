// SPDX-License-Identifier: Apache-2.0
package org.etude.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.etude.flight.FlightEntry.State;
import org.etude.flight.FlightStall.Kind;
import org.etude.report.Progress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Counters of groups decide where records were overwritten, left out, or have no state. */
class ProgressReaderTest {
    @TempDir
    Path dir;

    private List<FlightDump> read(FlightLog log) throws IOException {
        return FlightFiles.read(log.json(dir), Progress.ambient());
    }

    private FlightStall stall(FlightLog log) throws IOException {
        return FlightDiagnosis.of(FlightMeetings.of(read(log))).get(0);
    }

    @Test
    void countersOfPicklesAndOfJsonAreTheSame() throws IOException {
        FlightLog log =
                new FlightLog(1).add("0", 7, "all_reduce", 8, "completed", 0, 0).status(0, "0", 8, 7);
        assertThat(read(log).get(0).progress()).containsOnlyKeys("0").containsEntry("0", new FlightProgress(8, 7));
        Files.delete(dir.resolve("nccl_trace_rank_0.json"));
        log.write(dir);
        assertThat(FlightFiles.read(dir, Progress.ambient()).get(0).progress())
                .containsOnlyKeys("0")
                .containsEntry("0", new FlightProgress(8, 7));
    }

    /** Records of another group have overwritten all of the group's on one rank: its counters say that it did not come. */
    @Test
    void aRankWithoutRecordsOfTheGroupIsJudgedByItsCounter() throws IOException {
        FlightLog log = new FlightLog(3)
                .group("1", 2)
                .add("0", 4, "all_reduce", 8, "started", 1, 0, 1)
                .lost(2, 100)
                .add("1", 9, "all_reduce", 8, "completed", 2, 2)
                .status(2, "1", 9, 9);
        FlightStall behind = stall(log.status(2, "0", 3, 3));
        assertThat(behind.kind()).isEqualTo(Kind.MISSING);
        assertThat(behind.missing()).containsExactly(2);
        FlightStall reached = stall(log.status(2, "0", 4, 3));
        assertThat(reached.kind()).isEqualTo(Kind.UNFINISHED);
        assertThat(reached.missing()).isEmpty();
    }

    /** A dump of the active records: the ranks that have finished are not those that did not come. */
    @Test
    void aRankThatFinishedIsNotMissingFromADumpOfActiveRecords() throws IOException {
        FlightLog log = new FlightLog(3)
                .add("0", 4, "all_reduce", 8, "completed", 0, 0, 1, 2)
                .add("0", 5, "all_reduce", 8, "completed", 1, 0)
                .add("0", 5, "all_reduce", 8, "scheduled", 1, 1)
                .add("0", 5, "all_reduce", 8, "started", 1, 2)
                .status(0, "0", 5, 5)
                .status(1, "0", 5, 4)
                .status(2, "0", 5, 4)
                .onlyActive();
        FlightStall stall = stall(log);
        // Rank 0 has no record left, and so no name of its only group: it is the only one without records.
        assertThat(stall.missing()).isEmpty();
        assertThat(stall.kind()).isEqualTo(Kind.BEHIND);
        assertThat(stall.behind()).containsExactly(1);
    }

    @Test
    void aGroupThatARankNeverUsedIsMissing() throws IOException {
        FlightLog log = new FlightLog(2)
                .group("1", 0, 1)
                .lost(1, 50)
                .add("0", 3, "all_reduce", 8, "completed", 0, 0, 1)
                .add("1", 1, "all_gather", 8, "started", 1, 0)
                .status(1, "0", 3, 3);
        assertThat(stall(log).missing()).containsExactly(1);
    }

    /** Two groups without records and two unknown numbers: nothing is known of either. */
    @Test
    void ambiguousNumbersAreNoCounters() throws IOException {
        FlightLog log = new FlightLog(2)
                .group("1", 0, 1)
                .group("2", 0, 1)
                .add("0", 3, "all_reduce", 8, "completed", 0, 0, 1)
                .status(1, "0", 3, 3)
                .status(1, "1", 5, 5)
                .status(1, "2", 6, 6);
        assertThat(read(log).get(1).progress()).containsOnlyKeys("0");
    }

    /** Counters of a group with messages count these, too. */
    @Test
    void countersOfGroupsWithMessagesAreNotUsed() throws IOException {
        FlightLog log = new FlightLog(2)
                .message(9, "send 1->0", 8, "completed", 0, 1)
                .add("0", 3, "all_reduce", 8, "started", 1, 0)
                .status(1, "0", 9, 9);
        assertThat(stall(log).missing()).containsExactly(1);
    }

    @Test
    void recordsOfTheHookHaveTheirStateFromTheCounters() throws IOException {
        FlightLog log = new FlightLog(2)
                .hooked("0", 1, "ncclx:all_reduce", 8, true, 0, 0, 1)
                .hooked("0", 2, "ncclx:all_reduce", 8, true, 1, 0, 1)
                .hooked("0", 3, "ncclx:all_reduce", 8, false, 2, 0)
                .status(0, "0", 3, 2)
                .status(1, "0", 2, 2);
        List<FlightDump> dumps = read(log);
        assertThat(dumps.get(0).entries())
                .extracting(FlightEntry::state)
                .containsExactly(State.COMPLETED, State.COMPLETED, State.SCHEDULED);
        assertThat(stall(log).missing()).containsExactly(1);
        assertThat(stall(log).meeting().sequence()).isEqualTo(3);
    }

    @Test
    void whatIsNoCounterIsRefused() throws IOException {
        Files.writeString(
                dir.resolve("rank_0.json"),
                "{\"version\":\"2.4\",\"pg_config\":{\"0\":{\"ranks\":\"[0]\"}},\"entries\":[],"
                        + "\"pg_status\":{\"0\":{\"last_enqueued_collective\":\"many\"}}}");
        assertThatThrownBy(() -> FlightFiles.read(dir, Progress.ambient()))
                .isInstanceOf(FlightException.class)
                .hasMessageContaining("pg_status 0: last_enqueued_collective: expected a whole number, found many");
    }
}
