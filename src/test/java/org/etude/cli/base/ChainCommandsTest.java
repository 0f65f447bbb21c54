// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.base;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.etude.SmallTraces;
import org.etude.cli.TestShell;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The chain and its steps on traces of two ranks. */
class ChainCommandsTest {
    private static final List<String> ALL_FILES = List.of(
            "et/all_reduce.0.et",
            "et/all_reduce.1.et",
            "et/findings.csv",
            "et/groups.json",
            "et/workload.csv",
            "link/collectives.csv",
            "link/findings.csv",
            "link/link.csv",
            "link/unmatched.csv",
            "load/findings.csv",
            "load/steps.csv",
            "load/traces.csv",
            "repair/all_reduce.0.et",
            "repair/all_reduce.1.et",
            "repair/changes.csv",
            "repair/findings.csv",
            "repair/groups.json",
            "replay/replay.csv",
            "sim/findings.csv",
            "sim/ops.csv",
            "sim/ranks.csv",
            "sim/run.etude",
            "sim/sim_collectives.csv",
            "sim/steps.csv");

    @TempDir
    private Path dir;

    private Path traces;

    @BeforeEach
    void writeTraces() {
        traces = SmallTraces.write(dir.resolve("traces"), 2);
    }

    /** What a run leaves is of one job, also where a larger one with another name ran before. */
    @Test
    void aForcedRunReplacesAnEarlierOneWhole() throws IOException {
        Path out = dir.resolve("out");
        Path larger = SmallTraces.write(dir.resolve("larger"), 3);
        TestShell.run("run", larger, "--prefix", "earlier", "--out", out).exits(ExitCode.OK);
        assertThat(out.resolve("repair/earlier.2.et")).exists();
        Path own = Files.writeString(out.resolve("et/notes.et"), "mine");
        TestShell.run("run", traces, "--out", out, "--force").exits(ExitCode.OK);
        assertThat(own).hasContent("mine");
        Files.delete(own);
        assertThat(TestShell.files(out)).isEqualTo(ALL_FILES);
    }

    @Test
    void runWritesEveryStage() {
        Path out = dir.resolve("out");
        TestShell shell = TestShell.run("run", traces, "--out", out).exits(ExitCode.OK);
        assertThat(shell.err()).isEmpty();
        assertThat(TestShell.files(out)).isEqualTo(ALL_FILES);
        assertThat(shell.out())
                .startsWith("Step of rank 0 (mean of 2): recorded 10.000 ms | replayed 10.000 ms (+0.0 %) | simulated"
                        + " 10.000 ms (+0.0 %)")
                .contains("\nBound by: host ")
                .contains("\nNetwork: the one recorded on")
                .contains(
                        "a faster network can save at most 2.200 ms per step (22.0 %; 4.400 of 20.000 ms in all 2 steps)")
                .contains("\nWritten to " + out)
                .contains("\n\ntraces\n rank  host_ops")
                .contains("\n 0-1 ")
                .contains("\nSimulation of 2 ranks on the recorded network: 2 steps in 20.000 ms");
        String written = shell.out()
                .lines()
                .filter(line -> line.startsWith("Written to "))
                .findFirst()
                .orElseThrow();
        assertThat(written)
                .contains(ALL_FILES.stream()
                        .map(file -> " " + file.substring(0, file.indexOf('/') + 1))
                        .distinct()
                        .toList());
        assertThat(out.resolve("link/collectives.csv")).content().contains("0,0,all_reduce,4000000,Float,0,2,,");
    }

