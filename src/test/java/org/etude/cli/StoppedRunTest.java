// SPDX-License-Identifier: Apache-2.0
package org.etude.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.etude.SeedCase;
import org.etude.cli.base.Console;
import org.etude.cli.base.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Limits of a simulation on the command line, and its interruption. */
class StoppedRunTest {
    @TempDir
    private Path dir;

    @Test
    void aLimitEndsWithTheTablesSoFarAndAStatusOfItsOwn() {
        Path ets = SmallEts.write(dir.resolve("et"), 2);
        Path out = dir.resolve("out");
        TestShell shell = TestShell.run(
                        "simulate",
                        ets,
                        "--max-simulated-time",
                        "120us",
                        "--out",
                        out,
                        "--perfetto",
                        dir.resolve("cut.json"))
                .exits(ExitCode.LIMIT);
        assertThat(shell.err()).startsWith("etude: limit of 120 us of simulated time\n  The tables hold what was ");
        assertThat(shell.out()).contains("stopped before the end: limit of 120 us of simulated time");
        assertThat(out.resolve("ops.csv")).content().contains("0,1,forward,comp,gpu,0,100000,100");
        assertThat(dir.resolve("cut.json")).content().contains("\"unfinished\":true");
        TestShell.run("simulate", ets, "--max-events", "1000000", "--max-time", "1000s", "--max-memory", "64GB")
                .exits(ExitCode.OK);
        assertThat(TestShell.run("simulate", ets, "--max-time", "60")
                        .exits(ExitCode.USAGE)
                        .err())
                .contains("'60' has no unit");
        assertThat(TestShell.run("simulate", ets, "--max-memory", "much")
                        .exits(ExitCode.USAGE)
                        .err())
                .contains("not a size: 'much'");
    }

    @Test
    void astraSimTakesLimitsTooAndPrintsTheRanksThatFinished() throws IOException {
        SeedCase.write(dir);
        Object[] args = {
            "astra-sim",
            "--backend=packet",
            "--workload-configuration=" + dir.resolve("wl/w"),
            "--system-configuration=" + dir.resolve("system.json"),
            "--network-configuration=" + dir.resolve("config.txt"),
            "--logical-topology-configuration=" + dir.resolve("logical.json"),
            "--remote-memory-configuration=" + dir.resolve("memory.json"),
            "--fct=" + dir.resolve("fct.txt"),
            "--max-simulated-time=30us",
            "--perfetto=" + dir.resolve("cut.json")
        };
        TestShell shell = TestShell.run(args).exits(ExitCode.LIMIT);
        assertThat(shell.out()).isEmpty();
        assertThat(dir.resolve("cut.json")).content().contains("\"name\":\"rank 1\"");
        // A flow takes 7,632 ns; three pairs have ended by then.
        assertThat(Files.readAllLines(dir.resolve("fct.txt"))).hasSize(6);
    }

    @Test
    void anInterruptedSimulationPrintsWhatItHas() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        // Interrupts the run as soon as it reports progress.
        ByteArrayOutputStream err = new ByteArrayOutputStream() {
            @Override
            public synchronized void write(byte[] bytes, int from, int length) {
                super.write(bytes, from, length);
                if (new String(bytes, from, length, StandardCharsets.UTF_8).contains(" messages, ")) {
                    Thread.currentThread().interrupt();
                }
            }
        };
        Console console = new Console(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                true);
        String ets = SmallEts.write(dir.resolve("et"), 2, 1L << 40).toString();
        // With fast-forward the terabyte would be there before anybody could interrupt.
        int code = Shell.run(
                console,
                "simulate",
                ets,
                "--fast-forward=off",
                "--out",
                dir.resolve("out").toString());
        assertThat(Thread.interrupted()).isFalse();
        assertThat(code).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("\nranks\n rank ")
                .contains("interrupted after ");
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("etude: interrupted\n  The tables hold what was simulated until ");
        assertThat(dir.resolve("out/ports.csv")).isNotEmptyFile();
    }
}
