// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.etude.cli.SmallEts;
import org.etude.cli.TestShell;
import org.etude.cli.base.ExitCode;
import org.etude.et.graph.EtNames;
import org.etude.et.wire.EtFiles;
import org.etude.et.wire.EtSet;
import org.etude.report.Progress;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScaleCommandTest {
    @TempDir
    private Path directory;

    private Path ets;
    private Path out;

    @BeforeEach
    void write() {
        ets = SmallEts.write(directory.resolve("in"), 2);
        out = directory.resolve("out");
    }

    private EtSet scaled(Object... options) {
        Object[] args = new Object[options.length + 6];
        System.arraycopy(new Object[] {"scale", ets, "--virtual-world", "8", "--out", out}, 0, args, 0, 6);
        System.arraycopy(options, 0, args, 6, options.length);
        TestShell shell = TestShell.run(args);
        assertThat(shell.err()).isEmpty();
        assertThat(shell.code()).isEqualTo(ExitCode.OK);
        return EtFiles.readSet(out, Progress.NONE);
    }

    private static long size(EtSet set) {
        return set.ranks().get(5).integer(1, EtNames.COMM_SIZE, -1);
    }

    @Test
    void writesRanksGroupsMapAndFindings() throws Exception {
        assertThat(scaled().ranks()).hasSize(8);
        assertThat(Files.readString(out.resolve("rank_map.csv"))).startsWith("rank,source_rank\n0,0\n1,1\n2,0\n");
        assertThat(Files.readString(out.resolve("findings.csv")))
                .contains("rank r of 8 runs the trace of rank r mod 2");
    }

    @Test
    void equalRanksAreOneRowForPeopleOnly() {
        TestShell shell = TestShell.run("scale", ets, "--virtual-world", "8", "--out", out)
                .exits(ExitCode.OK);
        assertThat(shell.out()).containsPattern("(?m)^ *0-7 +all_reduce ").doesNotContain("more rows");
        TestShell simulated =
                TestShell.run("simulate", out, "--topology", "ring:8").exits(ExitCode.OK);
        assertThat(simulated.out()).containsPattern("(?m)^ *0-7 ");
        TestShell csv = TestShell.run("scale", ets, "--virtual-world", "8", "--format", "csv")
                .exits(ExitCode.OK);
        assertThat(csv.out()).containsPattern("(?m)^7,");
    }

    @Test
    void theSeedsOptionsMeanWhatTheyMeant() {
        assertThat(size(scaled("--comm-scale", "auto"))).isEqualTo((4 << 20) / 4 * 7);
        assertThat(size(scaled("--comm-scale", "1.75"))).isEqualTo((4 << 20) / 4 * 7);
        EtSet stress = scaled("--replace-comm", "all_to_all", "--comm-size", "512MB");
        assertThat(size(stress)).isEqualTo(512_000_000);
        assertThat(stress.ranks().get(0).integer(1, EtNames.COMM_TYPE, -1)).isEqualTo(6);
    }

    @Test
    void modelsAreSplitAndGradientsAppended() {
        EtSet set = scaled("--target-tp", "4", "--add-ddp", "4e6", "--gradient-bytes", "4", "--buckets", "2");
        assertThat(set.groups().groups()).hasSize(2 + 4);
        assertThat(set.ranks().get(7).size()).isEqualTo(5);
        assertThat(set.ranks().get(7).durationMicros(0)).isEqualTo(50);
        assertThat(set.ranks().get(7).integer(4, EtNames.COMM_SIZE, -1)).isEqualTo(2_000_000);
    }

    @Test
    void timesAreScaledAndVaried() {
        EtSet set = scaled("--compute-scale", "other=3", "--straggler", "1=2", "--stragglers", "1x4", "--seed", "1");
        assertThat(set.ranks().get(1).durationMicros(0)).isEqualTo(600);
        assertThat(scaled("--jitter", "0.1").ranks().get(1).durationMicros(0)).isNotEqualTo(100);
        assertThat(scaled("--compute-scale", "0.5").ranks().get(1).durationMicros(2))
                .isEqualTo(25);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --stragglers 1us             | --stragglers is '1us'; give a number of ranks and a factor, such as 3x1.5
            --compute-scale x            | --compute-scale is 'x'; give a factor such as 0.5, or one for a kind: matmul=0.5
            --compute-scale magic=2      | --compute-scale is 'magic'; give one of host, attention,
            --replace-comm gossip        | --replace-comm is 'gossip'; give one of all_reduce,
            --replace-comm all_reduce --comm-size x | --comm-size: not a size: 'x'.
            --add-ddp 1e9 --bucket x     | --bucket: not a size: 'x'.
            """)
    void aWrongWordIsNamedWithItsOption(String options, String message) {
        List<Object> words = new ArrayList<>(List.of("scale", ets));
        words.addAll(List.of((Object[]) options.split(" ")));
        assertThat(TestShell.run(words.toArray()).exits(ExitCode.USAGE).err())
                .startsWith("etude: " + message)
                .doesNotContain("enum", "For input");
    }

    @Test
    void wrongOptionsAreUsageErrors() {
        assertThat(TestShell.run("scale", ets, "-n", "many").code()).isEqualTo(ExitCode.USAGE);
        assertThat(TestShell.run("simulate", ets, "--comm-scale", "large").code())
                .isEqualTo(ExitCode.USAGE);
        assertThat(TestShell.run("scale", ets, "-n", "8", "--replace-comm", "gossip")
                        .code())
                .isEqualTo(ExitCode.USAGE);
        assertThat(TestShell.run("scale", ets, "-n", "8", "--comm-size", "1GB").code())
                .isEqualTo(ExitCode.USAGE);
        assertThat(TestShell.run("scale", ets, "-n", "8", "--compute-scale", "magic=2")
                        .code())
                .isEqualTo(ExitCode.USAGE);
        assertThat(TestShell.run("scale", ets, "-n", "7", "--target-tp", "2").code())
                .isEqualTo(ExitCode.FAILED);
    }

    @Test
    void aScaledWorkloadSimulatesOnATextTopology() {
        scaled();
        TestShell shell = TestShell.run(
                "simulate",
                out,
                "--topology",
                "fattree:4x2",
                "--bandwidth",
                "65Gbps",
                "--latency",
                "14,5us",
                "--rows",
                "1");
        assertThat(shell.code()).isEqualTo(ExitCode.OK);
        assertThat(shell.out()).contains("fattree:4x2");
    }

    @Test
    void simulateScalesFirst() {
        TestShell shell = TestShell.run(
                "simulate",
                ets,
                "--virtual-world",
                "8",
                "--comm-scale",
                "auto",
                "--topo",
                "auto:3d",
                "--fidelity",
                "unaware",
                "--format",
                "csv");
        assertThat(shell.code()).isEqualTo(ExitCode.OK);
        assertThat(shell.out()).contains("\n7,", "rank r of 8 runs the trace of rank r mod 2");
        scaled("--comm-scale", "auto");
        assertThat(TestShell.run("simulate", out, "--topology", "auto:3d", "--fidelity", "unaware", "--format", "csv")
                        .out()
                        .lines()
                        .limit(10))
                .containsExactlyElementsOf(shell.out().lines().limit(10).toList());
    }
}
