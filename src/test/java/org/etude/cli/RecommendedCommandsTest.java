// SPDX-License-Identifier: Apache-2.0
package org.etude.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.etude.SmallTraces;
import org.etude.cli.base.ExitCode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A command that a message recommends can be copied into a shell, whatever the names of the user's files. */
@EnabledOnOs({OS.LINUX, OS.MAC})
class RecommendedCommandsTest {
    @TempDir
    private Path temp;

    private Path dir;
    private String quoted;

    @BeforeEach
    void name() throws Exception {
        dir = Files.createDirectories(temp.resolve("my runs; $HOME/训 练"));
        quoted = "'" + dir + "'";
    }

    private String inside(String name) {
        return "'" + dir.resolve(name) + "'";
    }

    @Test
    void readyTracesAreRun() {
        SmallTraces.write(dir, 2);
        assertThat(TestShell.run("check", dir, "--keep-truncated")
                        .exits(ExitCode.OK)
                        .out())
                .contains("ready: 'etude run " + quoted + " --keep-truncated'");
    }

    @Test
    void etsAreSimulatedNotLoaded() throws Exception {
        SmallEts.write(dir, 2);
        assertThat(TestShell.run("load", dir).exits(ExitCode.FAILED).err())
                .contains("Use 'etude simulate " + quoted + "' to simulate")
                .contains("'etude validate " + quoted + "' to check");
    }

    @Test
    void theOutputOfARunIsNotItsRecording() throws Exception {
        Files.createDirectories(dir.resolve("sim"));
        Files.createDirectories(dir.resolve("repair"));
        assertThat(TestShell.run("load", dir).exits(ExitCode.FAILED).err())
                .contains("Or use 'etude simulate " + inside("repair") + "' on its ETs, 'etude critical-path " + quoted
                        + "' on its");
    }

    @Test
    void aScheduleIsSimulated() throws Exception {
        Path goal = Files.writeString(dir.resolve("job.goal"), "num_ranks 1\nrank 0 {\nl1: calc 5\n}\n");
        assertThat(TestShell.run("load", goal).exits(ExitCode.FAILED).err())
                .contains("Use 'etude simulate " + inside("job.goal") + "'.");
    }

    @Test
    void theRecordingComesFirst() {
        Path traces = dir.resolve("rec");
        SmallTraces.write(traces, 2);
        TestShell.run("run", traces, "--out", dir.resolve("x")).exits(ExitCode.OK);
        assertThat(TestShell.run("diff", dir.resolve("x"), traces)
                        .exits(ExitCode.FAILED)
                        .err())
                .contains("Give the recording first: etude diff " + inside("rec") + " " + inside("x") + ".");
    }
}
