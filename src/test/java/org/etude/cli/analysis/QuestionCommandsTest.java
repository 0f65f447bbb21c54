// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.etude.Simulation;
import org.etude.SmallTraces;
import org.etude.Topology;
import org.etude.Traces;
import org.etude.cli.TestShell;
import org.etude.cli.base.ExitCode;
import org.etude.unit.Bandwidth;
import org.etude.unit.Time;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each question from a shell: table, file, figure, and what is refused. */
class QuestionCommandsTest {
    @TempDir
    static Path directory;

    private static Path traces;
    private static Path run;

    @BeforeAll
    static void record() {
        traces = SmallTraces.write(directory.resolve("traces"), 2);
        run = directory.resolve("run.etude");
        Simulation sim = Traces.load(traces.toString())
                .link()
                .toEt()
                .repair()
                .simulate(Topology.ring(2).bandwidth(Bandwidth.gbps(100)).latency(Time.us(1)));
        sim.save(run);
    }

    @ParameterizedTest
    @CsvSource({
        "copies,no copy or memory set",
        "counters,no hardware counter was recorded",
        "memory,record with profile_memory=True"
    })
    void anEmptyAnswerSaysWhy(String command, String why) {
        for (String form : new String[] {"table", "csv", "json"}) {
            TestShell shell = TestShell.run(command, traces, "--format", form).exits(ExitCode.OK);
            assertThat(shell.err())
                    .startsWith(command + ": no rows: ")
                    .contains(why)
                    .doesNotContain("Or nothing passes")
                    .hasLineCount(1);
        }
    }

    @Test
    void filtersMayBeTheReasonForAnEmptyAnswer() {
        assertThat(TestShell.run("copies", traces, "--ranks", "0", "--from", "0us")
                        .exits(ExitCode.OK)
                        .err())
                .endsWith(". Or nothing passes --ranks, --from.\n");
        assertThat(TestShell.run("copies", traces, "--step", 1, "--streams", "0,4", "--to", "9ms", "--name", "Step")
                        .err())
                .endsWith(". Or nothing passes --step, --streams, --to, --name.\n");
        assertThat(TestShell.run("sequences", traces, "--least", 9, "--format", "csv")
                        .err())
                .endsWith(". Or nothing passes --least.\n");
        assertThat(TestShell.run("copies", traces, "--format", "csv").err()).doesNotContain("nothing passes");
    }

    @ParameterizedTest
    @CsvSource({
        "kernels,kernels",
        "idle,idle",
        "operators,operators",
        "launches,launches",
        "launch-queues,launch_queues",
        "annotations,annotations",
        "bandwidth,bandwidth",
        "critical-path,critical_path",
    })
    void aQuestionGivesATableAFileAndAFigure(String command, String table) {
        Path out = directory.resolve("out-" + command);
        Path figure = directory.resolve(command + ".svg");
        TestShell shell = TestShell.run(command, traces, "--format", "csv", "--out", out, "-o", figure);
        assertThat(shell.err()).isEmpty();
        assertThat(shell.code()).isEqualTo(ExitCode.OK);
        assertThat(out.resolve(table + ".csv")).hasContent(shell.out());
        assertThat(shell.out().lines().count()).isGreaterThan(1);
        assertThat(figure).content().startsWith("<svg").contains("</svg>");
    }

    @ParameterizedTest
    @CsvSource({"1", "3", "20", "0"})
    void theFirstRowsOfAPathAreThoseOfTheWholeTable(int rows) {
        Path out = directory.resolve("path-" + rows);
        for (Path of : List.of(traces, run)) {
            String shown = TestShell.run("critical-path", of, "--rows", rows)
                    .exits(ExitCode.OK)
                    .out();
            String whole = TestShell.run("critical-path", of, "--rows", rows, "--out", out)
                    .exits(ExitCode.OK)
                    .out();
            assertThat(shown).isEqualTo(whole);
            assertThat(shown.contains(" more rows\n")).isEqualTo(rows == 1 || rows == 3);
        }
    }

