// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.etude.calibrate.CalibrationException;
import org.etude.calibrate.CollectiveTiming;
import org.etude.calibrate.timed.TimingFiles;
import org.etude.report.Finding;
import org.etude.spec.TimingOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** JSON and CSV of nccl-tests and rccl-tests, by a generator of the public definition. */
class BenchJsonTest {
    private static final TimingOptions NOTHING_SAID = TimingOptions.defaults();

    @TempDir
    private Path dir;

    private TimingLog read(String text, TimingOptions options) throws IOException {
        return TimingFiles.read(Files.writeString(dir.resolve("t.json"), text), options);
    }

    private TimingLog read(String text) throws IOException {
        return read(text, NOTHING_SAID);
    }

    private static String side(double time, double algbw, double factor) {
        return String.format(
                Locale.ROOT,
                "{\"time\":%f,\"alg_bw\":%f,\"bus_bw\":%f,\"nwrong\":0.000000}",
                time,
                algbw,
                algbw * factor);
    }

    /** As src/util.cu writes it: each process lists its first device only. */
    private static String nccl(String program, String experiment, int processes, int gpus, int nodes) {
        int n = processes * gpus;
        String devices = IntStream.range(0, processes)
                .mapToObj(
                        p -> "{\"rank\":" + p * gpus + ",\"group\":0,\"pid\":1,\"hostname\":\"n" + p * nodes / processes
                                + "\",\"device\":0,\"device_hex\":\"0000:04:00\",\"device_info\":\"H100\"}")
                .collect(Collectors.joining(","));
        double factor = 2.0 * (n - 1) / n;
        return "{\"version\":2,\"start_time\":\"2026-11-22 10:00:00\",\"args\":[\"" + program
                + "\",\"-b\",\"8\"],\"env\":[\"A=B\"],"
                + "\"nccl_version\":22703,\"config\":{\"nthreads\":1,\"ngpus\":" + gpus
                + ",\"iterations\":20,\"blocking_collectives\":\"false\",\"devices\":[" + devices + "]},\"results\":["
                + "{\"size\":0,\"root\":\"    -1\",\"out_of_place\":{\"time\":\"nan\",\"alg_bw\":\"nan\",\"bus_bw\":\"nan\",\"nwrong\":null},"
                + "\"in_place\":null,\"actual_iterations\":20,\"experiment_name\":\"" + experiment + "\"},"
                + "{\"size\":1048576,\"count\":262144,\"type\":\"float\",\"redop\":\"sum\",\"root\":\"    -1\",\"out_of_place\":"
                + side(100, 10.48576, factor)
                + ",\"out_of_place_per_iter\":{\"avg_us\":100,\"stdev_us\":4,\"times_us\":[96,104,96,104]},\"in_place\":"
                + side(102, 10.28, factor) + ",\"actual_iterations\":20,\"experiment_name\":\"" + experiment + "\"}"
                + "],\"out_of_bounds\":{\"count\":0,\"okay\":\"true\"},\"errors\":[\"\"],\"end_time\":\"x\"}";
    }

    @Test
    void readsTheJsonOfNcclTests() throws IOException {
        TimingLog log = read(nccl("./build/all_reduce_perf", "AllReduce", 4, 1, 2));
        assertThat(log.timings()).containsExactly(new CollectiveTiming("all_reduce", 4, 1048576, 100, 2, 0.04 / 2));
        assertThat(log.report().findings().stream().map(Finding::what))
                .containsExactly("out-of-place times were used", "4 ranks on 2 nodes", "1 result without a time");
        assertThat(read(nccl("all_reduce_perf", "", 1, 8, 1)).timings())
                .containsExactly(new CollectiveTiming("all_reduce", 8, 1048576, 100, 1, 0.02));
        assertThat(read(nccl("all_reduce_perf", "", 2, 4, 2), NOTHING_SAID.inPlace(true))
                        .timings())
                .containsExactly(new CollectiveTiming("all_reduce", 8, 1048576, 102, 2, 0));
    }

    /** Cut at every byte: an error until the first timed result is complete, from then on that result and a warning. */
    @Test
    void completeResultsOfAJsonThatEndsEarlyAreRead() throws IOException {
        String whole = nccl("all_reduce_perf", "", 4, 1, 1);
        int complete = whole.indexOf("],\"out_of_bounds\"");
        for (int end = whole.indexOf("\"results\""); end < whole.length(); end++) {
            String cut = whole.substring(0, end);
            if (end < complete) {
                assertThatThrownBy(() -> read(cut)).hasMessageContaining("t.json, line 1: is not JSON");
                continue;
            }
            TimingLog log = read(cut);
            assertThat(log.timings())
                    .as(cut)
                    .containsExactly(new CollectiveTiming("all_reduce", 4, 1048576, 100, 1, 0.02));
            assertThat(log.report().findings())
                    .filteredOn(found -> found.what().equals("the file ends early, after 2 complete results"))
                    .singleElement()
                    .satisfies(found -> assertThat(found.level()).isEqualTo(Finding.Level.WARNING));
        }
    }

