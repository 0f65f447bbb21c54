// SPDX-License-Identifier: Apache-2.0
package org.etude.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.etude.SmallTraces;
import org.etude.calibrate.bench.NcclTestsLog;
import org.etude.cli.base.ExitCode;
import org.etude.compat.goal.GoalSamples;
import org.etude.compat.msccl.PlanSamples;
import org.etude.flight.FlightLog;
import org.etude.topology.nccl.NcclXml;
import org.etude.trace.database.Databases;
import org.etude.trace.rocprof.RocprofFiles;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The tables of formats in docs/inputs.md and docs/formats.md: the command of each row on a file of that format. */
class FormatRowsTest {
    private static final long[] SIZES =
            LongStream.range(0, 8).map(i -> 1024L << 2 * i).toArray();
    private static final Pattern COMMAND = Pattern.compile("`etude ([^`]+)`");

    @TempDir
    static Path dir;

    /** The file that replaces FILE in a row's command, by the beginning of the row's first cell. */
    private static final Map<String, Sample> SAMPLES = new LinkedHashMap<>();

    private record Sample(String shown, Map<String, Path> files) {}

    private static void sample(String row, String shown, Object... files) {
        Map<String, Path> places = new LinkedHashMap<>();
        for (int i = 0; i < files.length; i += 2) {
            places.put((String) files[i], (Path) files[i + 1]);
        }
        SAMPLES.put(row, new Sample(shown, places));
    }

    @BeforeAll
    static void write() throws IOException {
        sample(
                "nccl-tests, rccl-tests, mscclpp-test: text",
                "latency",
                "FILE",
                text("t.txt", new NcclTestsLog("all_reduce_perf", 4).text(SIZES)));
        sample("rccl-tests: CSV", "latency", "FILE", text("t.csv", csv()));
        sample("nccl-tests: JSON", "latency", "FILE", text("t.json", json()));
        Path inspector = inspector();
        sample("NCCL Inspector", "all_reduce", "DIR", inspector);
        Path flight = new FlightLog(2)
                .add("0", 1, "all_reduce", 4, "completed", 1, 0, 1)
                .write(dir.resolve("fr"));
        sample("PyTorch flight recorder", "2 ranks", "DIR", flight, "OUT", dir.resolve("fr-out"));
        sample("CSV with", "latency", "FILE", text("own.csv", own()));
        Path traces = SmallTraces.write(dir.resolve("traces"), 2);
        Path run = dir.resolve("x");
        TestShell.run("run", traces, "--topology", "ring:2", "--out", run).exits(ExitCode.OK);
        sample("PyTorch host and device", "simulated", "DIR", traces);
        sample("Chakra ETs", "Network: switch:2", "PREFIX", SmallEts.write(dir.resolve("w"), 2));
        String idle = IntStream.range(2, 8)
                .mapToObj(rank -> "rank " + rank + " {\na: calc 1\n}\n")
                .collect(Collectors.joining());
        Path goal = text("job.goal", GoalSamples.PING.replace("num_ranks 2", "num_ranks 8") + idle);
        sample("GOAL schedule", "switch", "job.goal", goal);
        sample("ETs, to GOAL", "", "runs/x/repair", run.resolve("repair"), "job.goal", dir.resolve("made.goal"));
        Path topo = text("topo.xml", NcclXml.of(1, 2, NcclXml.Ports.NVSWITCH, 6));
        sample("NCCL or RCCL topology", "", "runs/x/repair", run.resolve("repair"), "topo.xml", topo);
        Path plan = text("plan.xml", PlanSamples.ringAllReduce(4));
        sample("MSCCL plan", "", "plan.xml", plan, "runs/plan", dir.resolve("plan"));
        Path database = Databases.write(dir.resolve("rank_0.db"), Databases.NSYS_TABLES, Databases.nsys(500));
        sample("Database of rocprofv3", "device_events", "rank_0.db", database);
        Path tables = RocprofFiles.tables(Files.createDirectory(dir.resolve("box")), "4242", 4242, 4, 3);
        sample("JSON or CSV of rocprofv3", "gemm(float const*, int)", "HOST", tables);
        sample("Any table", "Cijk_gemm", "DIR", traces, "OUT", dir.resolve("tables"));
        sample("A recording and a run", "Wrote", "DIR", traces, "RUN", run, "both.json", dir.resolve("both.json"));
    }

    private static Path text(String name, String text) throws IOException {
        return Files.writeString(dir.resolve(name), text, StandardCharsets.UTF_8);
    }

    private static double micros(long size) {
        return 20 + size / 1e4;
    }

