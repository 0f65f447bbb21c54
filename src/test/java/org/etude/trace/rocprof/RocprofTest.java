// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.rocprof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.etude.report.Progress;
import org.etude.spec.LoadOptions;
import org.etude.trace.load.TraceLoader;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.EventKind;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.TraceException;
import org.etude.trace.model.TraceSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RocprofTest {
    @TempDir
    Path dir;

    private static TraceSet load(Path path) {
        return TraceLoader.load(List.of(path), LoadOptions.defaults(), Progress.ambient());
    }

    private static DeviceTrace only(Path path) {
        TraceSet set = load(path);
        assertThat(set.ranks()).hasSize(1);
        return set.ranks().get(0).device();
    }

    /** Every event of a kind: name, start, length, GPU or process, stream or thread, correlation. */
    private static List<String> events(DeviceTrace trace, EventKind kind) {
        return IntStream.range(0, trace.size())
                .filter(i -> trace.kind(i) == kind)
                .mapToObj(i -> trace.name(i) + " " + trace.startNanos(i) + " " + trace.durationNanos(i) + " "
                        + trace.device(i) + " " + trace.stream(i) + " " + trace.correlation(i))
                .toList();
    }

    private Path json(String name, int loops) {
        return RocprofFiles.json(dir.resolve(name), 4242, 4, loops);
    }

    private void check(DeviceTrace trace) {
        assertThat(events(trace, EventKind.KERNEL))
                .containsExactly(
                        "gemm(float const*, int) 7000020000 400001 4 1 2",
                        "ncclDevKernel_Generic_1(ncclDevKernelArgsStorage<4096ul>) 7000300000 500000 4 2 5");
        assertThat(events(trace, EventKind.MEMCPY)).containsExactly("Memcpy HtoD 7000430000 20000 4 1 3");
        assertThat(IntStream.range(0, trace.size())
                        .filter(i -> trace.kind(i) == EventKind.RUNTIME)
                        .mapToObj(i -> trace.name(i) + " " + trace.durationNanos(i) + " " + trace.correlation(i)))
                .containsExactly(
                        "hipLaunchKernel 5123 2",
                        "hsa_signal_store_screlease 1000 6",
                        "hipMemcpyAsync 5000 3",
                        "hipLaunchKernel 5000 5");
        assertThat(IntStream.range(0, trace.size())
                        .filter(i -> trace.kind(i) == EventKind.USER_ANNOTATION)
                        .mapToObj(trace::name))
                .containsExactly("ProfilerStep#0", "ncclAllReduce");
        assertThat(trace.header().deviceNames()).containsExactly("gfx942");
    }

    @Test
    void jsonIsADeviceTrace() {
        check(only(json("4242_results.json", 1)));
    }

    @Test
    void tablesAreADeviceTrace() {
        check(only(RocprofFiles.tables(dir, "4242", 4242, 4, 1)));
    }

    @Test
    void anyOfTheTablesMeansAll() {
        RocprofFiles.tables(dir, "4242", 4242, 4, 1);
        check(only(dir.resolve("4242_hip_api_trace.csv")));
        TraceSet twice = TraceLoader.load(
                List.of(dir.resolve("4242_kernel_trace.csv"), dir.resolve("4242_memory_copy_trace.csv")),
                LoadOptions.defaults(),
                Progress.ambient());
        assertThat(twice.ranks()).hasSize(1);
    }

    /** What rocpd makes of its database: other case, other order, one table of all calls, a Guid. */
    @Test
    void tablesOfRocpdAreADeviceTrace() throws IOException {
        Files.writeString(
                dir.resolve("out_kernel_trace.csv"),
                "\"Guid\",\"Kind\",\"Agent_Id\",\"Queue_Id\",\"Stream_Id\",\"Thread_Id\",\"Dispatch_Id\",\"Kernel_Id\",\"Kernel_Name\","
                        + "\"Correlation_Id\",\"Start_Timestamp\",\"End_Timestamp\",\"Duration\"\n"
                        + "\"g\",\"KERNEL_DISPATCH\",\"GPU 1\",3,2,9,1,1,\"add\",7,1000,3000,2000\n");
        Files.writeString(
                dir.resolve("out_regions_trace.csv"),
                "\"Guid\",\"Domain\",\"Function\",\"Process_Id\",\"Thread_Id\",\"Correlation_Id\",\"Start_Timestamp\",\"End_Timestamp\"\n"
                        + "\"g\",\"HIP_RUNTIME_API\",\"hipLaunchKernel\",9,9,7,500,600\n"
                        + "\"g\",\"KFD_QUEUE\",\"KFD_QUEUE_EVICT_SVM\",9,9,0,500,600\n");
        DeviceTrace trace = only(dir);
        assertThat(events(trace, EventKind.KERNEL)).containsExactly("add 1000 2000 1 2 7");
        assertThat(trace.size()).isEqualTo(2);
    }

    /** The oldest tables have bare numbers for agents and no streams. */
    @Test
    void withoutStreamsTheQueueCounts() throws IOException {
        Files.writeString(
                dir.resolve("7_kernel_trace.csv"),
                "\"Kind\",\"Agent_Id\",\"Queue_Id\",\"Kernel_Id\",\"Kernel_Name\",\"Correlation_Id\",\"Start_Timestamp\",\"End_Timestamp\"\n"
                        + "\"KERNEL_DISPATCH\",2,139690710949888,15,\"t(float*, int)\",0,671599758568,671599825328\n");
        assertThat(events(only(dir), EventKind.KERNEL)).containsExactly("t(float*, int) 671599758568 66760 2 0 0");
    }

    @Test
    void packedFilesAreRead() throws IOException {
        RocprofFiles.tables(dir, "4242", 4242, 4, 1);
        for (String name : List.of("kernel", "hip_api", "hsa_api", "memory_copy", "marker_api", "rccl_api")) {
            pack(dir.resolve("4242_" + name + "_trace.csv"));
        }
        check(only(dir));
        Path other = Files.createDirectory(dir.resolve("json"));
        pack(RocprofFiles.json(other.resolve("4242_results.json"), 4242, 4, 1));
        check(only(other));
    }

    private static void pack(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        try (OutputStream out =
                new GZIPOutputStream(Files.newOutputStream(file.resolveSibling(file.getFileName() + ".gz")))) {
            out.write(bytes);
        }
        Files.delete(file);
    }

    /** One recording in several formats is one rank; a file that was given is read whatever lies next to it. */
    @Test
    void aRecordingInSeveralFormatsCountsOnce() throws IOException {
        RocprofFiles.tables(dir, "4242", 4242, 4, 1);
        json("4242_results.json", 2);
        assertThat(events(only(dir), EventKind.KERNEL)).hasSize(4);
        assertThat(events(only(dir.resolve("4242_kernel_trace.csv")), EventKind.KERNEL))
                .hasSize(2);
    }

    /** Two processes of one machine have its clock: times count from its start. */
    @Test
    void ranksOfAMachineHaveItsClock() {
        RocprofFiles.json(dir.resolve("rank_0.json"), 10, 4, 2);
        RocprofFiles.json(dir.resolve("rank_1.json"), 11, 5, 2);
        TraceSet set = load(dir);
        assertThat(set.ranks()).extracting(RankTrace::rank).containsExactly(0, 1);
        assertThat(set.ranks()).allMatch(rank -> rank.clockOffsetNanos() == 0);
        assertThat(set.report().findings()).noneMatch(row -> row.what().contains("clock"));
    }

    @Test
    void keysOfTheJsonMayBeSorted() throws IOException {
        Path file = json("4242_results.json", 1);
        String text = Files.readString(file);
        int records = text.indexOf("\"buffer_records\": {\"scratch");
        String moved = "{" + text.substring(records, text.lastIndexOf("}}\n]")) + "},\n"
                + text.substring(text.indexOf("{\"metadata\"") + 1, records)
                        .strip()
                        .replaceFirst(",$", "") + "}\n]}\n";
        Files.writeString(file, "{\"rocprofiler-sdk-tool\": [" + moved);
        check(only(file));
    }

    @Test
    void renamedKernelsHaveTheirNewNames() throws IOException {
        Path file = json("4242_results.json", 1);
        Files.writeString(
                file,
                Files.readString(file)
                        .replace("\"external\": []", "\"external\": [{\"key\": 5, \"value\": \"my layer\"}]")
                        .replace("\"internal\": 2, \"external\": 0", "\"internal\": 2, \"external\": 5"));
        assertThat(events(only(file), EventKind.KERNEL).get(0)).startsWith("my layer 7000020000");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "7000020000 | 7e9 | 4242_kernel_trace.csv, line 2 has Start_Timestamp \"7e9\", expected a whole number",
                "\"Agent 4\" | GPU | 4242_kernel_trace.csv, line 2 has an agent \"GPU\", expected such as Agent 4",
                "Start_Timestamp | Begin | 4242_kernel_trace.csv has no columns Start_Timestamp and End_Timestamp",
            })
    void aCellThatCannotBeUsedIsNamed(String from, String to, String message) throws IOException {
        RocprofFiles.tables(dir, "4242", 4242, 4, 1);
        Path table = dir.resolve("4242_kernel_trace.csv");
        Files.writeString(table, Files.readString(table).replaceFirst(from, to));
        assertThatThrownBy(() -> load(dir))
                .isInstanceOf(TraceException.class)
                .hasMessageContaining(message)
                .hasMessageContaining("Give the unmodified tables of rocprofv3.");
    }

    @Test
    void aTableCutInARowIsRefused() throws IOException {
        RocprofFiles.tables(dir, "4242", 4242, 4, 3);
        Path table = dir.resolve("4242_hip_api_trace.csv");
        String text = Files.readString(table);
        Files.writeString(table, text.substring(0, text.length() - 30));
        assertThatThrownBy(() -> load(dir))
                .isInstanceOf(TraceException.class)
                .hasMessageContaining("4242_hip_api_trace.csv, line 10 ends inside a row")
                .hasMessageContaining("copy it again");
    }

    @Test
    void rowsOfTwoProcessesAreRefused() throws IOException {
        RocprofFiles.tables(dir, "out", 10, 4, 1);
        Path table = dir.resolve("out_hip_api_trace.csv");
        Files.writeString(table, Files.readString(table).replaceFirst("10,10,5,", "11,11,5,"));
        assertThatThrownBy(() -> load(dir))
                .isInstanceOf(TraceException.class)
                .hasMessageContaining(
                        "out_hip_api_trace.csv, line 4 is of another process than the rows before it (11 after 10)");
    }

    @Test
    void jsonOfTwoProcessesIsRefused() throws IOException {
        Path file = json("4242_results.json", 1);
        String text = Files.readString(file);
        Files.writeString(file, text.substring(0, text.lastIndexOf(']')) + ", {}]}");
        assertThatThrownBy(() -> load(file))
                .isInstanceOf(TraceException.class)
                .hasMessageContaining("it holds the records of several processes");
    }

    @Test
    void aCutJsonNamesItsByteAndCanBeKept() throws IOException {
        Path file = json("4242_results.json", 3);
        String text = Files.readString(file);
        int end = text.indexOf("\"memory_copy\": [{") + 40;
        Files.writeString(file, text.substring(0, end));
        assertThatThrownBy(() -> load(file))
                .isInstanceOf(TraceException.class)
                .hasMessageContaining("at byte " + String.format(Locale.ROOT, "%,d", end));
        TraceSet kept = TraceLoader.load(List.of(file), new LoadOptions(true, false, 1), Progress.ambient());
        assertThat(events(kept.ranks().get(0).device(), EventKind.KERNEL)).hasSize(6);
    }

    /** Any damage ends in a trace or in one clear error. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void damagedFilesEndInAnErrorOrATrace(long seed) throws IOException {
        Random random = new Random(seed);
        for (int i = 0; i < 60; i++) {
            boolean table = random.nextBoolean();
            Path folder = Files.createDirectory(dir.resolve("case" + i));
            Path file = table
                    ? RocprofFiles.tables(folder, "1", 1, 4, 2).resolve("1_kernel_trace.csv")
                    : RocprofFiles.json(folder.resolve("1_results.json"), 1, 4, 2);
            byte[] bytes = Files.readAllBytes(file);
            for (int k = 0; k < 1 + random.nextInt(4); k++) {
                bytes[random.nextInt(bytes.length)] = (byte) ",\"{}[]:0x\n\u00ff".charAt(random.nextInt(11));
            }
            Files.write(file, random.nextInt(4) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length)) : bytes);
            try {
                load(file);
            } catch (TraceException e) {
                assertThat(e).hasMessageContaining(folder.getFileName().toString());
            }
        }
    }

    @Test
    void otherTablesAreNoTraces() {
        assertThat(RocprofTables.prefix("4242_kernel_stats.csv")).isEmpty();
        assertThat(RocprofTables.prefix("kernel_trace.csv")).contains("");
        assertThat(RocprofTables.startsAsOne("Name,Calls\n".getBytes(StandardCharsets.UTF_8)))
                .isFalse();
    }
}
