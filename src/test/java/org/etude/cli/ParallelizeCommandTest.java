package org.etude.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.etude.Workload;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParallelizeCommandTest {
    @TempDir
    private Path dir;

    @Test
    void writesTracesForAllRanks() throws IOException {
        Path out = dir.resolve("x8");
        TestShell shell = TestShell.run(
                "parallelize",
                "data/cnn-2",
                "--dp",
                "2",
                "--tp",
                "2",
                "--pp",
                "2",
                "--batch",
                "64",
                "--micro-batches",
                "4",
                "--out",
                out.toString(),
                "--format",
                "csv");
        assertThat(shell.code()).isZero();
        assertThat(shell.out()).contains("part,stage,first_layer").contains("split over 2 ranks");
        assertThat(Workload.read(out.toString()).set().ranks()).hasSize(8);
        assertThat(Files.readAllLines(out.resolve("extrapolation.csv"))).hasSize(3);
        assertThat(out.resolve("findings.csv")).exists();
        assertThat(out.resolve("groups.json")).exists();
    }

    @Test
    void wrongWishesWriteNothing() {
        Path out = dir.resolve("none");
        TestShell shell =
                TestShell.run("parallelize", "data/cnn-2", "--pp", "9", "--batch", "36", "--out", out.toString());
        assertThat(shell.code()).isEqualTo(1);
        assertThat(shell.err()).contains("4 layers cannot be cut into 9 parts");
        assertThat(out).doesNotExist();
        assertThat(TestShell.run("parallelize", "data/cnn-2", "--bucket", "many")
                        .code())
                .isEqualTo(2);
    }

    @Test
    void aSecondRecordingMustHaveAnotherBatch() {
        TestShell shell = TestShell.run("parallelize", "data/cnn-2", "--batch", "64", "--also", "data/cnn-2");
        assertThat(shell.code()).isEqualTo(1);
        assertThat(shell.err()).contains("the batch is the same");
    }
}
