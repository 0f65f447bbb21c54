// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.etude.cli.TestShell;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands on a terminal: a pseudo-terminal that {@code script} of util-linux makes. */
@EnabledOnOs(OS.LINUX)
class TerminalTest {
    /** Its bit in the masks of /proc. */
    private static final long SIGINT = 1 << 1;

    private static final Path SCRIPT = Path.of("/usr/bin/script");

    @TempDir
    private Path dir;

    @ParameterizedTest
    @ValueSource(ints = {80, 200})
    void tablesAndHelpFitTheTerminal(int columns) throws Exception {
        fit(columns);
    }

    @Tag("campaign")
    @Test
    void tablesAndHelpFitATerminalOfMiddleWidth() throws Exception {
        fit(120);
    }

    private void fit(int columns) throws Exception {
        String run =
                shown(columns, "run", Path.of("data/cnn-2").toAbsolutePath().toString());
        assertThat(run.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(columns));
        assertThat(run).contains("findings").contains("effect");
        String help = shown(columns, "--help");
        assertThat(help.lines())
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(columns))
                .anySatisfy(line -> assertThat(line).hasSizeGreaterThan(Math.min(columns, 180) - 20));
    }

    @Test
    void outputThatIsNotATerminalHasEveryColumn() {
        assertThat(TestShell.run("run", "data/cnn-2").out()).contains("idle_ms").doesNotContain("too wide for");
    }

    /** The run would take seconds more, and write sim/ at its end. */
    @Test
    void anInterruptIsAnsweredLongBeforeTheRunWouldEnd() throws Exception {
        Path err = dir.resolve("err");
        Path out = dir.resolve("out");
        Process run = hearingInterrupts(TestShell.builder(
                        "run",
                        "data/resnet50-2",
                        "-n",
                        "32",
                        "--topology",
                        "ring:32",
                        "--bandwidth",
                        "65Gbps",
                        "--out",
                        out))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(err.toFile())
                .start();
        long patience = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
        while (!Files.exists(out.resolve("load")) && System.nanoTime() < patience) {
            Thread.sleep(20);
        }
        Signals.send("INT", run);
        assertThat(run.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(Files.readString(err))
                .startsWith("etude: stopping. ")
                .contains(out + ": ")
                .contains("load");
        assertThat(out.resolve("sim")).doesNotExist();
        assertThat(run.exitValue()).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(TestShell.files(out)).noneMatch(file -> file.endsWith(".part"));
    }

    /** What a script starts in the background ignores SIGINT, these tests and all they start included; env takes that back. */
    private static ProcessBuilder hearingInterrupts(ProcessBuilder process) throws IOException {
        Path status = Path.of("/proc/self/status");
        if (Files.exists(status)
                && Files.readAllLines(status).stream()
                        .filter(line -> line.startsWith("SigIgn:"))
                        .anyMatch(line ->
                                (Long.parseUnsignedLong(line.substring(7).strip(), 16) & SIGINT) != 0)) {
            process.command().addAll(0, List.of("env", "--default-signal=INT"));
        }
        return process;
    }

    /** What a command shows on a terminal of this many columns. */
    private String shown(int columns, String... args) throws IOException, InterruptedException {
        assumeThat(SCRIPT).exists();
        StringBuilder command = new StringBuilder("stty cols " + columns + " rows 50;");
        for (String word : TestShell.builder((Object[]) args).command()) {
            command.append(" '").append(word.replace("'", "'\\''")).append('\'');
        }
        Path log = dir.resolve("typescript-" + columns);
        Process process = new ProcessBuilder(SCRIPT.toString(), "-qec", command.toString(), log.toString())
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectErrorStream(true)
                .start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(text).isZero();
        return text.replace("\r\n", "\n").replaceAll("\r[^\n]*\r", "");
    }
}