    @Test
    void refusesContradictionsInTheJsonOfNcclTests() {
        assertThatThrownBy(() -> read(nccl("all_gather_perf", "AllReduce", 4, 1, 1)))
                .hasMessageContaining("experiment_name: says all_reduce, the command line says all_gather");
        assertThatThrownBy(() -> read(nccl("all_gather_perf", "", 4, 1, 1)))
                .hasMessageContaining("result 1: busbw / algbw is 1.500; all_gather of 4 ranks has 0.7500");
        assertThatThrownBy(() -> read(nccl("all_reduce_perf", "", 4, 1, 1), NOTHING_SAID.ranks(8)))
                .hasMessageContaining("says 4 ranks, --ranks says 8");
        assertThatThrownBy(() -> read(nccl("python", "", 4, 1, 1)))
                .hasMessageContaining("does not say which collective");
        String whole = nccl("all_reduce_perf", "", 4, 1, 1);
        assertThatThrownBy(() -> read(whole.substring(0, whole.length() - 200))).hasMessageContaining("is not JSON");
        assertThatThrownBy(() -> read(whole.replace("\"time\":100", "\"cpu_time\":100")))
                .hasMessageContaining("times are those of the host");
    }

    @Test
    void whatTheBenchmarkReportsAsWrongIsAFinding() throws IOException {
        String whole = nccl("all_reduce_perf", "", 4, 1, 1);
        String faulty = whole.replace("\"count\":0,\"okay\":\"true\"", "\"count\":7,\"okay\":\"false\"")
                .replace("\"errors\":[\"\"]", "\"errors\":[\"\",\"unhandled cuda error\"]");
        assertThat(read(faulty).report().findings().stream().map(Finding::what))
                .contains(
                        "the benchmark reports faults: {\"count\":7,\"okay\":\"false\"}",
                        "the benchmark reports faults: [\"\",\"unhandled cuda error\"]");
    }

    @Test
    void anErrorWithoutATextIsNone() throws IOException {
        String whole = nccl("all_reduce_perf", "", 4, 1, 1);
        for (String none : List.of("[]", "[\" \"]", "[null]", "[\"\",\"\"]")) {
            assertThat(read(whole.replace("\"errors\":[\"\"]", "\"errors\":" + none))
                            .report()
                            .findings())
                    .extracting(Finding::level)
                    .doesNotContain(Finding.Level.ERROR)
                    .hasSameSizeAs(read(whole).report().findings());
        }
    }

    @Test
    void nestingThatIsTooDeepIsAFaultOfTheFile() {
        for (String start : List.of("", "{\"version\":2,\"config\":", "{\"results\":", "{\"rows\":", "{\"header\":")) {
            assertThatThrownBy(() -> read(start + "[{\"a\":".repeat(5000)))
                    .isInstanceOf(CalibrationException.class)
                    .hasMessageContaining("t.json: is not JSON: Document nesting depth (1001)");
        }
    }

    private static String record(int inPlace, double time, String head, double factor) {
        return String.format(
                Locale.ROOT,
                "{\"numCycle\":0, \"name\":\"AllReduce\", %s, \"size\":1048576, \"type\":\"float\", \"redop\":\"sum\", \"inPlace\":%d,"
                        + " \"time\":%f, \"algBw\":%f, \"busBw\":%f, \"wrong\":\"0\"}",
                head,
                inPlace,
                time,
                1048.576 / time,
                1048.576 / time * factor);
    }

    private static String mpi(int nodes, int ranks, int gpus) {
        return "\"nodes\":" + nodes + ", \"ranks\":" + ranks + ", \"ranksPerNode\":" + ranks / nodes
                + ", \"gpusPerRank\":" + gpus;
    }

