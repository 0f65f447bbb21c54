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

/** Rows of Megatron-Bridge's summary with adapters, prediction modules and layers of several kinds. */
class BridgeRowsTest {
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
}
