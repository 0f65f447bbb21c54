// SPDX-License-Identifier: Apache-2.0
package org.etude.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.etude.calibrate.CalibrationException;
import org.etude.calibrate.CollectiveTiming;
import org.etude.cli.TestShell;
import org.etude.cli.base.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tech.tablesaw.api.Table;

/** Recordings by a generator of the public definition. Rank 1 of four comes 30 us late to every all-reduce. */
class NcclInspectorTest {
    @TempDir
    private Path dir;

    private static String header(int rank, int ranks) {
        return "\"header\":{\"id\":\"0xabc\",\"comm_name\":\"default_pg\",\"rank\":" + rank + ",\"n_ranks\":" + ranks
                + ",\"nnodes\":2},\"metadata\":{\"inspector_output_format_version\":\"v4.0\",\"git_rev\":\"\",\"rec_mechanism\":"
                + "\"nccl_profiler_interface\",\"dump_timestamp_us\":1,\"hostname\":\"node" + rank / 2 + "\",\"pid\":"
                + (900 + rank) + "}";
    }

    private static String perf(String coll, int sn, long size, long us, double algbw) {
        return String.format(
                Locale.ROOT,
                "\"coll_perf\":{\"coll\":\"%s\",\"coll_sn\":%d,\"coll_msg_size_bytes\":%d,\"coll_exec_time_us\":%d,"
                        + "\"coll_timing_source\":\"kernel_gpu\",\"coll_algobw_gbs\":%f,\"coll_busbw_gbs\":0.0}",
                coll,
                sn,
                size,
                us,
                algbw);
    }

    private static long transfer(long size) {
        return 20 + size / 10_000;
    }

    /** v4.0: a header in each record. */
    private static String file(int rank) {
        StringBuilder text = new StringBuilder();
        int sn = 0;
        for (long size : new long[] {10_000, 100_000, 1_000_000, 10_000_000, 100_000_000}) {
            for (int i = 0; i < 4; i++) {
                long us = transfer(size) + (rank == 1 ? 0 : 30);
                text.append('{').append(header(rank, 4)).append(',');
                text.append(perf("AllReduce", sn++, size, us, size / 1e3 / us)).append("}\n");
            }
        }
        text.append('{').append(header(rank, 4)).append(',');
        text.append(perf("AllGather", 0, 250_000, 120, 0)).append("}\n");
        text.append('{').append(header(rank, 4));
        return text.append(",\"p2p_perf\":{\"p2p\":\"Send\",\"p2p_sn\":0,\"p2p_peer\":1,\"p2p_msg_size_bytes\":64,"
                        + "\"p2p_exec_time_us\":7,\"p2p_timing_source\":\"kernel_gpu\"}}\n")
                .toString();
    }

    private Path job() throws IOException {
        Path folder = Files.createDirectories(dir.resolve("dumps"));
        for (int rank = 0; rank < 4; rank++) {
            Files.writeString(folder.resolve("node" + rank / 2 + "-pid" + (900 + rank) + ".log"), file(rank));
        }
        return folder;
    }

    private static List<String> column(Table table, String name) {
        return table.column(name).asStringColumn().asList();
    }

    @Test
    void profilesEveryCollectiveAndSize() throws IOException {
        Table profile = NcclInspector.load(job()).profile();
        assertThat(column(profile, "type"))
                .containsExactly(
                        "all_reduce", "all_reduce", "all_reduce", "all_reduce", "all_reduce", "all_gather", "sendrecv");
        assertThat(column(profile, "size_bytes"))
                .containsExactly("10000", "100000", "1000000", "10000000", "100000000", "1000000", "64");
        assertThat(column(profile, "count")).containsExactly("4", "4", "4", "4", "4", "1", "4");
        assertThat(profile.doubleColumn("p50_us").get(2)).isEqualTo(150);
        assertThat(profile.doubleColumn("transfer_us").get(2)).isEqualTo(120);
        assertThat(profile.doubleColumn("max_us").get(4)).isEqualTo(10_050);
        // 1e6 bytes in 120 us; an all-reduce of four ranks moves 1.5 times that.
        assertThat(profile.doubleColumn("algbw_gbps").get(2)).isEqualTo(1_000_000 / 120.0 * 8e-3);
        assertThat(profile.doubleColumn("busbw_gbps").get(2)).isEqualTo(1_000_000 / 120.0 * 8e-3 * 1.5);
    }

