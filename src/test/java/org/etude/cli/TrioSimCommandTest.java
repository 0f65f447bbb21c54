package org.etude.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.etude.Shared;
import org.etude.workload.triosim.SmallStep;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrioSimCommandTest {
    @TempDir
    private Path dir;

    private Path trace;

    @BeforeEach
    void write() {
        trace = SmallStep.write(dir.resolve("traces").resolve("small"));
    }

    @Test
    void takesTheFlagsOfTheOriginalAndPrintsItsLines() {
        TestShell shell = TestShell.run(
                "triosim",
                "-trace-dir",
                trace,
                "--case=1",
                "-GPUnumber",
                2,
                "-ptp-bandwidth=1",
                "--bandwidth",
                1e6,
                "--compat");
        assertThat(shell.exits(ExitCode.OK).out())
                .isEqualTo("Estimated execution time ms, 8.0000000000\n"
                        + "Current time after AllReduce stage ms, 10.0000000000\n");
    }

    @Test
    void minusOneStandsForTheDefault() {
        TestShell shell = TestShell.run(
                "triosim", "-trace-dir", trace, "-case", 4, "-GPUnumber", 2, "-batch-size-sim", 64, "-numCols", -1);
        assertThat(shell.exits(ExitCode.OK).out())
                .matches("Current time after Pipeline parallesim execution ms, 4\\.03846\\d+\n");
    }

    @Test
    void saysWhyThereIsNoResult() {
        TestShell shell = TestShell.run("triosim", "-trace-dir", trace, "-case", 3, "-GPUnumber", 1, "--compat");
        assertThat(shell.exits(ExitCode.FAILED).err()).contains("5 of 6 operators were never run");
        assertThat(TestShell.run("triosim", "-trace-dir", dir)
                        .exits(ExitCode.FAILED)
                        .err())
                .contains("tensor.csv: cannot be read");
    }

    @Test
    void recordingsThatCannotBeReadAreNamed() {
        TestShell shell =
                TestShell.run("triosim-converter", "--profiler", dir.resolve("p"), "--graph", dir, "--out", dir);
        assertThat(shell.exits(ExitCode.FAILED).err()).contains("cannot be read as JSON");
    }

    @Test
    void conformanceComparesRecordedRuns() throws IOException {
        String row =
                "{\"id\":\"ID\",\"trace\":\"small\",\"batch_size\":2,\"batch_size_sim\":2,\"GPUnumber\":2,\"case\":CASE,"
                        + "\"bandwidth\":1e6,\"ptp_bandwidth\":1,\"micro_batch_size\":null,\"capacity\":40,\"interconnects\":0,"
                        + "\"numRows\":1,\"numCols\":null,\"final_ms\":MS,\"ops_done\":12,\"complete\":DONE,"
                        + "\"deterministic\":true}\n";
        String right = row.replace("CASE", "3").replace("DONE", "true");
        Files.writeString(
                dir.resolve("runs.jsonl"),
                right.replace("ID", "right").replace("MS", "9.0")
                        + right.replace("ID", "wrong").replace("MS", "9.00000002")
                        + row.replace("CASE", "0")
                                .replace("DONE", "false")
                                .replace("ID", "no")
                                .replace("MS", "1"));
        assertThat(TestShell.run("conformance", dir)
                        .exits(ExitCode.FINDINGS)
                        .out()
                        .lines())
                .satisfiesExactly(
                        line -> assertThat(line).startsWith("triosim/wrong: final_ms is 9.00000000"),
                        line -> assertThat(line).isEqualTo("triosim/no: a result of 8.0 ms, but the original has none"),
                        line -> assertThat(line).isEqualTo("3 cases, 2 differ"));
    }

    @Test
    @Tag("campaign")
    void recordedRunsAreEqual() {
        Shared.dir("golden", "triosim").ifPresent(golden -> assertThat(
                        TestShell.run("conformance", golden).exits(ExitCode.OK).out())
                .matches("[1-9][0-9]* cases, 0 differ\n"));
    }
}
