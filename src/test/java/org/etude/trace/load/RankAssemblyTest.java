// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.etude.report.Finding;
import org.etude.trace.model.TraceSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@link RankAssembly} finds out about the job, and {@link RankClocks} about its clocks where files say little. */
class RankAssemblyTest {
    @TempDir
    private Path dir;

    private void device(String name, int rank, int world, int process) {
        TraceFiles.write(
                dir.resolve(name),
                TraceFiles.DEVICE
                        .replace("\"rank\":0,\"world_size\":1", "\"rank\":" + rank + ",\"world_size\":" + world)
                        .replace("\"pid\":7", "\"pid\":" + process));
    }

    private void host(String name, int process) {
        TraceFiles.write(dir.resolve(name), TraceFiles.HOST.replace("\"pid\":7", "\"pid\":" + process));
    }

    private static List<String> beginning(TraceSet traces, String... beginnings) {
        return TraceFiles.whats(traces).stream()
                .filter(what -> List.of(beginnings).stream().anyMatch(what::startsWith))
                .toList();
    }

    @Test
    void theLargestStatedWorldCounts() {
        device("device_0.json", 0, 2, 7);
        device("device_1.json", 1, 4, 8);
        TraceSet traces = TraceFiles.load(dir);
        assertThat(traces.worldSize()).isEqualTo(4);
        assertThat(beginning(traces, "the files state", "missing"))
                .containsExactly("the files state different world sizes: [2, 4]", "missing ranks 2, 3 of a world of 4");
    }

    @Test
    void aRankBeyondTheWorldEnlargesIt() {
        device("device_0.json", 0, 2, 7);
        device("device_2.json", 2, 2, 8);
        TraceSet traces = TraceFiles.load(dir);
        assertThat(traces.worldSize()).isEqualTo(3);
        assertThat(beginning(traces, "rank 2", "missing"))
                .containsExactly("rank 2 does not fit a world of 2", "missing rank 1 of a world of 3");
    }

    /** Eight of the missing ranks are listed. */
    @Test
    void manyMissingRanksAreCounted() {
        device("device_1.json", 1, 12, 7);
        assertThat(beginning(TraceFiles.load(dir), "missing"))
                .containsExactly("missing ranks 0, 2, 3, 4, 5, 6, 7, 8, ... (11) of a world of 12");
        device("device_1.json", 1, 9, 7);
        assertThat(beginning(TraceFiles.load(dir), "missing"))
                .containsExactly("missing ranks 0, 2, 3, 4, 5, 6, 7, 8 of a world of 9");
    }

    @Test
    void theNameOfAFileOutdoesItsContent() {
        device("device_1.json", 0, 2, 7);
        TraceSet traces = TraceFiles.load(dir);
        assertThat(traces.ranks()).singleElement().returns(1, rank -> rank.rank());
        assertThat(beginning(traces, "the name"))
                .containsExactly("the name states rank 1, distributedInfo states rank 0");
    }

    /** Processes show which host trace belongs to which device trace. */
    @Test
    void filesOfOtherProcessesAreNoticed() {
        device("device_0.json", 0, 2, 7);
        device("device_1.json", 1, 2, 8);
        host("host_0.json", 8);
        host("host_1.json", 9);
        TraceSet traces = TraceFiles.load(dir);
        assertThat(beginning(traces, "written by"))
                .containsExactly(
                        "written by process 8, which is that of rank 1, not [7] of this rank",
                        "written by process 9, the device trace by [8]");
        assertThat(traces.report().findings())
                .filteredOn(finding -> finding.what().startsWith("written by"))
                .extracting(Finding::level)
                .containsExactly(Finding.Level.WARNING, Finding.Level.INFO);
        host("host_0.json", 7);
        host("host_1.json", 8);
        assertThat(beginning(TraceFiles.load(dir), "written by")).isEmpty();
    }

    /** Files whose names and contents do not state their ranks: by their process, else the first rank without one. */
    @Test
    void ranksOfLooseFilesAreGuessed() {
        device("device_0.json", 0, 3, 7);
        device("device_1.json", 1, 3, 8);
        host("x.json", 8);
        host("y.json", 5);
        host("z.json", 6);
        TraceSet traces = TraceFiles.load(dir);
        assertThat(traces.report().findings())
                .filteredOn(finding -> finding.what().startsWith("neither name nor content"))
                .extracting(finding -> finding.rank() + " " + finding.why())
                .containsExactly(
                        "1 its process wrote " + dir.resolve("device_1.json") + " too",
                        "0 taken as rank 0, the first without such a file",
                        "2 taken as rank 2, the first without such a file");
    }

    private void bare(int rank, String events) {
        TraceFiles.write(dir.resolve("device_" + rank + ".json"), "{\"traceEvents\":[" + events + "]}");
    }

    private static String span(String category, String name, double at, double us) {
        return "{\"ph\":\"X\",\"cat\":\"" + category + "\",\"name\":\"" + name + "\",\"pid\":1,\"tid\":1,\"ts\":" + at
                + ",\"dur\":" + us + ",\"args\":{\"External id\":1,\"Record function id\":1}}";
    }

    /** No base time and no common collective: the start of a step that both have, else nothing, aligns the clocks. */
    @Test
    void clocksAreSetByAStepIfByNothingElse() {
        String op = "," + span("cpu_op", "aten::mm", 1020, 5);
        bare(0, span("user_annotation", "ProfilerStep#3", 1000, 500) + op);
        bare(
                1,
                span("user_annotation", "ProfilerStep#2", 200, 500) + ","
                        + span("user_annotation", "ProfilerStep#3", 700, 500) + op);
        bare(2, span("user_annotation", "ProfilerStep#9", 100, 500) + op);
        TraceSet traces = TraceFiles.load(dir);
        assertThat(traces.ranks()).extracting(rank -> rank.clockOffsetNanos()).containsExactly(0L, 300_000L, 0L);
        assertThat(beginning(traces, "clock"))
                .containsExactly("clock set by the start of step 3", "clock unknown against that of rank 0");
    }

    /** The observer was active from 10 to 20 ms, with 2 ms of doubt, the profiler for 20 ms. */
    @Test
    void aHostTraceThatCoversLessIsNoticed() {
        TraceFiles.write(dir.resolve("host_0.json"), TraceFiles.HOST);
        bare(0, span("cpu_op", "a", 0, 10) + "," + span("cpu_op", "b", 19_990, 10));
        assertThat(beginning(TraceFiles.load(dir), "the host trace covers"))
                .containsExactly("the host trace covers 12 ms, the operators of the device trace 20 ms");
        bare(0, span("cpu_op", "a", 0, 10) + "," + span("cpu_op", "b", 12_000, 10));
        assertThat(beginning(TraceFiles.load(dir), "the host trace covers")).isEmpty();
    }
}
