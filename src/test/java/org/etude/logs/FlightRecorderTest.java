// SPDX-License-Identifier: Apache-2.0
package org.etude.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.etude.Topology;
import org.etude.Workload;
import org.etude.cli.TestShell;
import org.etude.cli.base.ExitCode;
import org.etude.et.check.EtValidator;
import org.etude.flight.FlightException;
import org.etude.flight.FlightLog;
import org.etude.report.EtudeException;
import org.etude.report.Finding;
import org.etude.report.Progress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tech.tablesaw.api.Table;

class FlightRecorderTest {
    @TempDir
    private Path dir;

    /** Two groups of two; rank 3 leaves out the second all-reduce of the job. */
    private static FlightLog job() {
        return new FlightLog(4)
                .group("1", 0, 1)
                .group("2", 2, 3)
                .add("0", 1, "all_reduce", 1024, "completed", 1, 0, 1, 2, 3)
                .add("1", 1, "_all_gather_base", 256, "completed", 2, 0, 1)
                .add("2", 1, "_all_gather_base", 256, "completed", 2, 2, 3)
                .message(1, "send 0->1", 64, "completed", 3, 0)
                .message(1, "recv 1<-0", 64, "completed", 3, 1)
                .add("0", 2, "all_reduce", 1024, "started", 4, 0, 1, 2);
    }

    private FlightRecorder load(FlightLog log) throws IOException {
        return FlightRecorder.load(log.write(dir.resolve("dumps" + Math.abs(log.hashCode()))));
    }

    private static List<String> column(Table table, String name) {
        return table.column(name).asStringColumn().asList();
    }

    @Test
    void saysWhichRankDidNotCome() throws IOException {
        FlightRecorder recorder = load(job());
        assertThat(recorder.verdict())
                .isEqualTo(
                        "rank 3 did not reach all_reduce #2 of group 0 (default_pg), 4096 bytes; ranks 0-2 have waited since"
                                + " 2025-11-22 10:00:04.000 UTC, for at least 600.0 s");
        Table stalls = recorder.stalls();
        assertThat(column(stalls, "missing_ranks")).containsExactly("3");
        assertThat(column(stalls, "waiting_ranks")).containsExactly("0-2");
        assertThat(column(stalls, "detail"))
                .containsExactly("rank 3 last enqueued _all_gather_base #1 of group 2 at /job/train.py:18, completed");
        assertThat(column(recorder.ranks(), "records")).containsExactly("4", "4", "3", "2");
    }

    @Test
    void jsonSaysTheSame() throws IOException {
        assertThat(FlightRecorder.load(job().json(dir.resolve("json"))).stalls().toString())
                .contains("3 last enqueued")
                .contains("0-2");
        assertThat(FlightRecorder.load(job().json(dir.resolve("json"))).verdict())
                .isEqualTo(load(job()).verdict());
    }

    @Test
    void aStallThatFollowsFromAnotherIsNoCause() throws IOException {
        // Ranks 0, 1 and 3 wait for rank 2 in group 0, which waits for rank 4 in group 2.
        FlightRecorder recorder = load(new FlightLog(5)
                .group("2", 2, 4)
                .add("2", 5, "_reduce_scatter_base", 512, "completed", 1, 2, 4)
                .add("0", 7, "all_reduce", 512, "started", 2, 0, 1, 3, 4)
                .add("2", 6, "_reduce_scatter_base", 512, "started", 3, 2));
        assertThat(column(recorder.stalls(), "role")).containsExactly("cause", "cause");
        assertThat(column(recorder.stalls(), "detail").get(0)).contains("in a cycle");
        // Ranks 0 and 1 wait for 2 and 3, and 2 for 3, which waits nowhere.
        FlightRecorder chain = load(new FlightLog(4)
                .group("2", 2, 3)
                .add("2", 5, "_reduce_scatter_base", 512, "completed", 1, 2, 3)
                .add("0", 7, "all_reduce", 512, "started", 2, 0, 1)
                .add("2", 6, "_reduce_scatter_base", 512, "started", 3, 2));
        assertThat(chain.verdict()).startsWith("rank 3 did not reach _reduce_scatter_base #6 of group 2");
        // Ranks 0 and 1 wait for 2 alone, 2 for 3: group 0 follows.
        FlightRecorder follows = load(new FlightLog(4)
                .group("1", 0, 1, 2)
                .group("2", 2, 3)
                .add("2", 5, "_reduce_scatter_base", 512, "completed", 1, 2, 3)
                .add("1", 7, "all_reduce", 512, "started", 2, 0, 1)
                .add("2", 6, "_reduce_scatter_base", 512, "started", 3, 2));
        assertThat(column(follows.stalls(), "role")).containsExactly("cause", "follows");
        assertThat(column(follows.stalls(), "missing_ranks")).containsExactly("3", "2");
    }

