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
        assertThat(row.options().orElseThrow()).containsEntry(LlmOption.LORA, "32");
        assertThat(row.reason()).contains("adapters of rank 32");
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
}
