// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever a line of measured steps holds is a prediction or a row with its reason. */
class MeasuredRowsProperties {
    private static final List<String> SIZES = List.of(
            "1", "1", "1", "2", "2", "4", "8", "16", "3", "", "0", "-", "64", "-1", "1e3", "2147483647", "1e30", "x");
    private static final List<String> SEQUENCES = List.of("2048", "4096", "8192", "1", "7", "0", "2147483647");
    private static final List<String> BATCHES = List.of("64", "512", "1024", "100", "0", "2147483647");

    private static void check(String header, List<String> cells) throws IOException {
        Path file = Files.createTempFile("rows", ".csv");
        try {
            Files.writeString(file, header + "\n" + String.join(",", cells) + "\n");
            for (MeasuredRow row : MeasuredRows.read(file)) {
                StepPrediction prediction = StepPrediction.of(row, Optional.empty());
                prediction
                        .predicted()
                        .ifPresent(seconds -> assertThat(seconds).isPositive().isFinite());
                assertThat(prediction.predicted().isPresent()
                                || !prediction.reason().isBlank())
                        .isTrue();
            }
        } finally {
            Files.delete(file);
        }
    }

    private static Arbitrary<List<String>> line(List<List<String>> columns) {
        return Combinators.combine(columns.stream().map(Arbitraries::of).toList())
                .as(ArrayList::new);
    }

    @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
    void linesOfMegatronBridge(@ForAll("bridge") List<String> cells) throws IOException {
        check(
                "release,task,model,system,gpus,precision,global_batch,micro_batch,sequence,tp,pp,cp,vp,ep,fsdp,"
                        + "tokens_per_s_per_gpu",
                cells);
    }

    @Provide
    Arbitrary<List<String>> bridge() {
        List<List<String>> columns = new ArrayList<>(List.of(
                List.of("", "25.09", "26.02.01", "26.08", "x"),
                List.of("Pre-Training", "Pre-Training", "SFT", "LoRA", "?"),
                List.of(
                        "LLAMA3_8B",
                        "DeepSeekV3",
                        "Qwen3_30B_a3B",
                        "Nemotron_3_Nano",
                        "NemotronH_8B",
                        "GPT OSS 20B",
                        "y"),
                List.of("DGX-H100", "DGX-GB300", "A100", "TPU v5p", "MI300X", "z"),
                List.of("8", "64", "256", "12", "0", ""),
                List.of("BF16", "BF16", "MXFP8", "NVFP4", "FP8-SC", "", "INT4"),
                BATCHES,
                SIZES,
                SEQUENCES));
        for (int i = 0; i < 6; i++) {
            columns.add(SIZES);
        }
        columns.add(List.of("1000", "1000", "", "1e-300", "1e300", "0"));
        return line(columns);
    }

    @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
    void linesOfVtrain(@ForAll("vtrain") List<String> cells) throws IOException {
        check("gpus,global_batch,micro_batch,hidden,heads,layers,sequence,tp,pp,step_ms", cells);
    }

    @Provide
    Arbitrary<List<String>> vtrain() {
        return line(List.of(
                List.of("8", "64", "1", "12", "1024"),
                BATCHES,
                SIZES,
                List.of("1024", "12288", "1000", "1", "0", "2147483647"),
                List.of("16", "96", "7", "1", "0", "2147483647"),
                List.of("2", "24", "96", "1", "2147483647"),
                SEQUENCES,
                SIZES,
                SIZES,
                List.of("1000", "1000", "", "1e-300", "1e300")));
    }

    @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
    void publishedLines(@ForAll("published") List<String> cells) throws IOException {
        check(
                "source,name,gpus,gpu,model,layers,hidden,heads,vocabulary,sequence,tp,pp,vp,ep,micro_batch,global_batch,"
                        + "recompute,flags,nvlink_GBps,nic_GBps_per_gpu,measured_step_s",
                cells);
    }

    @Provide
    Arbitrary<List<String>> published() {
        return line(List.of(
                List.of("paper", ""),
                List.of("a", "x-cp2as4096", "x-cp3as2048", ""),
                List.of("8", "64", "12", "1024"),
                List.of("H100", "A100-40GB", "A100", "V100", "B300", ""),
                List.of("", "llama_7B", "Mixtral_8x7B", "Kimi-K2", "Nemotron-3-Nano", "u"),
                List.of("", "", "32", "2147483647"),
                List.of("", "", "4096", "0"),
                List.of("", "", "32", "7"),
                List.of("", "51200", "1", "2147483647"),
                SEQUENCES,
                SIZES,
                SIZES,
                SIZES,
                SIZES,
                SIZES,
                BATCHES,
                List.of("", "full", "selective", "none", "half"),
                List.of("", "S", "SFDO", "FT", "T", "P", "Q", "FP"),
                List.of("", "230", "1e-9", "0"),
                List.of("", "25", "1e-9", "1e300"),
                List.of("1.5", "1e-300", "")));
    }
}