    @Test
    void theStepsOneByOneGiveTheResultOfRun() throws IOException {
        Path whole = dir.resolve("whole");
        TestShell.run("run", traces, "--out", whole).exits(ExitCode.OK);
        TestShell.run("load", traces, "--out", dir.resolve("load")).exits(ExitCode.OK);
        TestShell.run("link", traces, "--out", dir.resolve("link")).exits(ExitCode.OK);
        TestShell.run("convert", traces, "--out", dir.resolve("et")).exits(ExitCode.OK);
        TestShell.run("repair", dir.resolve("et"), "--out", dir.resolve("repair"))
                .exits(ExitCode.OK);
        TestShell.run("simulate", dir.resolve("repair"), "--out", dir.resolve("sim"))
                .exits(ExitCode.OK);
        for (String file : ALL_FILES) {
            // Only the whole chain knows the recorded steps and replays them.
            boolean ofTheChain = file.equals("sim/steps.csv") || file.endsWith(".etude") || file.startsWith("replay/");
            if (!file.endsWith("findings.csv") && !ofTheChain) {
                assertThat(dir.resolve(file)).as(file).hasSameBinaryContentAs(whole.resolve(file));
            }
        }
    }

    @Test
    void loadReportsAMissingRankByItsStatus() throws IOException {
        TestShell.run("load", traces).exits(ExitCode.OK);
        Files.delete(traces.resolve("host_1.json"));
        Files.delete(traces.resolve("device_1.json"));
        assertThat(TestShell.run("load", traces).exits(ExitCode.FINDINGS).out())
                .contains("missing rank 1 of a world of 2");
    }

