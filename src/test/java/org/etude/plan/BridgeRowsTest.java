// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.etude.spec.LlmOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows of Megatron-Bridge's summary with adapters, prediction modules and layers of several kinds. */
class BridgeRowsTest {
    private static final String PACKED = "examples of 190 tokens are packed into a sequence, as in the recipes";

    private static final String HEADER =
            "release,task,model,system,gpus,precision,global_batch,micro_batch,sequence,tp,pp,cp,vp,ep,fsdp,"
                    + "tokens_per_s_per_gpu,model_tflops_per_gpu\n";

    @TempDir
    private Path folder;

    private MeasuredRow row(String line) throws IOException {
        Path file = folder.resolve("rows.csv");
        Files.writeString(file, HEADER + line + "\n");
        List<MeasuredRow> rows = MeasuredRows.read(file);
        return rows.get(0);
    }

    @Test
    void adaptersAreAssumedOfOneRank() throws IOException {
        MeasuredRow row = row("1,LoRA,LLAMA3_70B,DGX-GB200,8,FP8,32,1,4096,1,4,1,1,1,,9000,1");
        assertThat(row.options().orElseThrow())
                .containsEntry(LlmOption.LORA, "32")
                .containsEntry(LlmOption.LORA_MODULES, "linear_qkv");
        assertThat(row.reason()).contains("adapters of rank 32 on linear_qkv");
        assertThat(StepPrediction.of(row, Optional.empty()).predicted()).isPresent();
    }

    @Test
    void predictionModulesAreToldByTheModel() throws IOException {
        String rest = ",DGX-B200,256,FP8,2048,1,4096,1,16,1,1,8,,1500,1";
        assertThat(row("1,Pre-Training,DeepSeekV3 (w/ MTP)" + rest).options().orElseThrow())
                .containsEntry(LlmOption.MTP, "1");
        assertThat(row("1,Pre-Training,DeepSeekV3 (w/o MTP)" + rest).options().orElseThrow())
                .containsEntry(LlmOption.MTP, "0");
    }

    @Test
    void modelsOfSeveralKindsOfLayersArePredicted() throws IOException {
        MeasuredRow row = row("1,Pre-Training,Nemotron_3_Nano,DGX-GB300,8,MXFP8,512,4,8192,1,1,1,1,8,,39936,901");
        assertThat(StepPrediction.of(row, Optional.empty()).predicted()).isPresent();
        MeasuredRow unknown = row("1,Pre-Training,DeepSeekV4 Flash,DGX-GB300,8,MXFP8,512,4,8192,1,1,1,1,8,,39936,901");
        assertThat(unknown.options()).isEmpty();
        assertThat(unknown.reason()).contains("DeepSeekV4 Flash are not public");
    }

    /** Whether a model has experts follows from its sizes, not from how they are spread. */
    @Test
    void groupsGoByTheModel() throws IOException {
        assertThat(row("26.02,SFT,Qwen3_30B_a3B,DGX-H200,8,BF16,64,1,4096,1,1,1,1,1,0,5000,1")
                        .group())
                .isEqualTo("bridge MoE BF16");
        assertThat(row("26.02,SFT,LLAMA3_8B,DGX-H200,8,bf16,64,1,4096,1,1,1,1,1,0,5000,1")
                        .group())
                .isEqualTo("bridge dense BF16");
        assertThat(row("26.02,SFT,unheard_of,DGX-H200,8,,64,1,4096,1,1,1,1,8,0,5000,1")
                        .group())
                .isEqualTo("bridge MoE low precision");
    }

    @ParameterizedTest
    @CsvSource({
        "LoRA,DGX-GB200,0,column tp is 0",
        "RL,DGX-GB200,1,'task RL is not known: pre-training, SFT and LoRA are'",
        "SFT,DGX-X9,1,GPU of DGX-X9 is not known",
        "SFT,H100 PCIe,1,GPU of H100 PCIe is not known"
    })
    void whatIsNotCoveredIsAReason(String task, String system, String tp, String reason) throws IOException {
        MeasuredRow row = row("1," + task + ",LLAMA3_70B," + system + ",8,FP8,32,1,4096," + tp + ",1,1,1,1,,9000,1");
        assertThat(row.options()).isEmpty();
        assertThat(row.reason()).isEqualTo(reason);
    }