    @Test
    void aRankThatWaitsElsewhereIsNotBlamed() throws IOException {
        // Rank 3 hangs. Rank 2 waits for rank 1 in group 2, which came to group 0 and waits for 2 and 3 there.
        FlightRecorder beside = load(new FlightLog(4)
                .group("2", 1, 2)
                .add("2", 5, "_reduce_scatter_base", 512, "completed", 1, 1, 2)
                .add("0", 6, "all_reduce", 512, "completed", 1, 0, 1, 2, 3)
                .add("0", 7, "all_reduce", 512, "started", 2, 0, 1)
                .add("2", 6, "_reduce_scatter_base", 512, "started", 3, 2));
        assertThat(beside.verdict())
                .isEqualTo(
                        "rank 3 did not reach all_reduce #7 of group 0 (default_pg), 2048 bytes (rank 2 did not reach"
                                + " it either: it waits elsewhere); ranks 0-1 have waited since 2025-11-22 10:00:02.000 UTC, for at least"
                                + " 600.0 s");
        assertThat(column(beside.stalls(), "role")).containsExactly("cause", "follows");
        assertThat(column(beside.stalls(), "missing_ranks")).containsExactly("2-3", "1");
        assertThat(column(beside.stalls(), "held_ranks")).containsExactly("2", "1");
        assertThat(column(beside.stalls(), "detail").get(0)).startsWith("rank 3 last enqueued all_reduce #6");
    }

    @Test
    void aCycleBesideAnotherCauseIsACause() throws IOException {
        // Ranks 0 and 1 wait for each other; rank 5 left 4 alone; rank 2 waits for 0.
        FlightRecorder recorder = load(new FlightLog(6)
                .group("1", 0, 1)
                .group("2", 0, 1)
                .group("3", 0, 2)
                .group("4", 4, 5)
                .add("1", 1, "all_reduce", 8, "started", 1, 0)
                .add("2", 1, "all_reduce", 8, "started", 1, 1)
                .add("3", 1, "all_reduce", 8, "started", 2, 2)
                .add("4", 1, "all_reduce", 8, "completed", 0, 4, 5)
                .add("4", 2, "all_reduce", 8, "started", 3, 4));
        assertThat(column(recorder.stalls(), "role")).containsExactly("cause", "cause", "cause", "follows");
        assertThat(column(recorder.stalls(), "group")).containsExactly("1", "2", "4", "3");
        assertThat(column(recorder.stalls(), "detail").get(0)).contains("in a cycle");
        assertThat(column(recorder.stalls(), "detail").get(2)).doesNotContain("cycle");
    }

