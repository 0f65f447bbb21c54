// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.etude.cli.SmallEts;
import org.etude.cli.TestShell;
import org.etude.cli.base.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExportCommandTest {
    @TempDir
    private Path dir;

    @Test
    void saysWhatItWroteAndShowsNoEmptyTable() {
        Path job = dir.resolve("job.goal");
        TestShell shell = TestShell.run("export", SmallEts.write(dir.resolve("et"), 2), "--goal", job)
                .exits(ExitCode.OK);
        assertThat(shell.out()).isEqualTo("Wrote " + job + ".\n");
        assertThat(job).content().startsWith("num_ranks 2\n");
    }

    @Test
    void aProgramThatAsksForATableGetsItsHeader() {
        Path job = dir.resolve("job.goal");
        TestShell shell = TestShell.run(
                        "export", SmallEts.write(dir.resolve("et"), 2), "--goal", job, "--format", "csv")
                .exits(ExitCode.OK);
        assertThat(shell.out()).isEqualTo("level,stage,rank,place,what,why,effect\n");
    }
}