    @Test
    void theRankThatWaitsLeastComesLast() throws IOException {
        Table stragglers = NcclInspector.load(job()).stragglers();
        assertThat(column(stragglers, "rank")).containsExactly("1", "0", "2", "3");
        assertThat(column(stragglers, "host").get(0)).isEqualTo("node0");
        assertThat(column(stragglers, "last")).containsExactly("20", "0", "0", "0");
        assertThat(stragglers.doubleColumn("late_ms").get(0)).isEqualTo(0.6);
        assertThat(stragglers.doubleColumn("worst_late_us").get(0)).isEqualTo(30);
        assertThat(stragglers.doubleColumn("waiting_ms").get(1)).isEqualTo(0.6);
    }

    @Test
    void timesOfTheHostAreReported() throws IOException {
        Path folder = job();
        Path file = folder.resolve("node0-pid900.log");
        Files.writeString(file, Files.readString(file).replace("kernel_gpu", "collective_cpu"));
        Files.writeString(folder.resolve("node0-pid901.log"), file(1).replaceFirst("kernel_gpu", "kernel_cpu"));
        assertThat(column(NcclInspector.load(folder).findings(), "what"))
                .containsExactly("22 times are those of the host");
    }

    @Test
    void transfersWithoutWaitingCalibrate() throws IOException {
        Timings timings = Timings.load(job().toString());
        assertThat(timings.list())
                .contains(
                        new CollectiveTiming("all_reduce", 4, 1_000_000, 120, 2, 0),
                        new CollectiveTiming("all_gather", 4, 1_000_000, 120, 2, 0))
                .hasSize(6);
        assertThat(column(timings.findings(), "what")).containsExactly("messages were left out");
        Table parameters = timings.fit().parameters();
        assertThat(column(parameters, "of").get(0)).isEqualTo("all_reduce of 4 ranks");
        assertThat(parameters.doubleColumn("value").get(0)).isBetween(19.9, 20.1);
        TestShell.run("calibrate", "--timings", dir.resolve("dumps"), "--format", "csv")
                .exits(ExitCode.OK);
        TestShell shell = TestShell.run(
                        "inspector", dir.resolve("dumps"), "--format", "csv", "--out", dir.resolve("out"))
                .exits(ExitCode.OK);
        assertThat(shell.out()).contains("0xabc,default_pg,4,2,all_reduce,1000000,4,150,150,150,150,120,");
        assertThat(dir.resolve("out/comm_stragglers.csv")).exists();
    }

    @Test
    void recordsOfACopiedFileCountOnce() throws IOException {
        Path folder = job();
        Table once = NcclInspector.load(folder).profile();
        Files.copy(folder.resolve("node1-pid902.log"), folder.resolve("node1-pid902 (copy).log"));
        NcclInspector twice = NcclInspector.load(folder);
        // 20 all-reduces and one all-gather; messages have no number that two ranks share.
        assertThat(column(twice.findings(), "what")).containsExactly("21 records repeat others");
        assertThat(twice.profile().dropRange(6, 7).print())
                .isEqualTo(once.dropRange(6, 7).print());
        Path unnumbered = Files.writeString(dir.resolve("n.log"), file(0).replaceFirst("\"coll_sn\"", "\"sn\""));
        assertThatThrownBy(() -> NcclInspector.load(unnumbered))
                .hasMessageContaining("n.log, line 1: a record needs")
                .hasMessageContaining("its number");
    }

    /** Names of format v4.2; it states no bandwidth of an all-to-all, whose buffer is that of all ranks. */
    @Test
    void anAllToAllIsOneUnderItsNewName() throws IOException {
        Path file = Files.writeString(
                dir.resolve("new.log"),
                "{" + header(0, 4) + "," + perf("All2All", 0, 1000, 10, 0) + "}\n{" + header(0, 4) + ","
                        + perf("AllGatherV", 1, 1000, 10, 0.4) + "}\n");
        Table profile = NcclInspector.load(file).profile();
        assertThat(column(profile, "type")).containsExactly("all_to_all", "allgatherv");
        assertThat(column(profile, "size_bytes")).containsExactly("4000", "4000");
        assertThat(Timings.load(file.toString()).list())
                .contains(new CollectiveTiming("all_to_all", 4, 4000, 10, 2, 0));
    }

    @Test
    void recordsInheritTheHeaderOfTheirMarker() throws IOException {
        Path file = Files.writeString(
                dir.resolve("new.log"),
                "{" + header(0, 2) + ",\"dump_stats\":{\"coll_records\":1,\"coll_dropped_since_last_dump\":3}}\n{"
                        + perf("ReduceScatter", 5, 1000, 10, 0.2) + "}\n{\"proxy_trace\":{}}\n{"
                        + perf("AllReduce", 6, 1000, 0, 0) + "}\n");
        NcclInspector log = NcclInspector.load(file);
        // 0.2 GB/s for 10 us are 2000 bytes: the buffer of two ranks.
        assertThat(column(log.profile(), "size_bytes")).containsExactly("2000", "1000");
        assertThat(column(log.findings(), "what"))
                .containsExactly("3 records were overwritten before they were written");
        Timings timings = Timings.load(file.toString());
        assertThat(timings.list()).containsExactly(new CollectiveTiming("reduce_scatter", 2, 2000, 10, 2, 0));
        assertThat(column(timings.findings(), "what"))
                .containsExactly(
                        "3 records were overwritten before they were written",
                        "2 kinds of collectives were not recorded by all of their ranks",
                        "1 time of 0 us was left out");
    }