    @Test
    void betweenTwoCyclesIsNoCycle() throws IOException {
        // Ranks 0 and 1 wait for each other, 2 and 3 as well; 2 waits for 1 besides.
        FlightRecorder recorder = load(new FlightLog(4)
                .group("1", 0, 1)
                .group("2", 0, 1)
                .group("m", 1, 2)
                .group("5", 2, 3)
                .group("6", 2, 3)
                .add("1", 1, "all_reduce", 8, "started", 1, 0)
                .add("2", 1, "all_reduce", 8, "started", 2, 1)
                .add("m", 1, "all_reduce", 8, "started", 3, 2)
                .add("5", 1, "all_reduce", 8, "started", 4, 2)
                .add("6", 1, "all_reduce", 8, "started", 5, 3));
        assertThat(column(recorder.stalls(), "group")).containsExactly("1", "2", "5", "6", "m");
        assertThat(column(recorder.stalls(), "role")).containsExactly("cause", "cause", "cause", "cause", "follows");
        assertThat(column(recorder.stalls(), "held_ranks")).containsExactly("", "", "", "", "1");
        assertThat(column(recorder.stalls(), "detail").get(2)).contains("ranks 2 and 3 wait for each other in a cycle");
        assertThat(column(recorder.stalls(), "detail").get(4)).doesNotContain("cycle");
        assertThat(recorder.verdict())
                .isEqualTo(
                        "ranks 0 and 1 wait for each other: rank 1 did not reach all_reduce #1 of group 1 (undefined), 32"
                                + " bytes; rank 0 has waited since 2025-11-22 10:00:01.000 UTC, for at least 600.0 s (1 more)");
    }

    @Test
    void aCycleThatAnotherCauseHoldsUpIsNamedAllTheSame() throws IOException {
        // Ranks 0 and 1 wait for each other; 1 waits besides for 5, which hangs.
        FlightRecorder recorder = load(new FlightLog(6)
                .group("1", 0, 1)
                .group("2", 0, 1)
                .group("3", 1, 5)
                .add("3", 1, "all_reduce", 8, "completed", 0, 1, 5)
                .add("1", 1, "all_reduce", 8, "started", 1, 0)
                .add("2", 1, "all_reduce", 8, "started", 2, 1)
                .add("3", 2, "all_reduce", 8, "started", 3, 1));
        assertThat(column(recorder.stalls(), "group")).containsExactly("3", "1", "2");
        assertThat(column(recorder.stalls(), "role")).containsExactly("cause", "follows", "follows");
        assertThat(column(recorder.stalls(), "held_ranks")).containsExactly("", "1", "0");
        assertThat(column(recorder.stalls(), "detail").get(0)).doesNotContain("cycle");
        assertThat(column(recorder.stalls(), "detail").get(1)).contains("ranks 0 and 1 wait for each other in a cycle");
        assertThat(column(recorder.stalls(), "detail").get(2)).contains("ranks 0 and 1 wait for each other in a cycle");
        assertThat(recorder.verdict()).startsWith("rank 5 did not reach all_reduce #2 of group 3");
    }

    @Test
    void whatNobodyHasBegunFollowsFromWhatWasEnqueuedBefore() throws IOException {
        // Without TORCH_NCCL_ENABLE_TIMING nothing is ever seen to start. Rank 3 did not reach group 0.
        FlightRecorder held = load(new FlightLog(4)
                .group("1", 0, 1)
                .add("0", 1, "all_reduce", 8, "completed", 0, 0, 1, 2, 3)
                .add("0", 2, "all_reduce", 8, "scheduled", 2, 0, 1, 2)
                .add("1", 1, "all_gather", 8, "scheduled", 1, 0, 1));
        assertThat(held.verdict()).startsWith("rank 3 did not reach all_reduce #2");
        assertThat(column(held.stalls(), "role")).containsExactly("cause", "follows");
        // The other way about nothing holds the all-gather up: it is a fault of its own.
        FlightRecorder first = load(new FlightLog(4)
                .group("1", 0, 1)
                .add("0", 1, "all_reduce", 8, "completed", 0, 0, 1, 2, 3)
                .add("1", 1, "all_gather", 8, "scheduled", 1, 0, 1)
                .add("0", 2, "all_reduce", 8, "scheduled", 2, 0, 1, 2));
        assertThat(column(first.stalls(), "role")).containsExactly("cause", "cause");
        // Two groups called in different order by ranks 0 and 1.
        FlightRecorder order = load(new FlightLog(2)
                .group("1", 0, 1)
                .add("0", 1, "all_reduce", 8, "scheduled", 1, 0)
                .add("1", 1, "all_gather", 8, "scheduled", 2, 0)
                .add("1", 1, "all_gather", 8, "scheduled", 1, 1)
                .add("0", 1, "all_reduce", 8, "scheduled", 2, 1));
        assertThat(column(order.stalls(), "role")).containsExactly("cause", "cause");
        assertThat(column(order.stalls(), "detail")).allMatch(d -> d.contains("in different order"));
    }

