// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.etude.LinkedTraces;
import org.etude.Traces;
import org.etude.analysis.recorded.CommCalls;
import org.etude.calibrate.TraceTimings;
import org.etude.link.Recording;
import org.etude.link.match.CollectiveMatcher;
import org.etude.link.model.CollectiveMatches;
import org.etude.link.model.CommTimes;
import org.etude.link.model.LinkedSet;
import org.etude.link.order.MatchedWaits;
import org.etude.trace.activity.PartnerWaits;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What tables and figures say of a kernel that carries several messages: rank 0 sends twice to rank 1, which comes 30 us
 * later, once to rank 2, which comes 10 us later, and receives from rank 1. Sizes in elements of 4 bytes.
 */
class BatchedRecordingTest {
    @TempDir
    Path dir;

    private Path traces;

    private static void call(Recording.Rank rank, double at, String name, int elements, int peer) {
        rank.op(
                "record_param_comms",
                1,
                at,
                4,
                "Collective name",
                name,
                "dtype",
                "Float",
                "In msg nelems",
                elements,
                "Out msg nelems",
                elements,
                "Group size",
                3,
                "Process Group Name",
                "0",
                "Process Group Ranks",
                "[0, 1, 2]",
                name.equals("send") ? "Dst Rank" : "Src Rank",
                peer);
    }

    @BeforeEach
    void record() {
        traces = dir.resolve("traces");
        Recording recording = new Recording(3);
        Recording.Rank first = recording.rank(0).group("0", 0, 1, 2);
        call(first, 10, "send", 3000, 1);
        call(first, 20, "recv", 1000, 1);
        call(first, 30, "send", 1000, 1);
        call(first, 40, "send", 500, 2);
        first.call("cudaLaunchKernelExC", 1, 50, 5, 11).kernel("ncclDevKernel_SendRecv(x)", 20, 100, 100, 11);
        Recording.Rank second = recording.rank(1).group("0", 0, 1, 2);
        call(second, 10, "recv", 3000, 0);
        call(second, 20, "send", 1000, 0);
        call(second, 30, "recv", 1000, 0);
        second.call("cudaLaunchKernelExC", 1, 50, 5, 11).kernel("ncclDevKernel_SendRecv(x)", 20, 130, 70, 11);
        Recording.Rank third = recording.rank(2).group("0", 0, 1, 2);
        call(third, 10, "recv", 500, 0);
        third.call("cudaLaunchKernelExC", 1, 50, 5, 11).kernel("ncclDevKernel_SendRecv(x)", 20, 110, 90, 11);
        recording.load(traces);
    }

    private LinkedTraces linked() {
        return Traces.load(traces.toString()).link();
    }

    @Test
    void messagesOfOneConnectionAreRowsThatFollowEachOtherAfterTheWait() {
        var table = linked().collectives();
        List<String> rows = table.stream()
                .map(row -> row.getInt("rank") + " " + row.getString("type") + " " + row.getInt("peer") + " "
                        + row.getLong("bytes") + " " + row.getDouble("start_us") + " " + row.getDouble("duration_us")
                        + " " + row.getDouble("waiting_us"))
                .toList();
        assertThat(rows)
                .containsExactly(
                        "0 send 1 12000 90.0 82.5 30.0",
                        "0 recv 1 4000 90.0 100.0 30.0",
                        "0 send 1 4000 172.5 17.5 0.0",
                        "0 send 2 2000 90.0 100.0 30.0",
                        "1 recv 0 12000 120.0 52.5 0.0",
                        "1 send 0 4000 120.0 70.0 0.0",
                        "1 recv 0 4000 172.5 17.5 0.0",
                        "2 recv 0 2000 100.0 90.0 0.0");
    }

    /** Rank 2 recorded nothing: its message has no wait and is not matched, those with rank 1 waited for that for 30 us. */
    @Test
    void aMessageWithoutItsOtherEndIsNotMatched() throws IOException {
        try (Stream<Path> files = Files.list(traces)) {
            for (Path file : files.filter(f -> f.getFileName().toString().contains("_2."))
                    .toList()) {
                Files.delete(file);
            }
        }
        LinkedSet linked = linked().set();
        assertThat(new CommTimes(CollectiveMatcher.match(linked))
                        .of(linked.ranks().get(0)))
                .containsExactly(
                        new CommTimes.Time(100_000, 82_500, 30_000, true),
                        new CommTimes.Time(100_000, 100_000, 30_000, true),
                        new CommTimes.Time(182_500, 17_500, 0, true),
                        new CommTimes.Time(100_000, 100_000, 0, false));
    }

    /** The kernel's time after the wait is that of both sends to rank 1, by their sizes, and of each other message. */
    @Test
    void messagesOfOneConnectionShareTheTimeOfTheirKernel() {
        LinkedSet linked = linked().set();
        assertThat(CommCalls.of(linked, CollectiveMatcher.match(linked)))
                .extracting(call -> call.rank() + " " + call.type() + " " + call.ranks() + " " + call.nanos() + " "
                        + call.waitingNanos())
                .containsExactly(
                        "0 SEND [0, 1] 82500 30000",
                        "0 RECV [0, 1] 100000 30000",
                        "0 SEND [0, 1] 17500 0",
                        "0 SEND [0, 2] 100000 30000",
                        "1 RECV [1, 0] 52500 0",
                        "1 SEND [1, 0] 70000 0",
                        "1 RECV [1, 0] 17500 0",
                        "2 RECV [2, 0] 90000 0");
    }

    @Test
    void aKernelWaitsOnceForItsLastPeerAndTimesNoMessageAlone() {
        LinkedSet linked = linked().set();
        CollectiveMatches matches = CollectiveMatcher.match(linked);
        PartnerWaits waits = MatchedWaits.of(linked, matches).build();
        assertThat(waits.of(0).values()).containsExactly(30_000L);
        assertThat(TraceTimings.of(linked)).isEmpty();
    }

    /** In flight from when both ends are there: 2000 bytes at 110 us, 16000 to rank 1 and 4000 from it at 130 us. */
    @Test
    void everyMessageIsInFlight() throws IOException {
        Path file = dir.resolve("recorded.json");
        Traces.load(traces.toString()).exportPerfetto(file.toString());
        PerfettoJson trace = PerfettoJson.read(file);
        long origin = 10;
        assertThat(trace.counter("rank 0", "bytes in flight"))
                .containsExactly((110 - origin) + " 2000", (130 - origin) + " 22000", (200 - origin) + " 0");
        assertThat(trace.counter("rank 1", "bytes in flight"))
                .containsExactly((130 - origin) + " 20000", (200 - origin) + " 0");
    }
}
