// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.etude.Workload;
import org.etude.cli.TestShell;
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
    void aMissingTraceIsNamed() throws IOException {
        for (String kind : List.of("host", "device")) {
            Path in = Files.createDirectories(dir.resolve("only-" + kind));
            Files.copy(Path.of("data/gpt-1-h200", kind + "_0.json.gz"), in.resolve(kind + "_0.json.gz"));
            String other = kind.equals("host") ? "device" : "host";
            assertThat(TestShell.run("parallelize", in, "--dp", 2).exits(1).err())
                    .startsWith("etude: rank 0: no ")
                    .contains("; there is no " + other + "_0.json.\n");
        }
    }

    @Test
    void invalidRequestsWriteNothing() {
        Path out = dir.resolve("none");
        TestShell shell =
                TestShell.run("parallelize", "data/cnn-2", "--pp", "9", "--batch", "36", "--out", out.toString());
        assertThat(shell.code()).isEqualTo(1);
        assertThat(shell.err()).contains("4 layers cannot be cut into 9 parts");
        TestShell split = TestShell.run("parallelize", "data/cnn-2", "--tp", "100000", "--out", out.toString());
        assertThat(split.code()).isEqualTo(1);
        assertThat(split.err())
                .contains("aten::conv2d, layer 0, cannot be split over 100000 ranks: its output has 32 channels");
        assertThat(out).doesNotExist();
        assertThat(TestShell.run("parallelize", "data/cnn-2", "--bucket", "many")
                        .code())
                .isEqualTo(2);
        for (String option : new String[] {"--batch", "--micro-batches", "--recorded-batch"}) {
            TestShell none = TestShell.run("parallelize", "data/cnn-2", option, "0");
            assertThat(none.code()).isEqualTo(2);
            assertThat(none.err()).startsWith("etude: " + option + " is 0; give 1 or more\n");
        }
    }

    @Test
    void aSecondRecordingMustHaveAnotherBatch() {
        TestShell shell = TestShell.run("parallelize", "data/cnn-2", "--batch", "64", "--also", "data/cnn-2");
        assertThat(shell.code()).isEqualTo(1);
        assertThat(shell.err()).contains("the batch is the same");
    }

    @Test
    void calibratedCostsComeFromTheFileOfAFit() throws IOException {
        Path timings = dir.resolve("t.csv");
        Files.writeString(
                timings, "size_bytes,time_us\n1000,101\n10000,110\n100000,200\n1000000,1100\n10000000,10100\n");
        Path fit = dir.resolve("fit");
        assertThat(TestShell.run("calibrate", "--timings", timings.toString(), "--out", fit.toString())
                        .code())
                .isZero();
        Path out = dir.resolve("x4");
        TestShell shell = TestShell.run(
                "parallelize",
                "data/cnn-2",
                "--dp",
                "4",
                "--calibration",
                fit.toString(),
                "--out",
                out.toString(),
                "--format",
                "csv");
        assertThat(shell.code()).isZero();
        assertThat(shell.out()).contains("the network of 4 data ranks: 50.000 us and 1.000 GB/s per link");
        String ranks = Files.readString(out.resolve("ranks.csv"));
        assertThat(ranks.lines()).hasSize(5);
        TestShell again = TestShell.run(
                "simulate",
                out.toString(),
                "--topology",
                out.resolve("network.yml").toString(),
                "--system",
                out.resolve("system.json").toString(),
                "--fidelity",
                "analytic",
                "--out",
                dir.resolve("again").toString());
        assertThat(again.code()).isZero();
        assertThat(dir.resolve("again").resolve("ranks.csv")).hasContent(ranks);
    }

    @Test
    void aFileThatIsNoCalibrationWritesNothing() {
        Path out = dir.resolve("none");
        TestShell shell = TestShell.run(
                "parallelize", "data/cnn-2", "--dp", "4", "--calibration", "README.md", "--out", out.toString());
        assertThat(shell.code()).isEqualTo(1);
        assertThat(shell.err()).contains("README.md").contains("etude calibrate --fit");
        assertThat(out).doesNotExist();
    }

    @Test
    void theModelOfTheGpusGivesProductsAndNetwork() throws IOException {
        Path machine = dir.resolve("machine.csv");
        Files.writeString(machine, "parameter,value,low,high\nnetwork,0.5,0.4,0.6\n");
        Path out = dir.resolve("gpu");
        TestShell shell = TestShell.run(
                "parallelize",
                "data/cnn-2-cuda",
                "--dp",
                "2",
                "--tp",
                "2",
                "--gpu",
                "A100",
                "--machine",
                machine.toString(),
                "--out",
                out.toString(),
                "--format",
                "csv");
        assertThat(shell.code()).isZero();
        assertThat(shell.out())
                .contains("of 4 layers follow the model of A100")
                .contains("the model of A100 nodes, 0.500 of its rates");
        assertThat(out.resolve("ranks.csv")).exists();
        TestShell alone = TestShell.run("parallelize", "data/cnn-2-cuda", "--machine", machine.toString());
        assertThat(alone.code()).isEqualTo(2);
        assertThat(alone.err()).contains("--machine has no effect without --gpu TYPE");
        TestShell unknown = TestShell.run("parallelize", "data/cnn-2-cuda", "--gpu", "banana");
        assertThat(unknown.code()).isEqualTo(2);
        assertThat(unknown.err()).contains("unknown GPU 'banana'");
    }
}