    @Test
    void readsTheJsonOfRcclTests() throws IOException {
        List<String> records = List.of(record(0, 100, mpi(2, 16, 1), 1.875), record(1, 90, mpi(2, 16, 1), 1.875));
        CollectiveTiming expected = new CollectiveTiming("all_reduce", 16, 1048576, 100, 2, 0);
        assertThat(read("[\n" + String.join(",\n", records) + "\n]\n").timings())
                .containsExactly(expected);
        assertThat(read(String.join("\n", records) + "\n").timings()).containsExactly(expected);
        assertThat(read(record(0, 100, "\"gpus\":4", 1.5)).timings())
                .containsExactly(new CollectiveTiming("all_reduce", 4, 1048576, 100));
        TimingLog cut = read(
                "[\n" + String.join(",\n", records) + ",\n" + records.get(0).substring(0, 40));
        assertThat(cut.timings()).containsExactly(expected);
        assertThat(cut.report().findings())
                .extracting(Finding::what)
                .contains("the file ends early, after " + records.size() + " complete records");
        assertThatThrownBy(() -> read("[\n" + records.get(0).substring(0, 40)))
                .hasMessageContaining("t.json, line 2: is not JSON");
        assertThatThrownBy(() -> read("[" + records.get(0).replace("\"size\":1048576, ", "") + "]"))
                .hasMessageContaining("t.json, line 1: not a timing");
        assertThatThrownBy(() -> read("[]")).hasMessageContaining("no timing found");
    }

    @Test
    void bandwidthsTellWhetherRanksAreProcesses() throws IOException {
        // 4 processes of 2 GPUs: 8 ranks have 1.75, 4 have 1.5.
        assertThat(read(record(0, 100, mpi(2, 4, 2), 1.75)).timings())
                .containsExactly(new CollectiveTiming("all_reduce", 8, 1048576, 100, 2, 0));
        assertThat(read(record(0, 100, mpi(2, 4, 2), 1.5)).timings())
                .containsExactly(new CollectiveTiming("all_reduce", 4, 1048576, 100, 2, 0));
        String broadcast = record(0, 100, mpi(2, 4, 2), 1).replace("AllReduce", "Broadcast");
        assertThatThrownBy(() -> read(broadcast))
                .hasMessageContaining("are 4 or 8 ranks; the bandwidths do not decide");
        assertThat(read(broadcast, NOTHING_SAID.ranks(8)).timings())
                .containsExactly(new CollectiveTiming("broadcast", 8, 1048576, 100, 2, 0));
    }

    @Test
    void readsTheCsvOfRcclTests() throws IOException {
        String rows = "0,\"AllReduce\",2,16,8,1,1048576,\"float\",\"sum\",0,100.000000,10.485760,19.660800,\"0\"\n"
                + "0,\"AllReduce\",2,16,8,1,1048576,\"float\",\"sum\",1,90.000000,11.650844,21.845333,\"N/A\"\n";
        String[] heads = {
            "numCycle,name,nodes,ranks,ranksPerNode,gpusPerRank,size,type,redop,inPlace,time,algBw,busBw,wrong\n",
            "numCycle,collective,nodes,ranks,ranksPerNode,gpusPerRank,size,type,redop,inplace,time,algbw,busbw,#wrong\n"
        };
        for (String head : heads) {
            assertThat(read(head + rows).timings())
                    .containsExactly(new CollectiveTiming("all_reduce", 16, 1048576, 100, 2, 0));
            assertThat(read(head + rows, NOTHING_SAID.inPlace(true)).timings())
                    .containsExactly(new CollectiveTiming("all_reduce", 16, 1048576, 90, 2, 0));
        }
        String single = "numCycle,collective,gpus,size,type,redop,inplace,time,algbw,busbw,#wrong\n"
                + "0,\"AllGather\",4,4096,\"float\",\"none\",0,8.192,0.5,0.375,\"0\"\n";
        assertThat(read(single).timings()).containsExactly(new CollectiveTiming("all_gather", 4, 4096, 8.192));
        assertThatThrownBy(() -> read(heads[0] + "0,AllReduce,2\n"))
                .hasMessageContaining("t.json, line 2: not a timing: 0,All");
    }

    /** Before numCycle, a build with MPI wrote the nodes into the rows, but not into the header. */
    @Test
    void readsTheCsvOfOlderRcclTests() throws IOException {
        String columns = "size, type, redop, inplace, time, algbw, busbw, #wrong\n";
        String values = "1048576, \"float\", \"sum\", 0, 100.000000, 10.485760, 19.660800, \"0\"\n";
        assertThat(read("collective, ranks, rankspernode, gpusperrank, " + columns + "\"AllReduce\", 2, 16, 8, 1, "
                                + values)
                        .timings())
                .containsExactly(new CollectiveTiming("all_reduce", 16, 1048576, 100, 2, 0));
        String single = "collective, gpus, " + columns;
        assertThat(read(single + "\"AllReduce\", 16, " + values).timings())
                .containsExactly(new CollectiveTiming("all_reduce", 16, 1048576, 100));
        assertThatThrownBy(() -> read(single + "\"AllReduce\", 2, 16, " + values))
                .hasMessageContaining("t.json, line 2: not a timing");
    }
}
