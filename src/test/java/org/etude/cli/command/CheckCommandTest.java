// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.etude.cli.TestShell;
import org.etude.cli.base.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code etude check} on ranks that do not belong together. */
class CheckCommandTest {
    @TempDir
    private Path dir;

    private void rank(int rank, String recording) throws IOException {
        for (String part : new String[] {"host_", "device_"}) {
            String file = part + rank + ".json.gz";
            Files.copy(Path.of("data", recording, file), dir.resolve(file));
        }
    }

    @Test
    void ranksOfTwoJobsAreNotReady() throws IOException {
        rank(0, "resnet50-2");
        rank(1, "moe-2");
        TestShell shell = TestShell.run("check", dir, "--format", "csv");
        assertThat(shell.code()).as(shell.err()).isEqualTo(ExitCode.FINDINGS);
        assertThat(shell.out()).contains("the ranks were not recorded in one run");
    }

    @Test
    void ranksOfOneJobAre() throws IOException {
        rank(0, "moe-2");
        rank(1, "moe-2");
        TestShell shell = TestShell.run("check", dir, "--format", "csv");
        assertThat(shell.code()).as(shell.err()).isZero();
        assertThat(shell.out()).doesNotContain("not recorded in one run");
    }
}
