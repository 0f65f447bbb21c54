// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.etude.SmallTraces;
import org.etude.cli.SmallEts;
import org.etude.cli.TestShell;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Accidental input: senseless numbers, symbolic links, output paths that are taken. */
class HostileInputTest {
    @TempDir
    private Path dir;

    private Path ets;

    @BeforeEach
    void writeJob() {
        ets = SmallEts.write(dir.resolve("et"), 2);
    }

    private TestShell simulate(Object... more) {
        Object[] args = new Object[more.length + 2];
        args[0] = "simulate";
        args[1] = ets;
        System.arraycopy(more, 0, args, 2, more.length);
        return TestShell.run(args);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--bandwidth 1e-30Gbps | a link's bandwidth is 1.0000000000000001E-21 bit/s",
                "--bandwidth 1e-9Gbps --comm-scale 1e10 | beyond the range of the clock",
                "--comm-scale 1e300 | node 2 (allreduce): 4194304 bytes times comm-scale 1.0E300 are more than",
                "-n 2147483646 | cannot scale 2 ranks to 2147483646",
                "--topology ring:1 | ring:1 has 1 host but the workload has 2 ranks"
            })
    void numbersThatMakeNoSenseAreRefused(String options, String said) {
        for (String network : new String[] {"analytic", "aware"}) {
            TestShell shell = simulate(("--fidelity " + network + " " + options).split(" "));
            shell.exits(ExitCode.FAILED);
            assertThat(shell.err()).contains(said).hasLineCount(2);
            assertThat(shell.out()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--rows -1",
                "--comm-scale NaN",
                "--active-chunks 0",
                "--splits -1",
                "--error-rate 1.5",
                "-n 0",
                "--max-events -1",
                "--lmbw NaN",
                "--replicate -1",
                "--rows 99999999999",
                "--bandwidth 0Gbps",
                "--bandwidth NaNGbps",
                "--bandwidth 1e400Gbps",
                "--latency -5us",
                "--latency 1e30us",
                "--topology torus:0x4",
                "--topology ring:4294967298",
                "--topology torus:",
                "--topology dragonfly:99999x99999x99999",
                "--max-time 1e300s",
                "--max-memory -1GB"
            })
    void invalidTextsAreWrongUsage(String options) {
        TestShell shell = simulate(options.split(" ")).exits(ExitCode.USAGE);
        assertThat(shell.err())
                .startsWith("etude: ")
                .contains("Try 'etude simulate --help'")
                .doesNotContain("Exception");
        assertThat(shell.out()).isEmpty();
    }

    @Test
    void anAnalyticNetworkSaysThatItLosesNothing() {
        String quiet = simulate("--fidelity", "analytic", "--topology", "switch:2", "--format", "json")
                .exits(ExitCode.OK)
                .out();
        String lossy = simulate(
                        "--fidelity", "analytic", "--topology", "switch:2", "--error-rate", "0.5", "--format", "json")
                .exits(ExitCode.OK)
                .out();
        assertThat(quiet).doesNotContain("lose packets");
        assertThat(lossy).contains("links lose packets, which this network does not model");
        assertThat(lossy.substring(0, lossy.indexOf("\"findings\"")))
                .isEqualTo(quiet.substring(0, quiet.indexOf("\"findings\"")));
    }

    @Test
    void aPacketNetworkLosesAtTheGivenRate() {
        TestShell lost = simulate("--topology", "switch:2", "--bandwidth", "50GiB/s", "--error-rate", "1")
                .exits(ExitCode.FAILED);
        assertThat(lost.err())
                .startsWith("etude: 2 flows stopped at 102590 ns")
                .contains("are among the 220 lost (0 dropped by full buffers)");
        simulate("--topology", "switch:2", "--error-rate", "0").exits(ExitCode.OK);
    }

    @Test
    void tracesAreFoundThroughASymbolicLink() throws IOException {
        Path traces = SmallTraces.write(dir.resolve("real/traces"), 2);
        Path link = Files.createSymbolicLink(dir.resolve("link"), traces);
        String direct = TestShell.run("load", traces, "--format", "csv")
                .exits(ExitCode.OK)
                .out();
        assertThat(TestShell.run("load", link, "--format", "csv")
                        .exits(ExitCode.OK)
                        .out())
                .isEqualTo(direct.replace(traces.toString(), link.toString()));
        Path inside = Files.createSymbolicLink(traces.resolve("latest"), traces);
        assertThat(TestShell.run("load", traces, "--format", "csv")
                        .exits(ExitCode.OK)
                        .out())
                .as("not read twice through %s", inside)
                .isEqualTo(direct);
    }

    @Test
    void aPlaceThatIsTakenIsNamedWithTheReason() throws IOException {
        Path file = Files.writeString(dir.resolve("file"), "mine");
        assertThat(TestShell.run("topology", "torus:2x2", "--out", file)
                        .exits(ExitCode.FAILED)
                        .err())
                .startsWith("etude: " + file.resolve("physical.txt")
                        + ": cannot be written: a file of that name is in the way\n");
        assertThat(TestShell.run("repair", ets, "--out", file)
                        .exits(ExitCode.FAILED)
                        .err())
                .startsWith("etude: " + file + ": cannot be written: a file of that name is in the way\n");
        assertThat(simulate("--perfetto", ets).exits(ExitCode.FAILED).err())
                .startsWith("etude: " + ets + ": cannot be written: it is a directory\n");
        assertThat(TestShell.run("simulate", dir.resolve("none/w"))
                        .exits(ExitCode.FAILED)
                        .err())
                .contains("none")
                .doesNotContain("Exception");
        assertThat(file).hasContent("mine");
    }

    @Test
    void aPathThatTheSystemCannotTakeIsWrongUsage() {
        assertThat(TestShell.run("load", "a\0b").exits(ExitCode.USAGE).err())
                .startsWith("etude: PATH: the path 'a\\u0000b' cannot be passed to the system in the character set ")
                .contains("; set LC_ALL=C.UTF-8\n");
    }

    @Test
    void conformanceWithoutCasesFails() throws IOException {
        Path empty = Files.createDirectory(dir.resolve("empty"));
        TestShell shell = TestShell.run("conformance", empty).exits(ExitCode.FAILED);
        assertThat(shell.err()).startsWith("etude: " + empty + ": holds no case of a known layout\n");
        assertThat(shell.out()).isEmpty();
    }
}
