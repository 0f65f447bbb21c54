// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.etude.unit.Units.bytes;
import static org.etude.unit.Units.mib;
import static org.etude.unit.Units.ms;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.etude.Workload;
import org.etude.cli.SmallEts;
import org.etude.cli.TestShell;
import org.etude.cli.base.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SweepCommandTest {
    @TempDir
    private Path dir;

    private TestShell sweep(int code, Object... more) {
        List<Object> args = new ArrayList<>(List.of("sweep", dir.resolve("w"), "--cache", dir.resolve("cache")));
        args.addAll(List.of("--fidelity", "analytic", "--format", "csv"));
        args.addAll(List.of(more));
        return TestShell.run(args.toArray()).exits(code);
    }

    @Test
    void combinesNetworksRanksAndSettings() throws IOException {
        SmallEts.write(dir.resolve("w"), 2);
        TestShell first = sweep(
                ExitCode.OK,
                "--topology",
                "auto:1d",
                "--ranks",
                "2,4",
                "--vary",
                "allreduce=ring,direct",
                "--vary",
                "splits=1,4");
        assertThat(first.out().lines()).hasSize(1 + 8);
        assertThat(first.out())
                .contains("auto:1d,4,allreduce=direct splits=4,done,4,")
                .doesNotContain(",yes,");
        TestShell again = sweep(
                ExitCode.OK,
                "--topology",
                "auto:1d",
                "--ranks",
                "2,4",
                "--vary",
                "splits=1,4",
                "--vary",
                "allreduce=ring,direct",
                "--out",
                dir.resolve("out"));
        assertThat(again.out()).doesNotContain(",no,");
        assertThat(Files.readAllLines(dir.resolve("out/sweep.csv"))).hasSize(1 + 8);
    }

    @Test
    void clustersAndFilesAreNetworksToo() {
        SmallEts.write(dir.resolve("w"), 4);
        Path file = dir.resolve("net.yaml");
        assertThat(TestShell.run("topology", "dcn+:4:gps=2", "--out", file).code())
                .isEqualTo(ExitCode.OK);
        TestShell shell =
                sweep(ExitCode.OK, "--topology", "spectrum-x:4:gps=2", "--topology", file, "--topology", "auto:1d");
        assertThat(shell.out()
                        .lines()
                        .map(line -> line.replaceAll("(,done,4).*", "$1"))
                        .skip(1))
                .containsExactly("spectrum-x:4:gps=2,4,,done,4", "dcn+:4:gps=2,4,,done,4", "auto:1d,4,,done,4");
        assertThat(sweep(ExitCode.USAGE, "--topology", "spectrum-x:4").err())
                .contains("not a multiple of 8 per server");
    }

    @Test
    void ratesReachNetworksThatDependOnTheRanks() {
        SmallEts.write(dir.resolve("w"), 4);
        String own = sweep(ExitCode.OK, "--topology", "auto:1d").out();
        String slow = sweep(ExitCode.OK, "--topology", "auto:1d", "--bandwidth", "1Gbps", "--latency", "9us")
                .out();
        String sized = sweep(ExitCode.OK, "--topology", "auto:1d:4", "--bandwidth", "1Gbps", "--latency", "9us")
                .out();
        assertThat(step(slow)).isGreaterThan(step(own)).isEqualTo(step(sized));
    }

    private static double step(String csv) {
        List<String> lines = csv.lines().toList();
        int column = List.of(lines.get(0).split(",")).indexOf("step_ms");
        return Double.parseDouble(lines.get(1).split(",")[column]);
    }

    @Test
    void aStepThatNoNetworkChangesIsPointedOut() {
        Workload.of(4, r -> r.allReduce("gradients", bytes(8)).after().compute("long", ms(100)))
                .save(dir.resolve("w").toString());
        String same = "The step takes as long on every network";
        Object[] both = {"sweep", dir.resolve("w"), "--no-cache", "--topology", "ring:4", "--topology", "switch:4"};
        assertThat(TestShell.run(both).exits(ExitCode.OK).out()).contains(same);
        assertThat(TestShell.run(Arrays.copyOf(both, 5)).exits(ExitCode.OK).out())
                .doesNotContain(same);
        Workload.of(4, r -> r.allReduce("gradients", mib(8)))
                .save(dir.resolve("w").toString());
        assertThat(TestShell.run(both).exits(ExitCode.OK).out()).doesNotContain(same);
    }

    @Test
    void shardsOfAJobArrayMeetInTheCache() {
        SmallEts.write(dir.resolve("w"), 2);
        Object[] all = {"--topology", "ring:2", "--topology", "fc:2", "--topology", "switch:4"};
        for (int i = 0; i < 2; i++) {
            List<Object> args = new ArrayList<>(List.of(all));
            args.addAll(List.of("--shard", i + "/2"));
            sweep(ExitCode.OK, args.toArray());
        }
        assertThat(sweep(ExitCode.OK, all).out().lines().filter(l -> l.contains(",yes,")))
                .hasSize(3);
    }

    /** As with a home directory that is read-only, or there is none. */
    @Test
    void runsWithoutAPlaceForItsCache() throws IOException, InterruptedException {
        SmallEts.write(dir.resolve("w"), 2);
        Path home = Files.createDirectories(dir.resolve("home"));
        Files.writeString(home.resolve(".cache"), "a file");
        ProcessBuilder sweep = TestShell.builder("sweep", dir.resolve("w"), "--topology=ring:2", "--format=csv");
        sweep.environment().put("HOME", home.toString());
        sweep.environment().remove("XDG_CACHE_HOME");
        Path err = dir.resolve("err");
        Process process = sweep.redirectError(err.toFile())
                .redirectOutput(dir.resolve("out").toFile())
                .start();
        assertThat(process.waitFor()).isEqualTo(ExitCode.OK);
        assertThat(Files.readString(dir.resolve("out"))).contains("ring:2,2,").contains(",done,");
        assertThat(Files.readString(err))
                .contains("cannot be written")
                .contains("Outcomes are not kept; name a directory with --cache.");
    }

    @Test
    void saysWhatIsWrong() {
        SmallEts.write(dir.resolve("w"), 2);
        assertThat(sweep(ExitCode.USAGE, "--topology", "ring:2", "--vary", "splits=many")
                        .err())
                .contains("--vary splits=many");
        assertThat(sweep(ExitCode.USAGE, "--topology", "ring:2", "--vary", "allreduce=magic")
                        .err())
                .contains("magic is not a known algorithm");
        assertThat(sweep(ExitCode.USAGE, "--topology", "ring:2", "--shard", "x").err())
                .contains("--shard x is neither I/N");
        assertThat(sweep(ExitCode.FAILED, "--topology", "ring:2", "--shard", "2/2")
                        .err())
                .contains("shard 2 of 2");
    }

    @Test
    void jobsAreComparedByMemoryAndLinks() throws IOException {
        SmallEts.write(dir.resolve("w"), 2);
        SmallEts.write(dir.resolve("x"), 2);
        Files.writeString(dir.resolve("w/memory.csv"), "stage,total_bytes\n0,900\n1,1000\n");
        Files.writeString(dir.resolve("x/memory.csv"), "stage,total_bytes\n0,3000\n");
        TestShell both = sweep(
                ExitCode.OK, dir.resolve("x"), "--topology", "fc:2", "--links", "none,100%:0.5", "--fitting", "2KiB");
        assertThat(both.out())
                .contains("fc:2,2,job=w links=none,done,2,1000,")
                .contains("fc:2,2,job=w links=100%:0.5,done,2,1000,")
                .contains("fc:2,2,job=x links=none,skipped,,3000,")
                .contains("more than 2 KiB");
        Files.writeString(dir.resolve("x/memory.csv"), "stage,bytes\n0,3000\n");
        TestShell wrong = sweep(1, dir.resolve("x"), "--topology", "fc:2");
        assertThat(wrong.err())
                .contains("x/memory.csv: is not the memory of generated ranks: it has no column total_bytes");
    }

    /** Rates that nobody gave are stated, so that a comparison of networks can be checked. */
    @Test
    void statesTheRatesItAssumes() throws IOException {
        SmallEts.write(dir.resolve("w"), 2);
        List<Object> command = List.of(
                "sweep",
                dir.resolve("w"),
                "--cache",
                dir.resolve("cache"),
                "--topology",
                "ring:2",
                "--topology",
                "switch:2");
        assertThat(TestShell.run(command.toArray()).exits(ExitCode.OK).err())
                .endsWith(
                        "Links, as neither --bandwidth nor --latency is given: ring:2, switch:2: 400 Gbps and 500 ns.\n");
        List<Object> given = new ArrayList<>(command);
        given.add("--bandwidth=1Gbps");
        assertThat(TestShell.run(given.toArray()).exits(ExitCode.OK).err()).doesNotContain("neither --bandwidth");
    }
}
