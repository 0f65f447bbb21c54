// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.etude.SmallTraces;
import org.etude.cli.TestShell;
import org.etude.cli.base.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CalibrateCommandTest {
    @TempDir
    private Path dir;

    @Test
    void alphaOfRecordedTracesGoesToTheFile() throws IOException {
        Path traces = SmallTraces.write(dir.resolve("traces"), 2);
        Path all = dir.resolve("runs/calibration_all.csv");
        TestShell shell = TestShell.run(
                        "calibrate",
                        traces,
                        "--tag",
                        "small",
                        "--append",
                        all,
                        "--fidelity",
                        "unaware",
                        "--format",
                        "csv")
                .exits(ExitCode.OK);
        assertThat(shell.out())
                .startsWith("part,measured_ms,sim_cycles_ns,alpha_us,")
                .contains("\nstep,10,")
                .contains(",step_does_not_depend_on_the_network\n")
                .contains("\nmatched_transfers,2.3,,,")
                .contains("\nexposed_transfer,2.2,,,")
                .contains("\nhost,5.3,,,");
        TestShell.run("calibrate", traces, "--tag", "small", "--append", all, "--fidelity", "unaware")
                .exits(ExitCode.OK);
        assertThat(Files.readAllLines(all)).hasSize(2).last().asString().startsWith("calibrate,small,small,2,2,");
    }

    @Test
    void theStudysOptionNamesAreKnown() throws IOException {
        Path traces = SmallTraces.write(dir.resolve("traces"), 2);
        Path all = dir.resolve("all.csv");
        Object[] command = {
            "calibrate",
            traces,
            "--model-tag",
            "x",
            "--calib-db",
            all,
            "--lmbw",
            540,
            "--coll-opt",
            "baseline",
            "--all-reduce",
            "direct",
            "--splits",
            2,
            "--active-chunks",
            2,
            "--fidelity",
            "analytic"
        };
        TestShell.run(command).exits(ExitCode.OK);
        assertThat(Files.readAllLines(all)).last().asString().contains(",baseline,540.0,");
        Object[] without = Arrays.copyOf(command, command.length + 1);
        without[command.length] = "--no-autocalib";
        Files.delete(all);
        TestShell.run(without).exits(ExitCode.OK);
        assertThat(all).doesNotExist();
        assertThat(TestShell.run("calibrate", traces, "--coll-opt", "sideways")
                        .exits(ExitCode.USAGE)
                        .err())
                .contains("--coll-opt")
                .contains("sideways");
    }

    @Test
    void fitsTimingsAndHoldsSomeOut() throws IOException {
        StringBuilder csv = new StringBuilder("size_bytes,time_us\n");
        for (int i = 10; i < 30; i++) {
            csv.append(1L << i).append(',').append(20 + (1L << i) * 1e-4).append('\n');
        }
        Path timings = Files.writeString(dir.resolve("t.csv"), csv);
        TestShell shell = TestShell.run(
                        "calibrate",
                        "--timings",
                        timings,
                        "--type",
                        "all_reduce",
                        "--ranks",
                        8,
                        "--hold-out",
                        0.3,
                        "--out",
                        dir,
                        "--format",
                        "csv")
                .exits(ExitCode.OK);
        assertThat(shell.out()).contains("all_reduce of 8 ranks,alpha,us,20,20,20,");
        assertThat(dir.resolve("errors.csv")).content().contains("all_reduce of 8 ranks,6,0,0,0,");
        assertThat(dir.resolve("residuals.csv")).content().contains(",held_out\n");
    }

    @Test
    void saysWhatIsMissing() {
        assertThat(TestShell.run("calibrate").exits(ExitCode.USAGE).err())
                .contains("name traces, or timings with --timings");
        assertThat(TestShell.run("calibrate", "--timings", dir.resolve("none.csv"))
                        .exits(ExitCode.FAILED)
                        .err())
                .contains("none.csv");
    }
}