    @Test
    void sequencesTakeAnOperatorAndALength() {
        TestShell shell = TestShell.run("sequences", traces, "--operator", "aten::", "--least", 1, "--format", "csv");
        assertThat(shell.code()).isEqualTo(ExitCode.OK);
        assertThat(shell.out()).contains("0,aten::mm,Cijk_gemm,1,2,4000,400");
        assertThat(TestShell.run("sequences", traces, "--least", 0).code()).isEqualTo(ExitCode.USAGE);
        assertThat(TestShell.run("memory", traces, "--format", "csv").out().lines())
                .hasSize(1);
        assertThat(TestShell.run("counters", traces, "--format", "csv").out().lines())
                .hasSize(1);
    }

    @Test
    void trafficNeedsTheRanksOfANode() {
        assertThat(TestShell.run("traffic", traces).code()).isEqualTo(ExitCode.USAGE);
        assertThat(TestShell.run("traffic", traces, "--ranks-per-node", 0).code())
                .isEqualTo(ExitCode.USAGE);
        assertThat(TestShell.run("traffic", traces, "--ranks-per-node", 2, "--format", "csv")
                        .out())
                .contains("0,intra,all_reduce,2,0,8000000,8000000,5000");
    }

    @ParameterizedTest
    @CsvSource({"kernels", "idle", "bandwidth", "critical-path"})
    void aSimulatedRunHasTheColumnsOfARecording(String command) {
        TestShell simulated = TestShell.run(command, run, "--format", "csv");
        TestShell recorded = TestShell.run(command, traces, "--format", "csv");
        assertThat(simulated.code()).isEqualTo(ExitCode.OK);
        assertThat(simulated.out().lines().findFirst())
                .isEqualTo(recorded.out().lines().findFirst());
        assertThat(simulated.out().lines().count()).isGreaterThan(1);
    }

    @Test
    void peakRateAndMemoryGoTogether() {
        assertThat(TestShell.run("flops", traces, "--peak-tflops", 100).code()).isEqualTo(ExitCode.USAGE);
        assertThat(TestShell.run("flops", traces, "--peak-tflops", 100, "--memory-bandwidth", "much")
                        .code())
                .isEqualTo(ExitCode.USAGE);
        TestShell shell = TestShell.run(
                "flops", "data/cnn-2-cuda", "--peak-tflops", 100, "--memory-bandwidth", "1000GB/s", "--format", "json");
        assertThat(shell.code()).isEqualTo(ExitCode.OK);
        assertThat(shell.out()).contains("\"roof_frac\"").contains("[128] [32,4096] [4096,128]");
    }

    @Test
    void productsWithoutShapesSayWhyTheirRatesAreMissing() throws IOException {
        Path trace = Files.writeString(directory.resolve("bare.json"), """
                {"schemaVersion":1,"traceEvents":[
                {"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":0,"dur":10,"args":{"External id":1}},
                {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":2,"dur":3,
                 "args":{"External id":1,"correlation":5}},
                {"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":8,"dur":9,
                 "args":{"External id":1,"correlation":5,"device":0,"stream":7}}]}""");
        TestShell shell = TestShell.run("flops", trace);
        assertThat(shell.code()).isEqualTo(ExitCode.OK);
        assertThat(shell.out()).contains("aten::mm");
        assertThat(shell.err()).contains("because no shapes were recorded; record with record_shapes=True");
        assertThat(TestShell.run("flops", "data/cnn-2-cuda").err()).isEmpty();
    }

