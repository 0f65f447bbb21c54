// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.etude.SmallTraces;
import org.etude.cli.TestShell;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StepOptionTest {
    @TempDir
    private Path dir;

    private Path traces;

    @BeforeEach
    void writeTraces() {
        traces = SmallTraces.write(dir, 2);
    }

    @Test
    void oneStepCanBeCutOut() {
        TestShell shell =
                TestShell.run("load", traces, "--step", 2, "--format", "csv").exits(ExitCode.OK);
        assertThat(shell.out())
                .contains(
                        "# steps\nrank,step,start_ms,wall_ms,compute_ms,exposed_comm_ms,copy_ms,waiting_ms,host_ms,idle_ms,"
                                + "comm_ms\n0,2,0,10,2.5,2.2,0,0,5.3,0,2.5\n1,2,0,10,2.5,2.2,0,0,5.3,0,2.3\n");
        TestShell link =
                TestShell.run("link", traces, "--step", 2, "--format", "csv").exits(ExitCode.OK);
        assertThat(link.out()).contains("\n0,0,all_reduce,").doesNotContain("\n0,1,all_reduce,");
    }

    @Test
    void anUnknownStepIsAnError() {
        TestShell shell = TestShell.run("load", traces, "--step", 9).exits(ExitCode.FAILED);
        assertThat(shell.err().lines()).hasSize(2);
        assertThat(shell.err()).contains("9");
    }
}