    @Test
    void anInterruptedRunStopsWithoutTemporaryFiles() {
        Path out = dir.resolve("out");
        Thread.currentThread().interrupt();
        try {
            TestShell shell = TestShell.run("run", traces, "--out", out).exits(ExitCode.INTERRUPTED);
            assertThat(shell.out()).isEmpty();
            assertThat(shell.err()).isEqualTo("etude: interrupted\n");
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(TestShell.files(dir)).noneMatch(file -> file.endsWith(".part"));
    }

    @Test
    void jsonHoldsEveryTableShown() throws IOException {
        JsonNode tree = new ObjectMapper()
                .readTree(TestShell.run("run", traces, "--format", "json")
                        .exits(ExitCode.OK)
                        .out());
        assertThat(tree.fieldNames())
                .toIterable()
                .containsExactly(
                        "replay",
                        "traces",
                        "steps",
                        "link",
                        "workload",
                        "changes",
                        "ranks",
                        "predicted_steps",
                        "findings");
        assertThat(tree.get("steps")).hasSize(4);
        assertThat(tree.get("ranks").get(1).get("rank").asInt()).isEqualTo(1);
    }

    @Test
    void aSlowerNetworkMakesTheStepLonger() throws IOException {
        String[] fast = {"--bandwidth", "400Gbps", "--latency", "500ns"};
        String[] slow = {"--bandwidth", "1Gbps", "--latency", "14us"};
        // 4,000,000 bytes on two ranks: 2 MB each way and step; 1 Gbps needs 2 x 16 ms for each of two all-reduces
        assertThat(finish(slow) - finish(fast)).isGreaterThan(2 * 2 * 15_000_000L);
    }

    private long finish(String... network) throws IOException {
        Object[] args = {
            "run", traces, "--format", "json", "--topology", "ring:2", network[0], network[1], network[2], network[3]
        };
        JsonNode ranks = new ObjectMapper()
                .readTree(TestShell.run(args).exits(ExitCode.OK).out())
                .get("ranks");
        return ranks.get(0).get("finish_ns").asLong();
    }

    @Test
    void aTopologyOfAnotherSizeIsAnError() {
        TestShell shell =
                TestShell.run("run", traces, "--topology", "torus:2x2").exits(ExitCode.FAILED);
        assertThat(shell.err())
                .startsWith("etude: torus:2x2 has 4 hosts but the workload has 2 ranks.\n  ")
                .contains("-n 4 on the command line", "scaleTo(4) in Java", "switch:2");
    }

    @Test
    void wrongNetworksAreUsageErrors() {
        assertThat(TestShell.run("run", traces, "--topology", "web:4")
                        .exits(ExitCode.USAGE)
                        .err())
                .contains("\"web:4\" is not a topology");
        assertThat(TestShell.run("run", traces, "--bandwidth", "fast")
                        .exits(ExitCode.USAGE)
                        .err())
                .contains("--bandwidth");
        assertThat(TestShell.run("run", traces, "--fidelity", "psychic")
                        .exits(ExitCode.USAGE)
                        .err())
                .contains("'psychic' is none of packet, analytic (unaware of congestion), aware");
    }

    @Test
    void badTracesAreTwoSentencesWhateverTheCommand() throws IOException {
        Path broken = Files.createDirectory(dir.resolve("broken"));
        Files.writeString(broken.resolve("device_0.json"), "{\"traceEvents\": [{\"ph\": ");
        for (String command : List.of("run", "load", "link", "convert", "check")) {
            TestShell shell = TestShell.run(command, broken).exits(ExitCode.FAILED);
            assertThat(shell.out()).isEmpty();
            assertThat(shell.err().lines()).as(command).hasSize(2);
            assertThat(shell.err()).contains("device_0.json").doesNotContain("Exception");
        }
        for (String command : List.of("repair", "simulate", "validate")) {
            assertThat(TestShell.run(command, broken)
                            .exits(ExitCode.FAILED)
                            .err()
                            .lines())
                    .hasSize(2);
        }
        assertThat(TestShell.run("load", dir.resolve("nothing"))
                        .exits(ExitCode.FAILED)
                        .err()
                        .lines())
                .hasSize(2);
    }

    @Test
    void checkSaysReadyOrNot() throws IOException {
        TestShell ready = TestShell.run("check", traces).exits(ExitCode.OK);
        assertThat(ready.out()).endsWith("\nready: 'etude run " + traces + "'\n");
        assertThat(TestShell.run("check", traces, "--step", 1, "--keep-truncated")
                        .exits(ExitCode.OK)
                        .out())
                .endsWith("\nready: 'etude run " + traces + " --step 1 --keep-truncated'\n");
        Path spaced = SmallTraces.write(dir.resolve("first try"), 1);
        assertThat(TestShell.run("check", spaced).exits(ExitCode.OK).out())
                .endsWith("\nready: 'etude run \"" + spaced + "\"'\n");
        Path without = SmallTraces.write(dir.resolve("without"), 1);
        Files.delete(without.resolve("device_0.json"));
        TestShell missing = TestShell.run("check", without).exits(ExitCode.FINDINGS);
        assertThat(missing.out()).contains("\n error ").endsWith("not ready: see the findings of level error\n");
    }

    @Test
    void validateAcceptsWhatConvertWrites() {
        Path et = dir.resolve("et");
        TestShell.run("convert", traces, "--out", et, "--prefix", "w", "--model-tag", "tiny")
                .exits(ExitCode.OK);
        assertThat(et.resolve("w.tiny.1.et")).exists();
        assertThat(TestShell.run("validate", et.resolve("w.tiny"))
                        .exits(ExitCode.OK)
                        .out())
                .contains("all_reduce");
    }

    @Test
    void convertTakesTheOptionsOfTheStudy() throws IOException {
        JsonNode only = workload("--simple-astra");
        assertThat(only.findValuesAsText("kind")).containsExactly("all_reduce", "all_reduce");
        JsonNode average = workload("--force-avg-kernel-ns", "609000");
        assertThat(average.get(1).get("kind").asText()).isEqualTo("compute");
        assertThat(average.get(1).get("duration_ms").asDouble()).isEqualTo(4 * 0.609);
        assertThat(TestShell.run("convert", traces, "--average-kernel", "0us")
                        .exits(ExitCode.USAGE)
                        .err())
                .contains("above 0");
    }

    private JsonNode workload(String... options) throws IOException {
        Object[] args = new Object[options.length + 4];
        args[0] = "convert";
        args[1] = traces;
        args[2] = "--format";
        args[3] = "json";
        System.arraycopy(options, 0, args, 4, options.length);
        return new ObjectMapper()
                .readTree(TestShell.run(args).exits(ExitCode.OK).out())
                .get("workload");
    }
}