    @Test
    void aRunHasNoLaunches() {
        TestShell shell = TestShell.run("launches", run);
        assertThat(shell.code()).isEqualTo(ExitCode.FAILED);
        assertThat(shell.err())
                .contains("'etude launches' cannot be asked of a simulated run: only a recording shows it");
        assertThat(TestShell.run("kernels", run, "--ranks", 0).code()).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void spreadOfARunSaysWhoComesLate() {
        TestShell shell = TestShell.run("spread", run, "--format", "csv");
        assertThat(shell.code()).isEqualTo(ExitCode.OK);
        assertThat(shell.out())
                .startsWith("source,rank,collectives,last,late_ms")
                .contains("simulated,0,");
        for (String option : List.of("--ranks", "--draws", "--seed")) {
            TestShell refused = TestShell.run("spread", run, option, 1);
            assertThat(refused.code()).as(option).isEqualTo(ExitCode.USAGE);
            assertThat(refused.err())
                    .contains(
                            run + " is a simulated run; --ranks, --draws, --seed, --step and --keep-truncated are for");
        }
        assertThat(TestShell.run("spread", "--help").out()).contains("Or a simulated run");
        TestShell two = TestShell.run("spread", run, run);
        assertThat(two.code()).isEqualTo(ExitCode.USAGE);
        assertThat(two.err()).contains("is a simulated run; give one run alone");
    }

    @Test
    void recordingsAndRunsAreCompared() {
        TestShell same = TestShell.run("diff", traces, traces, "--format", "csv");
        assertThat(same.code()).isEqualTo(ExitCode.OK);
        assertThat(same.out()).contains("kernel,Cijk_gemm,same,1,1,2000,2000,0");
        TestShell withRun = TestShell.run("diff", traces, run, "--format", "csv");
        assertThat(withRun.code()).isEqualTo(ExitCode.OK);
        assertThat(withRun.out()).contains("kernel,Cijk_gemm,same,1,1,2000,2000,0");
        assertThat(withRun.out().lines().skip(1)).noneMatch(line -> line.contains(",added,"));
        assertThat(TestShell.run("diff", run, run, "--format", "csv").out()).contains(",same,");
        assertThat(TestShell.run("diff", traces).code()).isEqualTo(ExitCode.USAGE);
        TestShell turned = TestShell.run("diff", run, traces);
        assertThat(turned.code()).isEqualTo(ExitCode.FAILED);
        assertThat(turned.err()).contains("Give the recording first");
    }

    @Test
    void aFigureNeedsAKnownEndingAndAFilterSense() {
        assertThat(TestShell.run("kernels", traces, "-o", "kernels.doc").code()).isEqualTo(ExitCode.USAGE);
        assertThat(TestShell.run("kernels", traces, "--from", "2ms", "--to", "1ms")
                        .code())
                .isEqualTo(ExitCode.USAGE);
        TestShell nothing = TestShell.run("kernels", traces, "--name", "nowhere");
        assertThat(nothing.code()).isEqualTo(ExitCode.FAILED);
        assertThat(nothing.err()).contains("leaves no event");
    }

    @Test
    void perfettoGetsAllRanksWithLaunchesQueuesAndThePath() throws IOException {
        Path file = directory.resolve("all.json");
        assertThat(TestShell.run("perfetto", traces, "-o", file).code()).isEqualTo(ExitCode.OK);
        JsonNode events = new ObjectMapper().readTree(Files.readAllBytes(file)).get("traceEvents");
        int starts = 0;
        int ends = 0;
        double path = 0;
        int counters = 0;
        for (JsonNode event : events) {
            String phase = event.get("ph").asText();
            starts += phase.equals("s") ? 1 : 0;
            ends += phase.equals("f") ? 1 : 0;
            counters += phase.equals("C") ? 1 : 0;
            path += event.path("cat").asText().equals("critical_path")
                    ? event.get("dur").asDouble()
                    : 0;
        }
        assertThat(starts).isEqualTo(ends).isEqualTo(14);
        assertThat(counters).isEqualTo(56);
        assertThat(path).isEqualTo(20_000);
    }

    @Test
    void perfettoTakesARecordingAndARunTogether() throws IOException {
        Path file = directory.resolve("both.json");
        assertThat(TestShell.run("perfetto", traces, run, "-o", file, "--ranks", "0,1")
                        .code())
                .isEqualTo(ExitCode.OK);
        assertThat(file)
                .content()
                .contains("\"recorded rank 1\"", "\"simulated rank 1\"", "\"simulated critical path\"");
        assertThat(TestShell.run("perfetto", run, "-o", file).code()).isEqualTo(ExitCode.OK);
        assertThat(file).content().contains("\"rank 1\"").doesNotContain("simulated");
        TestShell two = TestShell.run("perfetto", traces, run, run, "-o", file);
        assertThat(two.code()).isEqualTo(ExitCode.USAGE);
        assertThat(two.err()).contains("takes one simulated run and got 2");
    }
}