    @Test
    void namesWhatCannotBeUsed() throws IOException {
        String whole = file(0);
        Path cut = Files.writeString(dir.resolve("cut.log"), whole.substring(0, whole.length() - 20));
        assertThat(column(NcclInspector.load(cut).findings(), "what")).containsExactly("the file ends inside a record");
        Path broken = Files.writeString(dir.resolve("b.log"), whole.replaceFirst("\"n_ranks\":4", "\"n_ranks\":0"));
        assertThatThrownBy(() -> NcclInspector.load(broken))
                .isInstanceOf(CalibrationException.class)
                .hasMessageContaining("b.log, line 1: a record needs header.rank, header.n_ranks");
        for (String[] other : new String[][] {
            {"\"n_ranks\":4", "\"n_ranks\":4294967300"},
            {"\"n_ranks\":4", "\"n_ranks\":4.5"},
            {"\"rank\":0", "\"rank\":0.5"},
            {"\"coll_msg_size_bytes\":10000", "\"coll_msg_size_bytes\":10000.5"},
            {"\"coll_sn\":0", "\"coll_sn\":0.5"},
            {"\"coll_exec_time_us\":\\d+", "\"coll_exec_time_us\":1e999"}
        }) {
            String changed = whole.replaceFirst(other[0], other[1]);
            assertThat(changed).isNotEqualTo(whole);
            Path damaged = Files.writeString(dir.resolve("d.log"), changed);
            assertThatThrownBy(() -> NcclInspector.load(damaged))
                    .as(other[1])
                    .isInstanceOf(CalibrationException.class)
                    .hasMessageContaining("d.log, line 1: a record needs");
        }
        Path text = Files.writeString(dir.resolve("t.log"), "{\"header\":{}}\nhello\n");
        assertThatThrownBy(() -> NcclInspector.load(text)).hasMessageContaining("t.log, line 2: is not JSON");
        Path empty = Files.createDirectories(dir.resolve("empty"));
        assertThatThrownBy(() -> NcclInspector.load(empty)).hasMessageContaining("holds no record of NCCL Inspector");
    }

    @Test
    void aRecordCutAnywhereIsLeftOut() throws IOException {
        String whole = file(0).strip();
        int last = whole.lastIndexOf('\n') + 1;
        int records = NcclInspector.load(Files.writeString(dir.resolve("whole.log"), whole.substring(0, last)))
                .profile()
                .rowCount();
        for (int end = last + 1; end < whole.length(); end++) {
            Path cut = Files.writeString(dir.resolve("cut.log"), whole.substring(0, end));
            NcclInspector log = NcclInspector.load(cut);
            assertThat(column(log.findings(), "what"))
                    .as("cut after %s characters", end)
                    .containsExactly("the file ends inside a record");
            assertThat(log.profile().rowCount()).isEqualTo(records);
        }
    }

    @Test
    void timesAndSizesBelowZeroAreRefused() throws IOException {
        String whole = file(0);
        for (String field : List.of("coll_exec_time_us", "coll_msg_size_bytes")) {
            Path broken = Files.writeString(dir.resolve("b.log"), whole.replaceFirst("(\"" + field + "\": ?)", "$1-"));
            assertThatThrownBy(() -> NcclInspector.load(broken))
                    .isInstanceOf(CalibrationException.class)
                    .hasMessageContaining("b.log, line 1: a record needs");
        }
    }

    @Property(tries = 200)
    void damagedFilesEndInAProfileOrOneError(@ForAll long seed) throws IOException {
        Random random = new Random(seed);
        byte[] bytes = file(random.nextInt(4)).substring(0, 2000).getBytes(StandardCharsets.UTF_8);
        bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length));
        for (int i = random.nextInt(4); i > 0 && bytes.length > 0; i--) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        Path file = Files.createTempFile("inspector", ".log");
        try {
            Files.write(file, bytes);
            assertThat(NcclInspector.load(file).profile().rowCount()).isPositive();
        } catch (CalibrationException e) {
            assertThat(e.getMessage()).contains("inspector");
        } finally {
            Files.delete(file);
        }
    }
}
