// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.etude.cli.TestShell;
import org.etude.cli.base.ExitCode;
import org.etude.compat.simai.aicb.AicbTable;
import org.etude.compat.simai.text.SimAiWorkload;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkloadCommandTest {
    private static final String NAME =
            "A100-gpt_7B-world_size8-tp2-pp1-ep1-gbs8-mbs1-seq2048-MOE-False-GEMM-False-flash_attn-False.txt";

    @TempDir
    private Path dir;

    @Test
    void textOfANamedModel() {
        TestShell shell = TestShell.run(
                "workload",
                "simai",
                "--model_name",
                "gpt_7B",
                "--gpu_type=A100",
                "--world_size=8",
                "--tensor_model_parallel_size=2",
                "--global_batch=8",
                "--out",
                dir);
        assertThat(shell.code()).isEqualTo(ExitCode.OK);
        assertThat(shell.err())
                .contains("etude: rows: compute times are estimated")
                .contains("roofline of A100");
        assertThat(SimAiWorkload.read(dir.resolve(NAME)).header().vpp()).isEqualTo(36);
    }

    @Test
    void compatModeSaysNothing() {
        TestShell shell = TestShell.run(
                "workload",
                "simai",
                "--compat",
                "--model_name",
                "gpt_7B",
                "--gpu_type=A100",
                "--world_size=8",
                "--tensor_model_parallel_size=2",
                "--global_batch=8",
                "--out",
                dir);
        assertThat(shell.code()).isEqualTo(ExitCode.OK);
        assertThat(shell.err()).isEmpty();
        assertThat(SimAiWorkload.read(dir.resolve(NAME)).header().vpp()).isEqualTo(24);
    }

    /** 291 parameters: broadcast, gathered at the start and in both passes; 65 stay; 13 full buckets; 9 rows besides. */
    @Test
    void tableOfDeepSpeed() {
        TestShell shell = TestShell.run(
                "workload",
                "csv",
                "--frame",
                "DeepSpeed",
                "--stage",
                3,
                "--model_name",
                "llama_7B",
                "--world_size",
                8,
                "--global_batch",
                8,
                "--out",
                dir);
        assertThat(shell.code()).isEqualTo(ExitCode.OK);
        Path file =
                dir.resolve("deepspeed_stage3_llama_7B_sp_False_iteration_1_computationEnable_False_8n_workload.csv");
        assertThat(shell.out()).isEqualTo("1250 rows: " + file + "\n");
        assertThat(AicbTable.read(file).items()).hasSize(1250);
    }

    @Test
    void inferencePass() throws IOException {
        Path config = Files.writeString(
                dir.resolve("c.json"), "{\"num_hidden_layers\":2,\"hidden_size\":64,\"num_experts_per_tok\":2}");
        Path times = Files.writeString(dir.resolve("t.txt"), "atten_flash:\n  time_gpu_avg: 5\n");
        TestShell shell = TestShell.run(
                "workload",
                "inference",
                "Qwen3-Moe-235B",
                config,
                "--world_size",
                4,
                "--tensor_model_parallel_size",
                2,
                "--micro_batch",
                3,
                "--comp_filepath",
                times,
                "--result_dir",
                dir);
        assertThat(shell.code()).isEqualTo(ExitCode.OK);
        Path file = dir.resolve("Qwen3-Moe-235B-world_size4-tp2-pp1-ep1-bs3-seq1-decode.txt");
        assertThat(Files.readAllLines(file))
                .contains("attention_layer\t-1\t5000\tALLREDUCE\t384\t0\tNONE\t0\t0\tNONE\t0\t100")
                .contains("moe_route\t-1\t1\tALLTOALL_EP\t198\t1\tNONE\t0\t1\tNONE\t0\t100");
    }

    @Test
    void wrongUseIsReported() {
        assertThat(TestShell.run("workload").code()).isEqualTo(ExitCode.USAGE);
        TestShell aiob = TestShell.run("workload", "simai", "--aiob_enable", "--out", dir);
        assertThat(aiob.code()).isEqualTo(ExitCode.USAGE);
        assertThat(aiob.err()).contains("--aiob_enable has no effect without --comp_filepath");
    }

    @Test
    void tracesOfANamedModel() {
        Path prefix = dir.resolve("step");
        TestShell shell = TestShell.run(
                "workload",
                "et",
                "--model_name",
                "llama_7B",
                "--num_layers",
                2,
                "--world_size=4",
                "--pipeline_model_parallel=2",
                "--global_batch=8",
                "--gpu_type=H100",
                "--schedule=gpipe",
                "--out",
                prefix);
        assertThat(shell.code()).isEqualTo(ExitCode.OK);
        assertThat(shell.err()).contains("LlmWorkload llama_7B: 4 ranks, tp 1 x dp 2 x pp 2, gpipe, 4 micro batches");
        assertThat(shell.out()).contains("activations_bytes", "pipeline", "compute times are estimated");
        assertThat(dir).isDirectoryContaining("glob:**/step.3.et").isDirectoryContaining("glob:**/traffic.csv");
        TestShell run = TestShell.run("simulate", prefix, "--fidelity", "analytic", "--topology", "ring:4");
        assertThat(run.out()).contains("exposed_comm_ms");
    }

    @Test
    void tracesOfAText() throws IOException {
        Path text = dir.resolve("theirs.txt");
        Files.writeString(text, """
                HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 2 ep: 1 pp: 1 vpp: 1 ga: 1 all_gpus: 2
                1
                layer -1 100 ALLREDUCE 64 200 ALLREDUCE 32 300 NONE 0 100
                """);
        TestShell shell = TestShell.run("workload", "et", "--text", text, "--out", dir.resolve("theirs"));
        assertThat(shell.code()).isEqualTo(ExitCode.OK);
        assertThat(dir).isDirectoryContaining("glob:**/theirs.1.et");
        TestShell zigzag =
                TestShell.run("workload", "et", "--text", text, "--schedule", "zigzag", "--out", dir.resolve("z"));
        assertThat(zigzag.code()).isEqualTo(ExitCode.USAGE);
        assertThat(zigzag.err())
                .contains(
                        "there is no pipeline schedule 'zigzag'",
                        "Give gpipe, 1f1b, interleaved, zb-h1, dualpipe or dualpipev.");
        assertThat(dir.resolve("z.0.et")).doesNotExist();
    }

    @Test
    void unknownPhasesAreRefused() throws IOException {
        Path config = Files.writeString(dir.resolve("c.json"), "{}");
        TestShell shell = TestShell.run("workload", "inference", "Qwen3-Moe-235B", config, "--phase", "middle");
        assertThat(shell.code()).isEqualTo(ExitCode.USAGE);
        assertThat(shell.err()).contains("--phase is 'middle'").contains("Give decode or prefill.");
    }
}
