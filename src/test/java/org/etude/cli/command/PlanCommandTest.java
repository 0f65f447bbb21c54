// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

    /** Of an A100's nodes and NICs; a slower network is never faster. */
    @Test
    void aNamedNetworkIsPlannedOn() {
        String usual = plan("--nic", "200Gbps");
        String named = plan("--network", "dgx-a100");
        assertThat(named)
                .contains("\nnetwork: nodes of 8 GPUs (--domain), 200 Gbps per GPU between nodes (--nic)\n")
                .endsWith("\nnodes, links and NICs that are not given are those of dgx-a100\n");
        String shared = plan("--network", "dgx-a100", "--oversubscription", "4");
        assertThat(shared)
                .contains("\nnetwork: nodes of 8 GPUs (--domain), 50 Gbps per GPU between nodes"
                        + " (--nic over --oversubscription 4)\n");
        assertThat(plan("--network", "dgx-a100", "--domain", "4")).contains("\nnetwork: nodes of 4 GPUs");
        assertThat(step(shared)).isGreaterThan(step(named));
        assertThat(step(usual)).isLessThan(step(shared));
        assertThat(TestShell.run("plan", "--model", "llama_7B", "--gpus", "16", "--gpu", "A100", "--network", "ring:8")
                        .exits(ExitCode.FAILED)
                        .err())
                .startsWith("etude: --network ring:8 has no nodes joined by switches\n  Give one of dgx-a100, ");
    }

    private static String plan(String... options) {
        Stream<String> job = Stream.of(
                "plan --model llama_7B --gpus 16 --gpu A100 --global_batch 16 --tensor_model_parallel_size 1 --pipeline_model_parallel 1 --best 1"
                        .split(" "));
        return TestShell.run(Stream.concat(job, Stream.of(options)).toArray())
                .exits(ExitCode.OK)
                .out();
    }

    private static double step(String shown) {
        Matcher first = Pattern.compile("\\d+\\.\\d{3}").matcher(shown);
        assertThat(first.find()).isTrue();
        return Double.parseDouble(first.group());
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
