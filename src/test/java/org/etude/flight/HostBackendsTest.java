// SPDX-License-Identifier: Apache-2.0
package org.etude.flight;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.etude.flight.FlightEntry.State;
import org.etude.report.Progress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Records of gloo remain scheduled, as torch 2.13 writes them. */
class HostBackendsTest {
    @TempDir
    Path dir;

    private static FlightLog twoDone() {
        return new FlightLog(3)
                .gloo("0", 1, "all_reduce", 1024, true, 0, 0, 1, 2)
                .gloo("0", 2, "barrier", 0, true, 1, 0, 1, 2);
    }

    private List<FlightDump> read(FlightLog log) throws IOException {
        return FlightFiles.read(log.json(dir), Progress.ambient());
    }

    private static List<FlightStall> stalls(List<FlightDump> dumps) {
        return FlightDiagnosis.of(FlightMeetings.of(dumps));
    }

    @Test
    void whatIsOverAndWasReachedByAllIsComplete() throws IOException {
        List<FlightDump> dumps = read(twoDone());
        assertThat(dumps).allMatch(dump -> dump.entries().stream().allMatch(FlightEntry::isComplete));
        assertThat(stalls(dumps)).isEmpty();
    }

    /** Whether the others still wait, or gave up when the connection closed or the time was over. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aRankThatDidNotComeIsNamed(boolean gaveUp) throws IOException {
        List<FlightDump> dumps = read(twoDone().gloo("0", 3, "all_reduce", 1024, gaveUp, 2, 0, 1));
        assertThat(stalls(dumps)).singleElement().satisfies(stall -> {
            assertThat(stall.kind()).isEqualTo(FlightStall.Kind.MISSING);
            assertThat(stall.missing()).containsExactly(2);
            assertThat(stall.waiting()).containsExactly(0, 1);
            assertThat(stall.meeting().sequence()).isEqualTo(3);
        });
        assertThat(dumps.get(0).entries())
                .extracting(FlightEntry::state)
                .containsExactly(State.COMPLETED, State.COMPLETED, State.SCHEDULED);
    }

    @Test
    void groupsAreJudgedByTheirOwnRanks() throws IOException {
        List<FlightDump> dumps = read(twoDone()
                .group("1", 0, 1)
                .gloo("1", 7, "all_reduce", 8, true, 3, 0, 1)
                .add("0", 3, "all_reduce", 8, "completed", 4, 0, 1, 2));
        assertThat(stalls(dumps)).isEmpty();
    }

    /** Of NCCL a retired record that is scheduled was abandoned. */
    @Test
    void otherBackendsKeepTheirState() throws IOException {
        List<FlightDump> dumps = read(new FlightLog(2).add("0", 1, "all_reduce", 8, "scheduled", 0, 0, 1));
        assertThat(dumps).allMatch(dump -> dump.entries().get(0).state() == State.SCHEDULED);
    }
}
