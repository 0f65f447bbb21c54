// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.etude.cli.TestShell;
import org.etude.cli.base.ExitCode;
import org.etude.compat.simai.cluster.ClusterFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimAiTopologyCommandTest {
    @TempDir
    private Path dir;

    @Test
    void writesTheFileThatSimAiWouldWrite() {
        TestShell shell =
                TestShell.run("topology", "simai", "-topo", "Spectrum-X", "-g", 16, "-psn", 2, "-asn", 4, "--out", dir);
        assertThat(shell.code()).isEqualTo(ExitCode.OK);
        assertThat(shell.out())
                .isEqualTo("asw_switch_num: 8\npsw_switch_num: 2\n"
                        + "Creating Topology of totally 1 segment(s), totally 1 pod(s).\n"
                        + "Spectrum-X_16g_8gps_400Gbps_H100\n");
        assertThat(shell.err())
                .isEqualTo("etude: 4 top-of-rack switches replaced by 8: 16 GPUs fill 1 segments of 8" + " switches\n");
        assertThat(ClusterFile.read(dir.resolve("Spectrum-X_16g_8gps_400Gbps_H100"))
                        .links())
                .hasSize(48);
    }

    @Test
    void tooManyGpusAreRefusedUnlessThePodMayGrow() {
        TestShell refused = TestShell.run("topology", "simai", "-topo", "Spectrum-X", "-g", 8192, "--out", dir);
        assertThat(refused.code()).isEqualTo(ExitCode.FAILED);
        assertThat(refused.out()).isEqualTo("asw_switch_num: 128\n");
        assertThat(refused.err()).contains("8192 GPUs need 16 segments of 512").contains("--extend");
        TestShell extended = TestShell.run(
                "topology", "simai", "-topo", "Spectrum-X", "-g", 8192, "-psn", 1, "--extend", "--out", dir);
        assertThat(extended.code()).isEqualTo(ExitCode.OK);
        assertThat(dir.resolve("Spectrum-X_8192g_8gps_400Gbps_H100")).exists();
    }

    @Test
    void racksOfSeventyTwo() {
        TestShell shell = TestShell.run("topology", "simai", "--nvl72", "-g", 144, "--out", dir);
        assertThat(shell.code()).isEqualTo(ExitCode.OK);
        assertThat(ClusterFile.read(dir.resolve("NVL72_144g_72gps_400Gbps_GB200"))
                        .nvSwitches())
                .isEqualTo(2);
    }

    @Test
    void familyMustBeNamed() {
        assertThat(TestShell.run("topology").code()).isEqualTo(ExitCode.USAGE);
        assertThat(TestShell.run("topology", "simai", "-nps", 1).code()).isEqualTo(ExitCode.USAGE);
    }
}
