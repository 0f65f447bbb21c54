// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.etude.cli.TestShell;
import org.etude.cli.base.ExitCode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimAiAnalyticalCommandTest {
    @TempDir
    private Path dir;

    private Path workload;

    @BeforeEach
    void write() throws IOException {
        workload = Files.writeString(
                dir.resolve("w.txt"),
                "HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 8 ep: 1 pp: 1 vpp: 1 ga: 1 all_gpus: 8\n1\n"
                        + "a -1 1000 ALLREDUCE 1073741824 2000 NONE 0 3000 NONE 0 100\n");
    }

    @Test
    void writesEndToEnd() throws IOException {
        TestShell shell = TestShell.run(
                "simai-analytical",
                "-w",
                workload,
                "-g",
                8,
                "-g_p_s",
                8,
                "-n_p_s",
                8,
                "-nv",
                400,
                "-nic",
                48.5,
                "-r",
                "x-",
                "-r_f",
                dir);
        assertThat(shell.code()).isEqualTo(ExitCode.OK);
        assertThat(shell.err()).startsWith("etude: no tables of ratios");
        assertThat(shell.out().lines().toList().get(1)).startsWith("x-, 0 (0.00%), 0 (0.00%), 4375 (99.86%)");
        assertThat(Files.readString(dir.resolve("x-EndToEnd.csv"))).startsWith(shell.out());
    }

    @Test
    void typesRepresentRates() {
        TestShell shell = TestShell.run("simai-analytical", "-w", workload, "-g", 8, "-g_type", "A100", "-r_f", dir);
        assertThat(shell.code()).isEqualTo(ExitCode.OK);
        assertThat(shell.out()).contains("7292 (99.92%)");
        assertThat(dir.resolve("w-EndToEnd.csv")).exists();
        TestShell none = TestShell.run("simai-analytical", "-w", workload, "-g", 8, "-r_f", dir);
        assertThat(none.code()).isEqualTo(ExitCode.USAGE);
        assertThat(none.err()).contains("Give -nv in GB/s, or -g_type.");
    }

    @Test
    void senselessValuesHaveTheirOwnStatus() throws IOException {
        Files.writeString(workload, Files.readString(workload).replace("group: 8", "group: 1"));
        TestShell shell = TestShell.run("simai-analytical", "-w", workload, "-g", 8, "-g_type", "A100", "-r_f", dir);
        assertThat(shell.code()).isEqualTo(ExitCode.FINDINGS);
        assertThat(shell.err())
                .contains("etude: a: a tensor-parallel collective of one rank")
                .contains("2^63 ns");
    }
}