    @Test
    void disagreementIsNamed() throws IOException {
        assertThat(load(new FlightLog(2)
                                .add("0", 1, "all_reduce", 8, "started", 1, 0)
                                .add("0", 1, "broadcast", 8, "started", 1, 1))
                        .verdict())
                .startsWith(
                        "ranks disagree about all_reduce #1 of group 0 (default_pg), 32 bytes: rank 0 calls all_reduce,"
                                + " rank 1 broadcast; ranks 0-1 have waited");
        assertThat(load(new FlightLog(2)
                                .add("0", 1, "all_reduce", 8, "started", 1, 0)
                                .add("0", 1, "all_reduce", 9, "started", 1, 1))
                        .verdict())
                .contains("rank 0 gives 32 bytes, rank 1 36");
    }

    @Test
    void allCameOrAGpuIsBehind() throws IOException {
        assertThat(load(new FlightLog(2).add("0", 1, "all_reduce", 8, "started", 1, 0, 1))
                        .verdict())
                .startsWith("all ranks reached all_reduce #1");
        assertThat(load(new FlightLog(2)
                                .add("0", 1, "all_reduce", 8, "started", 1, 0)
                                .add("0", 1, "all_reduce", 8, "scheduled", 1, 1))
                        .verdict())
                .startsWith(
                        "rank 1 enqueued all_reduce #1 of group 0 (default_pg), 32 bytes but the GPU has not started it");
        assertThat(load(new FlightLog(2).add("0", 1, "all_reduce", 8, "completed", 1, 0, 1))
                        .verdict())
                .isEqualTo("No rank waits: all 2 recorded operations of 2 ranks are complete.");
    }

    @Test
    void deadRanksAndOverwrittenRecordsAreToldApart() throws IOException {
        assertThat(load(new FlightLog(3).add("0", 1, "all_reduce", 8, "started", 1, 0, 1))
                        .verdict())
                .startsWith("rank 2 has no dump and is not known to have reached all_reduce #1");
        FlightLog lost = new FlightLog(2)
                .lost(1, 500)
                .add("0", 1, "all_reduce", 8, "started", 1, 0)
                .add("0", 9, "all_reduce", 8, "completed", 1, 1);
        assertThat(load(lost).verdict()).startsWith("all ranks reached all_reduce #1");
    }

    @Test
    void makesAJobThatSimulatesAndIsValid() throws IOException {
        Workload work = load(job()).toEt();
        assertThat(EtValidator.check(work.set(), Progress.NONE).findings())
                .filteredOn(f -> f.level() == Finding.Level.ERROR)
                .isEmpty();
        assertThat(work.set().groups().groups()).hasToString("{1=[0, 1], 2=[2, 3]}");
        assertThat(work.set().ranks()).extracting(g -> g.size()).containsExactly(3, 3, 2, 2);
        assertThat(column(work.findings(), "what"))
                .containsExactly("1 operation not reached by every rank", "communication only");
        assertThat(work.simulate(Topology.ring(4)).ranks().rowCount()).isEqualTo(4);
    }