    @ParameterizedTest
    @CsvSource({
        "Pre-Training,LLAMA31_405B,DGX-GB300 NVL72,FP8-MX,''",
        "pretrain,Llama 3.1 8B,NVIDIA H100-SXM5-80GB,FP8-DS,''",
        "SFT,NemotronH_56B,DGX H200,FP8-CS (FP8-MX),''",
        "Pre-Training,DeepSeek V3 (w/o MTP),DGX-B200,FP8-SC,scales of blocks (SC) are timed as one of a tensor"
    })
    void spellings(String task, String model, String system, String precision, String note) throws IOException {
        MeasuredRow row =
                row("26.08," + task + "," + model + "," + system + ",64," + precision + ",64,1,4096,1,1,1,1,1,,900,1");
        StepPrediction prediction = StepPrediction.of(row, Optional.empty());
        assertThat(prediction.predicted()).as(prediction.reason()).isPresent();
        assertThat(prediction.reason()).contains(note);
    }

    /** Fine-tuning packs examples, which attend to themselves: linear in their length; pre-training does not, nor do shared sequences. */
    @Test
    void examplesAttendToThemselves() throws IOException {
        String rest = ",LLAMA3_8B,DGX-H200,8,BF16,64,1,4096,1,1,%s,1,1,0,5000,100";
        assertThat(row("26.02,SFT" + rest.formatted("1")).options().orElseThrow())
                .containsEntry(LlmOption.PACKED, "190");
        assertThat(row("26.02,LoRA" + rest.formatted("1")).options().orElseThrow())
                .containsEntry(LlmOption.PACKED, "190");
        assertThat(row("26.02,SFT" + rest.formatted("2")).options().orElseThrow())
                .doesNotContainKey(LlmOption.PACKED);
        assertThat(row("26.02,Pre-Training" + rest.formatted("1")).options().orElseThrow())
                .doesNotContainKey(LlmOption.PACKED);
    }

    /** Megatron-Bridge, llama3_workload_base_configs.py: cpu_offloading_num_layers of the recipes of 70B with FSDP. */
    @ParameterizedTest
    @CsvSource({
        "LLAMA3_70B,DGX-GB300,FP8,64,20",
        "LLAMA3_70B,DGX-GB300,BF16,64,30",
        "LLAMA3_70B,DGX-GB200,FP8,64,40",
        "LLAMA3_70B,DGX-GB200,BF16,64,20",
        "LLAMA3_70B,DGX-B200,FP8,64,5",
        "LLAMA3_70B,DGX-B300,FP8,64,0",
        "LLAMA3_8B,DGX-GB300,FP8,64,0",
        "LLAMA3_70B,DGX-GB300,FP8,0,"
    })
    void activationsWaitInTheHostsMemory(String model, String system, String precision, String fsdp, String layers)
            throws IOException {
        MeasuredRow row = row("26.04,Pre-Training," + model + "," + system + ",64," + precision
                + ",256,2,8192,1,1,1,1,1," + fsdp + ",5248,100");
        assertThat(row.options().orElseThrow().get(LlmOption.OFFLOAD_LAYERS)).isEqualTo(layers);
        boolean some = layers != null && !layers.equals("0");
        assertThat(row.reason())
                .isEqualTo(
                        some
                                ? "activations of " + layers
                                        + " layers wait in the host's memory, as in the recipe, which"
                                        + " the table does not state"
                                : "");
    }

    @Test
    void theMeasuredStepIsItsTokensOverTheRateOfAllGpus() throws IOException {
        MeasuredRow row = row("26.02,SFT,LLAMA3_8B,DGX-H200,8,BF16,64,1,4096,1,1,1,1,1,0,5000,100");
        assertThat(row.measured()).isEqualTo(64.0 * 4096 / (8 * 5000));
        assertThat(row.name()).isEqualTo("26.02 LLAMA3_8B DGX-H200 BF16");
        assertThat(row.reason()).isEqualTo(PACKED);
        assertThat(row.options().orElseThrow())
                .doesNotContainKeys(LlmOption.LORA, LlmOption.ZERO_STAGE)
                .containsEntry(LlmOption.TP_OVERLAP, "false")
                .containsEntry(LlmOption.EP_OVERLAP, "false");
        assertThat(row("26.02,SFT,LLAMA3_8B,DGX-H200,8,,64,1,4096,2,1,1,1,1,1,5000,100"))
                .satisfies(
                        one -> assertThat(one.reason())
                                .isEqualTo("precision is not stated; FP8, as in the releases after it; " + PACKED),
                        one -> assertThat(one.options().orElseThrow())
                                .containsEntry(LlmOption.ZERO_STAGE, "3")
                                .containsEntry(LlmOption.TP_OVERLAP, "true"));
    }