    private static String lines(String format) {
        return LongStream.of(SIZES)
                .mapToObj(size -> String.format(
                        Locale.ROOT,
                        format,
                        size,
                        micros(size),
                        size / micros(size) / 1e3,
                        size / micros(size) / 1e3 * 1.5))
                .collect(Collectors.joining());
    }

    private static String csv() {
        return "numCycle,collective,ranks,gpusPerRank,size,inPlace,time,algBw,busBw,#wrong\n"
                + lines("0,\"AllReduce\",4,1,%1$d,0,%2$f,%3$f,%4$f,0\n");
    }

    private static String own() {
        return "type,ranks,size_bytes,time_us\n" + lines("all_reduce,4,%1$d,%2$f\n");
    }

    private static String json() {
        String devices = IntStream.range(0, 4)
                .mapToObj(r -> "{\"rank\":" + r + ",\"group\":0,\"pid\":1,\"hostname\":\"a\",\"device\":" + r + "}")
                .collect(Collectors.joining(","));
        String results = lines(
                "{\"size\":%1$d,\"count\":1,\"type\":\"float\",\"redop\":\"sum\",\"root\":\"-1\",\"out_of_place\":{\"time\":%2$f,"
                        + "\"alg_bw\":%3$f,\"bus_bw\":%4$f,\"nwrong\":\"0\"}},");
        return "{\"version\":2,\"args\":[\"./all_reduce_perf\"],\"nccl_version\":\"2.27\",\"config\":{\"nthreads\":1,\"ngpus\":1,"
                + "\"devices\":[" + devices + "]},\"results\":[" + results.substring(0, results.length() - 1) + "]}";
    }

    private static Path inspector() throws IOException {
        Path folder = Files.createDirectories(dir.resolve("dumps"));
        for (int rank = 0; rank < 4; rank++) {
            StringBuilder out = new StringBuilder();
            for (int i = 0; i < SIZES.length; i++) {
                out.append(String.format(
                        Locale.ROOT,
                        "{\"header\":{\"id\":\"0x1\",\"comm_name\":\"g\",\"rank\":%d,\"n_ranks\":4,\"nnodes\":1},\"metadata\":"
                                + "{\"inspector_output_format_version\":\"v4.0\",\"rec_mechanism\":\"nccl_profiler_interface\","
                                + "\"dump_timestamp_us\":1,\"hostname\":\"a\",\"pid\":%d},\"coll_perf\":{\"coll\":\"AllReduce\","
                                + "\"coll_sn\":%d,\"coll_msg_size_bytes\":%d,\"coll_exec_time_us\":%d,\"coll_timing_source\":"
                                + "\"kernel_gpu\",\"coll_algobw_gbs\":1.0,\"coll_busbw_gbs\":1.0}}\n",
                        rank,
                        rank,
                        i,
                        SIZES[i],
                        Math.round(micros(SIZES[i]))));
            }
            Files.writeString(folder.resolve("pid" + rank + ".log"), out);
        }
        return folder;
    }

    /** "file | command" of each row that names a command; "the same" is the file of the row above. */
    static List<String> rows() throws IOException {
        List<String> rows = new ArrayList<>();
        for (String page : List.of("docs/inputs.md", "docs/formats.md")) {
            boolean table = false;
            String before = "";
            for (String line : Files.readAllLines(Path.of(page))) {
                table = line.equals("| file | command | result |") || table && line.startsWith("|");
                Matcher command = COMMAND.matcher(line);
                if (table && command.find()) {
                    String file = line.split("\\|")[1].strip();
                    before = file.equals("the same") ? before : file;
                    rows.add(before + " | " + command.group(1));
                }
            }
        }
        return rows;
    }

    @Test
    void everySampleHasARow() throws IOException {
        List<String> rows = rows();
        assertThat(rows).hasSizeGreaterThanOrEqualTo(17);
        assertThat(SAMPLES.keySet()).allSatisfy(sample -> assertThat(rows).anyMatch(row -> row.startsWith(sample)));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void theCommandOfARowReadsItsFile(String row) {
        String[] cells = row.split(" \\| ");
        Sample sample = SAMPLES.entrySet().stream()
                .filter(entry -> cells[0].startsWith(entry.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseThrow(() -> new AssertionError("this test has no file for the row " + row));
        Object[] words = List.of(cells[1].split(" ")).stream()
                .map(word -> sample.files().getOrDefault(word, Path.of(word)).toString())
                .toArray();
        TestShell shell = TestShell.run(words).exits(ExitCode.OK);
        assertThat(shell.out() + shell.err()).contains(sample.shown());
    }
}