    @Test
    void theCommandSaysItFirst() throws IOException {
        Path dumps = job().write(dir.resolve("d"));
        TestShell shell =
                TestShell.run("flight", dumps, "--out", dir.resolve("out")).exits(ExitCode.FINDINGS);
        assertThat(shell.out()).startsWith("rank 3 did not reach all_reduce #2 of group 0");
        assertThat(dir.resolve("out/flight.3.et")).exists();
        assertThat(dir.resolve("out/flight_stalls.csv"))
                .content()
                .contains("cause,missing,0,default_pg,2,all_reduce,4096,3");
        TestShell.run("validate", dir.resolve("out/flight")).exits(ExitCode.OK);
        assertThat(TestShell.run("flight", dir.resolve("none"))
                        .exits(ExitCode.FAILED)
                        .err())
                .contains("none");
    }

    @Test
    void namesWhatCannotBeUsed() throws IOException {
        Path folder = Files.createDirectories(dir.resolve("bad"));
        assertThatThrownBy(() -> FlightRecorder.load(folder))
                .isInstanceOf(FlightException.class)
                .hasMessageContaining("holds no flight recorder dump");
        byte[] whole = job().pickle(0);
        Path cut = Files.write(folder.resolve("rank_0"), Arrays.copyOf(whole, 100));
        assertThatThrownBy(() -> FlightRecorder.load(folder))
                .hasMessageContaining("rank_0: the pickle ends at byte 100");
        Files.writeString(cut, "{\"version\": \"1.5\"}");
        assertThatThrownBy(() -> FlightRecorder.load(folder)).hasMessageContaining("version \"1.5\"");
        Files.writeString(
                cut, "{\"version\": \"2.4\", \"entries\": [{\"profiling_name\": \"a\", \"record_id\": \"x\"}]}");
        assertThatThrownBy(() -> FlightRecorder.load(folder))
                .hasMessageContaining("rank_0, entry 0: record_id: expected a whole number, found x");
        String ranks = "{\"version\": \"2.4\", \"pg_config\": {\"0\": {\"ranks\": %s}}}";
        Files.writeString(cut, ranks.formatted("[0, 1, [2]]"));
        assertThatThrownBy(() -> FlightRecorder.load(folder))
                .hasMessageContaining("pg_config 0: ranks: expected a rank, found a list");
        Files.writeString(cut, ranks.formatted("\"[0, 99999999999999999999]\""));
        assertThatThrownBy(() -> FlightRecorder.load(folder))
                .hasMessageContaining("pg_config 0: ranks: expected a rank, found 99999999999999999999");
        Files.writeString(cut, ranks.formatted("[0, 1]"));
        assertThat(FlightRecorder.load(folder).isStalled()).isFalse();
        Files.writeString(cut, "{\"version\":\n \"2.4\", ]");
        assertThatThrownBy(() -> FlightRecorder.load(folder)).hasMessageContaining("rank_0, line 2: is neither");
        Files.write(cut, whole);
        Files.write(folder.resolve("nccl_trace_rank_0.pkl"), whole);
        assertThatThrownBy(() -> FlightRecorder.load(folder)).hasMessageContaining("belongs to rank 0, and so does");
    }

    @Property(tries = 300)
    void damagedDumpsEndInAVerdictOrOneError(@ForAll long seed) throws IOException {
        Random random = new Random(seed);
        Path folder = Files.createTempDirectory("flight");
        try {
            job().write(folder);
            Path file = folder.resolve("rank_" + random.nextInt(4));
            byte[] bytes = Files.readAllBytes(file);
            for (int i = 1 + random.nextInt(5); i > 0; i--) {
                bytes[2 + random.nextInt(bytes.length - 2)] = (byte) random.nextInt(256);
            }
            Files.write(file, bytes);
            FlightRecorder recorder = FlightRecorder.load(folder);
            assertThat(recorder.verdict()).isNotEmpty();
            assertThat(recorder.toEt().set().ranks()).isNotEmpty();
        } catch (EtudeException e) {
            assertThat(e.getMessage()).contains("rank_");
        } finally {
            for (Path file : Files.list(folder).toList()) {
                Files.delete(file);
            }
            Files.delete(folder);
        }
    }
}