    /** Plain FP8 has the scales of the tensor in Megatron-Bridge's configurations, and those of earlier steps in NeMo's. */
    @ParameterizedTest
    @CsvSource({"25.09,,FP8-CS", "26.02,FP8,FP8-CS", "24.07,FP8,FP8", "26.02,FP8-SC,FP8", "26.02,MXFP8,MXFP8"})
    void scalesAreThoseOfTheRecipes(String release, String precision, String type) throws IOException {
        String given = precision == null ? "" : precision;
        MeasuredRow row = row(release + ",SFT,LLAMA3_8B,DGX-B200,8," + given + ",64,1,4096,1,1,1,1,1,0,5000,100");
        assertThat(row.options().orElseThrow())
                .containsEntry(LlmOption.DTYPE, type)
                .containsEntry(LlmOption.GRAD_HALF, "true");
        assertThat(row.name()).endsWith(precision == null ? "FP8" : precision);
    }

    /** Experts leave the domain of 8 GPUs when tp x ep is larger, and overlap there with several chunks only. */
    @ParameterizedTest
    @CsvSource({"1,8,4,false", "2,8,4,true", "2,8,1,false", "2,4,4,false"})
    void expertsOverlapBetweenNodes(int tp, int ep, int chunks, boolean overlap) throws IOException {
        MeasuredRow row = row("25.11,SFT,Qwen3_235B_a22B,DGX-H100,256,BF16,512,1,4096," + tp + ",4,1," + chunks + ","
                + ep + ",0,500,1");
        assertThat(row.options().orElseThrow())
                .containsEntry(LlmOption.EP_OVERLAP, Boolean.toString(overlap))
                .containsEntry(LlmOption.EXPERT_PARALLEL, Integer.toString(ep));
        assertThat(row.reason()).isEqualTo(PACKED);
    }

    /**
     * 8 GPUs of 2 parts of 2 ranks: experts spread over 2 ranks are shared by tensor-parallel ranks, those over 4 are whole, and there
     * are no 8 ranks to a stage.
     */
    @Test
    void expertsAreSpreadOverTheRanksOfAStage() throws IOException {
        MeasuredRow row = row("25.11,SFT,Qwen3_30B_a3B,DGX-H100,8,BF16,64,1,4096,2,2,1,1,8,1,500,1");
        assertThat(row.options().orElseThrow())
                .containsEntry(LlmOption.EXPERT_PARALLEL, "4")
                .containsEntry(LlmOption.EXPERT_TENSOR, "1")
                .doesNotContainKey(LlmOption.ZERO_STAGE);
        assertThat(row("25.11,SFT,Qwen3_30B_a3B,DGX-H100,8,BF16,64,1,4096,2,2,1,1,2,1,500,1")
                        .options()
                        .orElseThrow())
                .containsEntry(LlmOption.EXPERT_PARALLEL, "2")
                .containsEntry(LlmOption.EXPERT_TENSOR, "0");
        assertThat(row.reason())
                .isEqualTo(PACKED + "; experts are spread over 4 ranks, those of a stage, instead of 8;"
                        + " shares of parameters (FSDP) are not modelled together with experts");
    }

    /** A product beyond the range of a long is a reason like every other. */
    @ParameterizedTest
    @CsvSource({
        "4194304, 2097152, 2097152, world size 8 is not a multiple of 4194304 (tp)",
        "2147483647, 2147483647, 2147483647, world size 8 is not a multiple of 2147483647 (tp)"
    })
    void hugeSplitsAreReasons(String tp, String pp, String cp, String reason) throws IOException {
        MeasuredRow row =
                row("1,LoRA,LLAMA3_70B,DGX-GB200,8,FP8,32,1,4096," + tp + "," + pp + "," + cp + ",1,1,,9000,1");
        StepPrediction prediction = StepPrediction.of(row, Optional.empty());
        assertThat(prediction.predicted()).isEmpty();
        assertThat(prediction.reason()).contains(reason);
    }

    /** What Java reads as a number but no table means. */
    @ParameterizedTest
    @ValueSource(strings = {"12d", "0x8p0", "1e", "1.2.3", "--1", "NaN"})
    void numbersAreDecimal(String rate) throws IOException {
        MeasuredRow row = row("1,SFT,LLAMA3_70B,DGX-GB200,8,FP8,32,1,4096,1,1,1,1,1,," + rate + ",1");
        assertThat(row.options()).isEmpty();
        assertThat(row.reason()).isEqualTo("column tokens_per_s_per_gpu is '" + rate + "', not a number");
    }

    @ParameterizedTest
    @CsvSource({"9000,9000", "9.0e3,9000", "'9,000',9000", ".5,0.5", "7.,7", "+2,2"})
    void numbersAreReadAsTheyAreWritten(String cell, double rate) throws IOException {
        MeasuredRow row = row("1,SFT,LLAMA3_70B,DGX-GB200,8,FP8,32,1,4096,1,1,1,1,1,,\"" + cell + "\",1");
        assertThat(row.measured()).isEqualTo(32.0 * 4096 / (8 * rate));
    }
}
