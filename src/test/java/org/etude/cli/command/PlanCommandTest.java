// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.etude.cli.TestShell;
import org.etude.cli.base.ExitCode;
import org.junit.jupiter.api.Test;

/** The options of the planner, and the errors when some are missing. */
class PlanCommandTest {
    @Test
    void theJobAndTheSearchAreDescribed() {
        List<String> shown = TestShell.run("plan", "--model", "llama_7B", "--gpus", "8", "--gpu", "H100", "--best", "2")
                .exits(ExitCode.OK)
                .out()
                .lines()
                .toList();
        assertThat(shown.get(shown.size() - 2))
                .isEqualTo("network: nodes of 8 GPUs (--domain), 400 Gbps per GPU between nodes (--nic)");
        assertThat(shown.get(shown.size() - 3))
                .isEqualTo("llama_7B on 8 H100: steps of 4 sequences (--global_batch) of 2048 tokens (--seq_length)");
        assertThat(shown.get(shown.size() - 1))
                .matches("\\d+ candidates, \\d+ estimated: 2 are among the fastest, [^{}=]+");
    }

    @Test
    void aMissingOrWrongGpuIsNamed() {
        assertThat(TestShell.run("plan", "--gpus", "8").exits(ExitCode.USAGE).err())
                .startsWith("etude: no GPU is given\n  Name it (--gpu, --gpu_type): one of V100, ");
        assertThat(TestShell.run("plan", "--gpus", "8", "--gpu", "H10O")
                        .exits(ExitCode.USAGE)
                        .err())
                .startsWith("etude: unknown GPU 'H10O'\n  Give one of V100, ");
        assertThat(TestShell.run("plan", "--gpus", "0", "--gpu", "H100")
                        .exits(ExitCode.USAGE)
                        .err())
                .startsWith("etude: --gpus is 0; give 1 or more\n");
        assertThat(TestShell.run("plan", "--model", "llama_7B", "--gpu", "H100")
                        .exits(ExitCode.USAGE)
                        .err())
                .startsWith("etude: give the number of GPUs: --gpus N\n");
        assertThat(TestShell.run("plan", "--gpus", "8", "--gpu", "H100")
                        .exits(ExitCode.FAILED)
                        .err())
                .startsWith("etude: no model is given\n");
    }

    @Test
    void aMissingBatchIsReported() {
        String[] job = {"plan", "--model", "llama_7B", "--gpus", "8", "--gpu", "H100", "--best", "1"};
        assertThat(TestShell.run((Object[]) job).exits(ExitCode.OK).err())
                .contains("--global_batch is not given: AICB's default of 4 sequences is used.");
        Object[] given =
                Stream.concat(Stream.of(job), Stream.of("--global_batch", "4")).toArray();
        assertThat(TestShell.run(given).exits(ExitCode.OK).err()).doesNotContain("is not given");
    }
}
