// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.etude.cli.TestShell;
import org.etude.cli.base.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SimAiSimulatorCommandTest {
    @TempDir
    private Path dir;

    @Test
    void runsAWorkloadOnATopology() throws IOException {
        TestShell.run("topology", "simai", "-topo", "Spectrum-X", "-g", 8, "-psn", 1, "--out", dir);
        Path workload = Files.writeString(
                dir.resolve("w.txt"),
                "HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 8 ep: 1 pp: 1 vpp: 8 ga: 1 all_gpus: 8\n1\n"
                        + "a -1 1000 ALLREDUCE 1048576 1 NONE 0 1 NONE 0 1\n");
        TestShell shell = TestShell.run(
                "simai-simulator",
                "-w",
                workload,
                "-n",
                dir.resolve("Spectrum-X_8g_8gps_400Gbps_H100"),
                "--fct",
                dir.resolve("fct.txt"));
        assertThat(shell.code()).isEqualTo(ExitCode.OK);
        assertThat(shell.out()).startsWith("layer_name,fwd comm us,ig comm us,wg comm us\na,89.5");
        assertThat(Files.readAllLines(dir.resolve("fct.txt"))).hasSize(896);
    }

    @Test
    void choosesAsNcclDoes() throws IOException {
        TestShell.run("topology", "simai", "-topo", "Spectrum-X", "-g", 16, "-psn", 1, "--out", dir);
        Path topology = dir.resolve("Spectrum-X_16g_8gps_400Gbps_H100");
        Path workload = Files.writeString(
                dir.resolve("w.txt"),
                "HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 16 ep: 1 pp: 1 vpp: 8 ga: 1 all_gpus: 16\n1\n"
                        + "a -1 1000 ALLREDUCE 65536 1 NONE 0 1 NONE 0 1\n");
        Path flows = dir.resolve("fct.txt");
        TestShell ring = TestShell.run(
                "simai-simulator",
                "-w",
                workload,
                "-n",
                topology,
                "--nccl-algo",
                "Ring",
                "--nccl-proto",
                "LL",
                "--fct",
                flows);
        assertThat(ring.code()).isEqualTo(ExitCode.OK);
        assertThat(Files.readAllLines(flows)).as("8 rings, 30 rounds, 16 ranks").hasSize(3840);
        TestShell auto =
                TestShell.run("simai-simulator", "-w", workload, "-n", topology, "--nccl-algo", "auto", "--fct", flows);
        assertThat(auto.code()).isEqualTo(ExitCode.OK);
        assertThat(Files.readAllLines(flows))
                .as("16 trees, 64 chunks, 15 edges up and down")
                .hasSize(30_720);
        TestShell wrong = TestShell.run("simai-simulator", "-w", workload, "-n", topology, "--nccl-algo", "Rink");
        assertThat(wrong.code()).isEqualTo(ExitCode.USAGE);
        assertThat(wrong.err()).contains("'Rink' is none of");
    }

    /** A latency that is no number, does not fit the clock or lies in the past. */
    @ParameterizedTest
    @ValueSource(strings = {"NaN", "1e30", "-0.1"})
    void refusesSenselessLatencies(String micros) throws IOException {
        TestShell.run("topology", "simai", "-topo", "Spectrum-X", "-g", 8, "-psn", 1, "--out", dir);
        Path workload = Files.writeString(dir.resolve("w.txt"), workload("1000"));
        TestShell shell = TestShell.run(
                "simai-simulator",
                "-w",
                workload,
                "-n",
                dir.resolve("Spectrum-X_8g_8gps_400Gbps_H100"),
                "--send-latency",
                micros);
        assertThat(shell.code()).isEqualTo(ExitCode.USAGE);
        assertThat(shell.err()).contains("--send-latency is " + Double.parseDouble(micros) + "; give 0 or more");
        assertThat(shell.out()).isEmpty();
    }

    @Test
    void refusesStepsBeyondTheClockAndTopologiesWithoutLinks() throws IOException {
        TestShell.run("topology", "simai", "-topo", "Spectrum-X", "-g", 8, "-psn", 1, "--out", dir);
        Path linked = dir.resolve("Spectrum-X_8g_8gps_400Gbps_H100");
        Path endless = Files.writeString(dir.resolve("e.txt"), workload(Long.toString(Long.MAX_VALUE)));
        TestShell shell = TestShell.run("simai-simulator", "-w", endless, "-n", linked);
        assertThat(shell.code()).isEqualTo(ExitCode.FAILED);
        assertThat(shell.err()).contains("more than 292 years ahead");
        Path lone = Files.writeString(dir.resolve("lone.topo"), "8 8 0 0 0 H100\n\n");
        Path workload = Files.writeString(dir.resolve("w.txt"), workload("1000"));
        TestShell apart = TestShell.run("simai-simulator", "-w", workload, "-n", lone);
        assertThat(apart.code()).isEqualTo(ExitCode.FAILED);
        assertThat(apart.err()).contains("has no path between them");
    }

    @Test
    void namesTheFileOfARateThatCannotBeRead() throws IOException {
        Path wrong = Files.writeString(dir.resolve("w.topo"), "9 8 0 1 1 H100\n8\n0 8 fast 1us 0\n");
        Path workload = Files.writeString(dir.resolve("w.txt"), workload("1000"));
        TestShell shell = TestShell.run("simai-simulator", "-w", workload, "-n", wrong);
        assertThat(shell.code()).isEqualTo(ExitCode.FAILED);
        assertThat(shell.err())
                .startsWith("etude: " + wrong + ": link 0-8 'fast 1us 0': ")
                .endsWith("  Write a rate such as 400Gbps, a delay such as 0.0005ms, and a share such as 0.\n");
    }

    private static String workload(String computeNanos) {
        return "HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 8 ep: 1 pp: 1 vpp: 8 ga: 1 all_gpus: 8\n1\n"
                + "a -1 " + computeNanos + " ALLREDUCE 1048576 1 NONE 0 1 NONE 0 1\n";
    }
}
