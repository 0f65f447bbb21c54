// SPDX-License-Identifier: Apache-2.0
package org.etude.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.etude.SmallTraces;
import org.etude.cli.base.ExitCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Output to a disk of a few pages. Only root can make one, so elsewhere the tests are reported as skipped. */
class FullDiskTest {
    private static final String PAGES = "size=16k";
    private static final String FULL = "No space left on device\n  Free some space there, or write to another disk;"
            + " nothing half-written was left.\n";

    @TempDir
    private Path dir;

    private Path disk;
    private boolean mounted;

    @BeforeEach
    void mount() throws IOException, InterruptedException {
        disk = Files.createDirectory(dir.resolve("disk"));
        boolean linux = System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("linux");
        mounted = linux && succeeds("mount", "-t", "tmpfs", "-o", PAGES, "tmpfs", disk.toString());
        assumeThat(mounted)
                .as("a file system in memory, which only root can mount")
                .isTrue();
    }

    @AfterEach
    void unmount() throws IOException, InterruptedException {
        if (mounted) {
            assertThat(succeeds("umount", disk.toString())).isTrue();
        }
    }

    private static boolean succeeds(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        return process.waitFor(1, TimeUnit.MINUTES) && process.exitValue() == 0;
    }

    @Test
    void aRunKeepsItsWholeTablesAndNamesTheFileThatDidNotFit() throws IOException {
        Path traces = SmallTraces.write(dir.resolve("traces"), 2);
        Path out = disk.resolve("out");
        TestShell shell = TestShell.run("run", traces, "--out", out).exits(ExitCode.FAILED);
        assertThat(shell.err())
                .startsWith("etude: " + out)
                .contains(": cannot be written: ")
                .endsWith(FULL);
        assertThat(TestShell.files(disk)).isNotEmpty().noneMatch(file -> file.endsWith(".part"));
        assertThat(emptyDirectories()).isEmpty();
    }

    @Test
    void nothingIsLeftOfAFigureOrOfEtsThatDoNotFit() throws IOException {
        Path traces = SmallTraces.write(dir.resolve("traces"), 2);
        TestShell picture = TestShell.run("plot", "topology", "torus:8x8x8", "-o", disk.resolve("torus.html"))
                .exits(ExitCode.FAILED);
        assertThat(picture.err())
                .startsWith("etude: " + disk.resolve("torus.html"))
                .endsWith(FULL);
        Files.write(disk.resolve("filler"), new byte[16 << 10 >> 1]);
        Files.write(disk.resolve("more"), new byte[1 << 12]);
        assertThat(TestShell.files(disk)).containsExactly("filler", "more");
        TestShell ets =
                TestShell.run("convert", traces, "--out", disk.resolve("et")).exits(ExitCode.FAILED);
        assertThat(ets.err()).endsWith(FULL);
        assertThat(TestShell.files(disk)).containsExactly("filler", "more");
        assertThat(emptyDirectories()).isEmpty();
    }

    private List<String> emptyDirectories() throws IOException {
        try (Stream<Path> all = Files.walk(disk)) {
            return all.filter(path -> !path.equals(disk) && Files.isDirectory(path))
                    .filter(path -> path.toFile().list().length == 0)
                    .map(Path::toString)
                    .toList();
        }
    }
}
