// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.statistics.Statistics;
import org.etude.analysis.recorded.CopyUse;
import org.etude.analysis.recorded.CopyUses;
import org.etude.report.Finding;
import org.etude.report.Progress;
import org.etude.spec.LoadOptions;
import org.etude.trace.load.TraceLoader;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.EventKind;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.SyncArgs;
import org.etude.trace.model.TraceException;
import org.etude.trace.model.TraceSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProfilerDatabaseTest {
    @TempDir
    Path dir;

    private static TraceSet load(Path path) {
        return TraceLoader.load(List.of(path), LoadOptions.defaults(), Progress.ambient());
    }

    private static int find(DeviceTrace trace, EventKind kind) {
        for (int i = 0; i < trace.size(); i++) {
            if (trace.kind(i) == kind) {
                return i;
            }
        }
        return -1;
    }

    @Test
    void nsysIsADeviceTrace() {
        TraceSet set = load(Databases.write(dir.resolve("rank_3.sqlite"), Databases.NSYS_TABLES, Databases.nsys(500)));
        assertThat(set.ranks()).extracting(RankTrace::rank).containsExactly(3);
        DeviceTrace trace = set.ranks().get(0).device();
        assertThat(trace.size()).isEqualTo(5);
        int kernel = find(trace, EventKind.KERNEL);
        assertThat(trace.name(kernel)).isEqualTo("gemm<float, 3>(\"x\")");
        assertThat(trace.durationNanos(kernel)).isEqualTo(40_123);
        int copy = find(trace, EventKind.MEMCPY);
        assertThat(trace.name(copy)).isEqualTo("Memcpy HtoD");
        assertThat(trace.header().deviceNames()).containsExactly("NVIDIA H100");
        int launch = find(trace, EventKind.RUNTIME);
        assertThat(trace.name(launch)).isEqualTo("cudaLaunchKernel_v7000");
        assertThat(trace.correlation(launch)).isEqualTo(11).isEqualTo(trace.correlation(kernel));
    }

    @Test
    void tablesThatWereNotUsedAreNotThere() {
        String tables = "CREATE TABLE StringIds (id INTEGER, value TEXT);"
                + "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER, end INTEGER, deviceId INTEGER, streamId INTEGER,"
                + " correlationId INTEGER, globalPid INTEGER, demangledName INTEGER);"
                + "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (5, 9, 0, 7, 11, 16777216, 2)";
        DeviceTrace trace = load(Databases.write(dir.resolve("x.sqlite"), tables))
                .ranks()
                .get(0)
                .device();
        assertThat(trace.size()).isEqualTo(1);
        assertThat(trace.name(0)).isEqualTo("kernel");
    }

    /** SQLite keeps any value in any column, and the driver reads of a text the digits that it begins with, of others 0. */
    @ParameterizedTest
    @CsvSource({
        "'''abc''', 9, start, abc",
        "5, 'x''c3a9''', end, é",
        "NULL, 9, start, null",
        "'''1430000 ns''', 9, start, 1430000 ns",
        "5, '''1480us''', end, 1480us"
    })
    void aTimeThatIsNoNumberIsRefused(String start, String end, String column, String found) {
        Path file = Databases.write(
                dir.resolve("x.sqlite"),
                Databases.NSYS_TABLES,
                "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (" + start + ", " + end + ", 0, 7, 11, 16777216, 2, 2)");
        assertThatThrownBy(() -> load(file))
                .isInstanceOf(TraceException.class)
                .hasMessageContaining("x.sqlite")
                .hasMessageContaining("an event of category kernel has " + column + " \"" + found + "\"")
                .hasMessageContaining("expected a time in ns");
    }

    @Test
    void processesOfAReportAreTracesOfTheirOwn() {
        TraceSet set = load(Databases.write(
                dir.resolve("all.sqlite"), Databases.NSYS_TABLES, Databases.nsys(500), Databases.nsys(9)));
        assertThat(set.ranks()).hasSize(2);
        assertThat(set.ranks()).allMatch(rank -> rank.device().size() == 5);
        assertThat(set.report().findings())
                .anyMatch(row -> row.what().contains("neither name nor content states the rank"));
    }

    @Test
    void rocpdIsADeviceTrace() {
        DeviceTrace trace = load(Databases.write(dir.resolve("4242_results.db"), Databases.ROCPD))
                .ranks()
                .get(0)
                .device();
        assertThat(trace.size()).isEqualTo(5);
        int kernel = find(trace, EventKind.KERNEL);
        int launch = find(trace, EventKind.RUNTIME);
        assertThat(trace.name(kernel)).isEqualTo("Cijk_Ailk");
        assertThat(trace.durationNanos(kernel)).isEqualTo(40_000);
        assertThat(trace.correlation(kernel)).isEqualTo(77).isEqualTo(trace.correlation(launch));
        assertThat(trace.header().deviceNames()).containsExactly("gfx942");
    }

    /** Schema 4 has other names for the agents; ROCTx ranges have their text in extdata, under any schema. */
    @Test
    void schema4OfRocpdIsADeviceTraceWithTheTextsOfItsRanges() {
        DeviceTrace trace = load(Databases.write(dir.resolve("rank_0.db"), Databases.ROCPD_4))
                .ranks()
                .get(0)
                .device();
        assertThat(names(trace, EventKind.USER_ANNOTATION))
                .containsExactly("ProfilerStep#1", "ncclAllReduce", "rocDecCreateDecoder");
        int kernel = find(trace, EventKind.KERNEL);
        assertThat(trace.device(kernel)).isEqualTo(4);
        assertThat(trace.correlation(kernel)).isEqualTo(trace.correlation(find(trace, EventKind.RUNTIME)));
        assertThat(trace.device(find(trace, EventKind.MEMCPY))).isEqualTo(5);
        assertThat(names(trace, EventKind.MEMCPY)).containsExactly("Memcpy HtoD");
    }

    /** With both APIs recorded a kernel belongs to the innermost call; a driver's event is no range of the program. */
    @Test
    void aKernelOfRocpdBelongsToTheInnermostRecordedCall() {
        DeviceTrace trace = load(Databases.write(dir.resolve("rank_0.db"), Databases.ROCPD_3_0_5))
                .ranks()
                .get(0)
                .device();
        int kernel = find(trace, EventKind.KERNEL);
        int call = IntStream.range(0, trace.size())
                .filter(i -> trace.name(i).equals("hsa_signal_store_screlease"))
                .findFirst()
                .orElseThrow();
        assertThat(trace.name(kernel)).isEqualTo("Cijk_Ailk");
        assertThat(trace.kind(call)).isEqualTo(EventKind.RUNTIME);
        assertThat(trace.correlation(kernel)).isEqualTo(78).isEqualTo(trace.correlation(call));
        assertThat(names(trace, EventKind.USER_ANNOTATION)).containsExactly("unnamed");
    }

    @Test
    void aLaunchOfAHipGraphIsAKernelUnlessItsKernelsWereRecorded() {
        DeviceTrace trace = load(Databases.write(dir.resolve("rank_0.db"), Databases.ROCPD_3_0_5))
                .ranks()
                .get(0)
                .device();
        assertThat(names(trace, EventKind.KERNEL)).containsExactly("Cijk_Ailk", "add", "HIP graph 9");
    }

    @Test
    void rocprofSysNamesItsCategoriesOtherwise() {
        DeviceTrace trace = load(Databases.write(
                        dir.resolve("rank_0.db"),
                        Databases.ROCPD_3_0_5,
                        "UPDATE regions SET category = 'rocm_hip_api' WHERE category LIKE 'HIP%'",
                        "UPDATE regions SET category = 'rocm_hsa_api' WHERE category LIKE 'HSA%'"))
                .ranks()
                .get(0)
                .device();
        assertThat(names(trace, EventKind.RUNTIME))
                .containsExactly("hipLaunchKernel", "hsa_signal_store_screlease", "hipGraphLaunch");
        assertThat(names(trace, EventKind.USER_ANNOTATION)).containsExactly("unnamed");
    }

    @Test
    void mergedProcessesOfTheSameIdAreRefused() {
        Path file = Databases.write(
                dir.resolve("merged.db"), Databases.ROCPD_3_0_5, "INSERT INTO rocpd_info_process VALUES (42, 'c', 42)");
        assertThatThrownBy(() -> load(file))
                .isInstanceOf(TraceException.class)
                .hasMessageContaining("merged.db")
                .hasMessageContaining("several processes, of different nodes or containers, have the id 42")
                .hasMessageContaining("Give the databases that were merged, each named after its rank.");
    }

    /** Times of rocprofv3 count from the start of the machine, whose name the database has. */
    @Test
    void databasesOfOneMachineHaveItsClock() {
        String node = "CREATE TABLE rocpd_info_node (id INTEGER, hostname TEXT);"
                + "INSERT INTO rocpd_info_node VALUES (1, '%s')";
        Databases.write(dir.resolve("rank_0.db"), Databases.ROCPD, node.formatted("a"));
        Databases.write(dir.resolve("rank_1.db"), Databases.ROCPD, node.formatted("a"));
        assertThat(load(dir).report().findings()).noneMatch(row -> row.what().contains("clock"));
        Databases.write(dir.resolve("rank_1.db"), Databases.ROCPD, node.formatted("b"));
        assertThat(load(dir).report().findings()).anyMatch(row -> row.what().contains("clock unknown"));
    }

    /** The same words as in a trace of PyTorch: the stream, or that it is unknown, and the record of the event. */
    @Test
    void nsysSaysWhatSynchronisationsWaitFor() {
        String waits = Databases.nsysSynchronisations(500);
        List<SyncArgs> all = synchronisations(
                load(Databases.write(dir.resolve("a.sqlite"), Databases.NSYS_TABLES, Databases.nsys(500), waits)));
        assertThat(all)
                .containsExactly(
                        new SyncArgs(7, -1, -1, -1), new SyncArgs(9, -1, -1, 20), new SyncArgs(-1, -1, -1, -1));
        String without = "DROP TABLE CUPTI_ACTIVITY_KIND_CUDA_EVENT";
        List<SyncArgs> streams = synchronisations(load(
                Databases.write(dir.resolve("b.sqlite"), Databases.NSYS_TABLES, Databases.nsys(500), waits, without)));
        assertThat(streams).extracting(SyncArgs::stream).containsExactly(7L, 9L, -1L);
        assertThat(streams).extracting(SyncArgs::waitOnCorrelation).containsOnly(-1L);
    }

    private static List<SyncArgs> synchronisations(TraceSet set) {
        DeviceTrace trace = set.ranks().get(0).device();
        return IntStream.range(0, trace.size())
                .filter(i -> trace.kind(i) == EventKind.SYNC)
                .mapToObj(trace::sync)
                .toList();
    }

    @Test
    void aLaunchOfACudaGraphIsAKernel() {
        String graph = Databases.nsysGraph(500);
        DeviceTrace trace = load(Databases.write(
                        dir.resolve("rank_0.sqlite"), Databases.NSYS_TABLES, Databases.nsys(500), graph))
                .ranks()
                .get(0)
                .device();
        assertThat(names(trace, EventKind.KERNEL)).containsExactly("gemm<float, 3>(\"x\")", "CUDA graph 5");
        Path alone =
                Databases.write(dir.resolve("graphs.sqlite"), "CREATE TABLE StringIds (id INTEGER, value TEXT)", graph);
        assertThat(names(load(alone).ranks().get(0).device(), EventKind.KERNEL)).containsExactly("CUDA graph 5");
    }

    /** Kinds 11 to 13 of ENUM_CUDA_MEMCPY_OPER; 14 is none. */
    @Test
    void pagesOfUnifiedMemoryAreCopiesInTheirDirection() {
        TraceSet set = load(Databases.write(
                dir.resolve("rank_0.sqlite"), Databases.NSYS_TABLES, Databases.nsys(500), Databases.nsysUnified(500)));
        assertThat(names(set.ranks().get(0).device(), EventKind.MEMCPY))
                .containsExactly(
                        "Memcpy HtoD",
                        "Memcpy HtoD (Unified)",
                        "Memcpy DtoH (Unified)",
                        "Memcpy DtoD (Unified)",
                        "Memcpy other");
        assertThat(CopyUses.of(set))
                .extracting(CopyUse::kind, CopyUse::bytes)
                .containsExactly(
                        tuple("DtoD", 8192L), tuple("DtoH", 4096L), tuple("HtoD", 69_632L), tuple("Memcpy other", 1L));
    }

    @Test
    void defaultsOfOlderNsysCountAsMissing() {
        DeviceTrace trace = load(Databases.write(
                        dir.resolve("rank_0.sqlite"),
                        Databases.NSYS_TABLES,
                        Databases.nsys(500),
                        Databases.nsysOldRanges(500)))
                .ranks()
                .get(0)
                .device();
        assertThat(names(trace, EventKind.USER_ANNOTATION)).containsExactly("step", "forward");
    }

    @Test
    void theOldestRangesHaveNoIdOfATextInTheTableOfStrings() {
        TraceSet set = load(Databases.write(
                dir.resolve("rank_0.sqlite"),
                Databases.NSYS_TABLES,
                Databases.nsys(500),
                "ALTER TABLE NVTX_EVENTS DROP COLUMN textId"));
        assertThat(names(set.ranks().get(0).device(), EventKind.USER_ANNOTATION))
                .containsExactly("step");
    }

    /** A range without a text is named after the schema of its payload; a finding says which payloads were not read. */
    @Test
    void payloadsOfRangesAreNamedAndTheirValuesNotRead() {
        TraceSet set = load(Databases.write(
                dir.resolve("rank_0.sqlite"), Databases.NSYS_TABLES, Databases.nsys(500), Databases.nsysPayloads(500)));
        assertThat(names(set.ranks().get(0).device(), EventKind.USER_ANNOTATION))
                .containsExactly("step", "ncclAllReduce", "micro-batch", "loader");
        assertThat(set.report().findings())
                .filteredOn(found -> found.what().contains("payload"))
                .extracting(Finding::level, Finding::what, Finding::effect)
                .containsExactly(tuple(
                        Finding.Level.INFO,
                        "3 ranges with an NVTX payload (nsys export --include-blobs=true keeps the sizes of NCCL's"
                                + " messages); schemas: micro-batch (index),"
                                + " unnamed (NCCL communicator ID, Message size [bytes])",
                        "names and times of the ranges are read, of their payloads only the messages of NCCL"));
    }

    /** Without the dynamic tables no range says which schema it has, and older exports have no table of schemas. */
    @Test
    void payloadsWithoutSchemasAreCounted() {
        TraceSet set = load(Databases.write(
                dir.resolve("rank_0.sqlite"),
                Databases.NSYS_TABLES,
                Databases.nsys(500),
                Databases.nsysPayloads(500),
                "DROP TABLE NVTX_EVENTS_PAYLOAD_SCHEMAS; DROP TABLE NVTX_PAYLOAD_SCHEMAS"));
        assertThat(names(set.ranks().get(0).device(), EventKind.USER_ANNOTATION))
                .containsExactly("step", "ncclAllReduce", "", "loader");
        assertThat(set.report().findings())
                .extracting(Finding::what)
                .contains("3 ranges with an NVTX payload"
                        + " (nsys export --include-blobs=true keeps the sizes of NCCL's messages)");
    }

    private static List<String> names(DeviceTrace trace, EventKind kind) {
        return IntStream.range(0, trace.size())
                .filter(i -> trace.kind(i) == kind)
                .mapToObj(trace::name)
                .toList();
    }

    @Test
    void aDatabaseOfOthersMattersOnlyWhenItIsNamed() throws IOException {
        Path other = Databases.write(dir.resolve("notes.db"), "CREATE TABLE notes (text TEXT)");
        Databases.write(dir.resolve("rank_0.sqlite"), Databases.NSYS_TABLES, Databases.nsys(500));
        assertThat(load(dir).ranks()).hasSize(1);
        assertThatThrownBy(() -> load(other))
                .isInstanceOf(TraceException.class)
                .hasMessageContaining("notes.db: it is an SQLite database, but neither from rocprofv3");
        assertThat(Files.list(dir)).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "CREATE TABLE StringIds (id INTEGER); CREATE TABLE NVTX_EVENTS (x INTEGER) | the database cannot be read",
                "CREATE TABLE StringIds (id INTEGER); CREATE TABLE NVTX_EVENTS (globalTid INTEGER) | holds no event of any process",
                "CREATE TABLE rocpd_metadata (x); CREATE TABLE regions (pid); CREATE VIEW kernels AS WITH RECURSIVE n(pid) AS (SELECT 1 UNION ALL SELECT pid + 1 FROM n) SELECT pid FROM n | kernels is recursive",
                "CREATE TABLE rocpd_metadata (x); CREATE TABLE regions (pid); CREATE VIEW kernels AS WITH n(pid) AS (SELECT 1 UNION ALL SELECT pid + 1 FROM n) SELECT pid FROM n | one of its views takes more steps to read than a file of this size can need",
                "CREATE TABLE rocpd_metadata (x); CREATE TABLE regions (pid); CREATE TABLE b (x); INSERT INTO b VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9); CREATE VIEW kernels AS SELECT c.x + d.x + e.x + f.x + g.x + h.x + i.x + j.x + k.x AS pid FROM b c, b d, b e, b f, b g, b h, b i, b j, b k | one of its views takes more steps to read than a file of this size can need",
                "CREATE TABLE rocpd_metadata (x); CREATE TABLE regions (category, name, pid, tid, start, end, stack_id); CREATE VIEW kernels AS SELECT hex(zeroblob(400000000)) AS name, 7 AS pid, 0 AS agent_abs_index, 0 AS stream_id, 0 AS queue_id, 1 AS start, 2 AS end, 0 AS stack_id | exceeds size limit"
            })
    void hostileSchemasAreRefused(String sql, String said) {
        Path file = Databases.write(dir.resolve("x.db"), sql);
        assertThatThrownBy(() -> load(file))
                .isInstanceOf(TraceException.class)
                .hasMessageContaining("x.db")
                .hasMessageContaining(said);
    }

    /** The column that takes long is read only with the events, once the processes are known. */
    @Test
    void aViewThatTakesTooLongToReadIsReportedWithAdvice() {
        Path file = Databases.write(
                dir.resolve("x.db"),
                "CREATE TABLE rocpd_metadata (x); CREATE TABLE regions (category, name, pid, tid, start, end, stack_id);"
                        + " CREATE TABLE b (x); INSERT INTO b VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9);"
                        + " CREATE VIEW kernels AS SELECT (SELECT sum(c.x) FROM b c, b d, b e, b f, b g, b h, b i, b j, b k) AS name,"
                        + " 7 AS pid, 0 AS agent_abs_index, 0 AS stream_id, 0 AS queue_id, 1 AS start, 2 AS end, 0 AS stack_id");
        assertThatThrownBy(() -> load(file))
                .isInstanceOf(TraceException.class)
                .hasMessageContaining(
                        "x.db!process_7: cannot be read (one of its views takes more steps to read than a file of this size can"
                                + " need: it recurses, or joins tables without a condition) after byte ")
                .hasMessageContaining("Give the unmodified database of the profiler, without additional views.");
    }

    @Property(tries = 60)
    void anyDamageIsOneErrorOrATrace(@ForAll long seed) throws IOException {
        Statistics.label("outcome").coverage(outcomes -> {
            outcomes.check("read").count(count -> count > 0);
            outcomes.check("refused").count(count -> count > 0);
        });
        Path folder = Files.createTempDirectory("db");
        Path file = Databases.write(folder.resolve("x.sqlite"), Databases.NSYS_TABLES, Databases.nsys(500));
        try {
            byte[] bytes = Files.readAllBytes(file);
            Random random = new Random(seed);
            for (int k = 0; k < 30; k++) {
                bytes[16 + random.nextInt(bytes.length - 16)] = (byte) random.nextInt();
            }
            int length = random.nextBoolean() ? bytes.length : 16 + random.nextInt(bytes.length - 16);
            Files.write(file, Arrays.copyOf(bytes, length));
            load(file);
            Statistics.label("outcome").collect("read");
        } catch (TraceException e) {
            Statistics.label("outcome").collect("refused");
            assertThat(e).hasMessageContaining("x.sqlite");
        } finally {
            Files.delete(file);
            Files.delete(folder);
        }
    }
}
