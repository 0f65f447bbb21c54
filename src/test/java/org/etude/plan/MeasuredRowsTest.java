// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.etude.Predictions;
import org.etude.spec.LlmException;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.cost.NodeModel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Cell by cell, what a line of each layout of measured steps becomes. */
class MeasuredRowsTest {
    private static final String VTRAIN =
            "parameters_b,gpus,global_batch,micro_batch,hidden,heads,layers,sequence,tp,dp,pp,step_ms";
    private static final String PUBLISHED =
            "source,name,gpus,gpu,model,layers,hidden,heads,sequence,tp,pp,vp,micro_batch,"
                    + "global_batch,recompute,flags,nvlink_GBps,nic_GBps_per_gpu,measured_step_s";
    private static final String OWN = "paper,22B,16,A100,,48,6144,64,2048,8,2,3,4,64,full,S,300,25,1.5";

    @TempDir
    private Path dir;

    private List<MeasuredRow> rows(String... lines) throws IOException {
        Path file = dir.resolve("rows.csv");
        Files.writeString(file, String.join("\n", lines) + "\n");
        return MeasuredRows.read(file);
    }

    private Map<LlmOption, String> published(String line) throws IOException {
        return rows(PUBLISHED, line).get(0).options().orElseThrow();
    }

    @Test
    void aLineOfVtrain() throws IOException {
        List<MeasuredRow> rows =
                rows(VTRAIN, "3.6,64,512,8,3072,32,30,2048,2,16,2,3566.5", "18.4,8,16,1,6144,48,40,2048,8,1,1,1000");
        MeasuredRow row = rows.get(0);
        assertThat(row.line()).isEqualTo(2);
        assertThat(rows.get(1).line()).isEqualTo(3);
        assertThat(row.group()).isEqualTo("vtrain 3.6B");
        assertThat(row.name()).isEqualTo("3.6B tp2 dp16 pp2 mb8");
        assertThat(row.measured()).isEqualTo(3.5665);
        assertThat(row.reason()).isEmpty();
        assertThat(row.node()).contains(new NodeModel(8, 230, 197, 12.5, 102_500, 8_000));
        assertThat(row.options().orElseThrow())
                .isEqualTo(Map.ofEntries(
                        Map.entry(LlmOption.WORLD_SIZE, "64"),
                        Map.entry(LlmOption.TENSOR_PARALLEL, "2"),
                        Map.entry(LlmOption.PIPELINE_PARALLEL, "2"),
                        Map.entry(LlmOption.VIRTUAL_STAGES, "1"),
                        Map.entry(LlmOption.GLOBAL_BATCH, "512"),
                        Map.entry(LlmOption.MICRO_BATCH, "8"),
                        Map.entry(LlmOption.SEQUENCE, "2048"),
                        Map.entry(LlmOption.HIDDEN, "3072"),
                        Map.entry(LlmOption.HEADS, "32"),
                        Map.entry(LlmOption.LAYERS, "30"),
                        Map.entry(LlmOption.VOCABULARY, "50257"),
                        Map.entry(LlmOption.POSITIONS, "2048"),
                        Map.entry(LlmOption.GPU_TYPE, "A100"),
                        Map.entry(LlmOption.DTYPE, "float16"),
                        Map.entry(LlmOption.FRAME, "DeepSpeed"),
                        Map.entry(LlmOption.ZERO_STAGE, "1"),
                        Map.entry(LlmOption.BIAS, "true"),
                        Map.entry(LlmOption.RECOMPUTE_GRANULARITY, "full")));
    }

    @Test
    void aPublishedLineOfAModelOfItsOwn() throws IOException {
        MeasuredRow row = rows(PUBLISHED, OWN).get(0);
        assertThat(row.group()).isEqualTo("paper");
        assertThat(row.name()).isEqualTo("22B");
        assertThat(row.measured()).isEqualTo(1.5);
        assertThat(row.reason()).isEmpty();
        assertThat(row.node()).contains(new NodeModel(8, 230, 197, 25, 102_500, 8_000));
        assertThat(row.options().orElseThrow())
                .isEqualTo(Map.ofEntries(
                        Map.entry(LlmOption.WORLD_SIZE, "16"),
                        Map.entry(LlmOption.TENSOR_PARALLEL, "8"),
                        Map.entry(LlmOption.PIPELINE_PARALLEL, "2"),
                        Map.entry(LlmOption.VIRTUAL_STAGES, "3"),
                        Map.entry(LlmOption.EXPERT_PARALLEL, "1"),
                        Map.entry(LlmOption.EXPERT_TENSOR, "0"),
                        Map.entry(LlmOption.CONTEXT_PARALLEL, "1"),
                        Map.entry(LlmOption.GLOBAL_BATCH, "64"),
                        Map.entry(LlmOption.MICRO_BATCH, "4"),
                        Map.entry(LlmOption.SEQUENCE, "2048"),
                        Map.entry(LlmOption.HIDDEN, "6144"),
                        Map.entry(LlmOption.HEADS, "64"),
                        Map.entry(LlmOption.LAYERS, "48"),
                        Map.entry(LlmOption.VOCABULARY, "51200"),
                        Map.entry(LlmOption.GPU_TYPE, "A100"),
                        Map.entry(LlmOption.BIAS, "true"),
                        Map.entry(LlmOption.SEQUENCE_PARALLEL, "true"),
                        Map.entry(LlmOption.FLASH, "false"),
                        Map.entry(LlmOption.LOSS_FUSION, "false"),
                        Map.entry(LlmOption.LOSS_IMPL, "native"),
                        Map.entry(LlmOption.ATTENTION_KERNEL, "auto"),
                        Map.entry(LlmOption.DISTRIBUTED_OPTIMIZER, "false"),
                        Map.entry(LlmOption.OVERLAP_GRAD, "false"),
                        Map.entry(LlmOption.TP_OVERLAP, "false"),
                        Map.entry(LlmOption.RECOMPUTE_GRANULARITY, "full")));
    }

    /** Each flag alone; exchanges of tensor parallelism overlap with fused attention and sequence parallelism. */
    @ParameterizedTest
    @CsvSource({
        "S,8,true,false,false,false,false",
        "F,8,false,true,false,false,false",
        "SF,8,true,true,false,false,true",
        "SF,1,true,true,false,false,false",
        "F,1,false,true,false,false,false",
        "FT,1,false,true,false,false,false",
        "D,8,false,false,true,false,false",
        "O,8,false,false,false,true,false",
        "SFDO,8,true,true,true,true,true",
        "'',8,false,false,false,false,false"
    })
    void flags(
            String flags,
            int tp,
            boolean sequence,
            boolean fused,
            boolean optimizer,
            boolean gradients,
            boolean overlap)
            throws IOException {
        Map<LlmOption, String> options =
                published("paper,22B,16,A100,,48,6144,64,2048," + tp + ",2,1,4,64,," + flags + ",300,25,1.5");
        assertThat(options)
                .containsEntry(LlmOption.SEQUENCE_PARALLEL, "" + sequence)
                .containsEntry(LlmOption.FLASH, "" + fused)
                .containsEntry(LlmOption.LOSS_FUSION, "" + fused)
                .containsEntry(LlmOption.LOSS_IMPL, "native")
                .containsEntry(LlmOption.ATTENTION_KERNEL, flags.contains("T") ? "triton" : "auto")
                .containsEntry(LlmOption.DISTRIBUTED_OPTIMIZER, "" + optimizer)
                .containsEntry(LlmOption.OVERLAP_GRAD, "" + gradients)
                .containsEntry(LlmOption.TP_OVERLAP, "" + overlap)
                .containsEntry(LlmOption.RECOMPUTE_GRANULARITY, "none");
    }

    @Test
    void aKnownModelHasItsSizesByName() throws IOException {
        Map<LlmOption, String> options = published("paper,x,16,H100,llama_7B,,,,4096,2,1,,1,64,none,SF,900,50,1.5");
        assertThat(options)
                .containsEntry(LlmOption.MODEL_NAME, "llama_7B")
                .containsEntry(LlmOption.VIRTUAL_STAGES, "1")
                .doesNotContainKeys(LlmOption.HIDDEN, LlmOption.LAYERS, LlmOption.VOCABULARY);
    }

    @Test
    void anUnknownModelIsARowThatCannotBeModelled() throws IOException {
        MeasuredRow row = rows(PUBLISHED, "paper,x,16,H100,banana,,,,4096,2,1,,1,64,none,SF,900,50,1.5")
                .get(0);
        assertThat(row.options()).isEmpty();
        assertThat(row.reason()).isEqualTo("model banana is not known");
        assertThat(row.group()).isEqualTo("paper");
        assertThat(row.measured()).isEqualTo(1.5);
        StepPrediction prediction = StepPrediction.of(row, Optional.empty());
        assertThat(prediction.predicted()).isEmpty();
        assertThat(prediction.error()).isEmpty();
        assertThat(prediction.reason()).isEqualTo("model banana is not known");
    }

    /** 8 ranks share a sequence: parts of 4,096 tokens, 64 of them, are 8 sequences of 32,768. */
    @Test
    void aNameTellsHowManyShareASequence() throws IOException {
        MeasuredRow row = rows(PUBLISHED, "nemo,70B cp8as4096,64,H100,llama_7B,,,,4096,2,1,,1,64,none,SF,900,50,1.5")
                .get(0);
        assertThat(row.options().orElseThrow())
                .containsEntry(LlmOption.CONTEXT_PARALLEL, "8")
                .containsEntry(LlmOption.SEQUENCE, "32768")
                .containsEntry(LlmOption.GLOBAL_BATCH, "8")
                .containsEntry(LlmOption.MICRO_BATCH, "1");
        assertThat(row.reason()).isEqualTo("context parallelism 8 on sequences of 32768, as the name states");
    }

    /** The part of another sequence, or a column that tells it, is no such name. */
    @Test
    void anotherPartOrAColumnIsNotChanged() throws IOException {
        assertThat(published("nemo,70B cp8as4096,64,H100,llama_7B,,,,8192,2,1,,1,64,none,SF,900,50,1.5"))
                .containsEntry(LlmOption.CONTEXT_PARALLEL, "1")
                .containsEntry(LlmOption.SEQUENCE, "8192")
                .containsEntry(LlmOption.GLOBAL_BATCH, "64");
        MeasuredRow row = rows(
                        PUBLISHED + ",cp,ep,vocabulary,etp",
                        "nemo,70B cp8as4096,64,H100,,2,64,4,4096,2,1,,1,64,none,SF,900,50,1.5,4,2,777,1")
                .get(0);
        assertThat(row.reason()).isEmpty();
        assertThat(row.options().orElseThrow())
                .containsEntry(LlmOption.CONTEXT_PARALLEL, "4")
                .containsEntry(LlmOption.EXPERT_PARALLEL, "2")
                .containsEntry(LlmOption.EXPERT_TENSOR, "1")
                .containsEntry(LlmOption.VOCABULARY, "777")
                .containsEntry(LlmOption.SEQUENCE, "4096");
    }

    @Test
    void theNicIsTheRowsOrTheGpusOwn() throws IOException {
        String row = "paper,x,16,%s,llama_7B,,,,4096,2,1,,1,64,none,SF,900,%s,1.5";
        assertThat(rows(PUBLISHED, String.format(row, "H100", ""))
                        .get(0)
                        .node()
                        .orElseThrow()
                        .nic())
                .isEqualTo(50);
        assertThat(rows(PUBLISHED, String.format(row, "H100", "12.5"))
                        .get(0)
                        .node()
                        .orElseThrow())
                .isEqualTo(new NodeModel(8, 360, 340, 12.5, 20_000, 8_000));
        assertThat(rows(PUBLISHED, String.format(row, "Z9", "10")).get(0))
                .matches(one -> one.options().isEmpty() && one.reason().equals("GPU Z9 is not known"));
    }

    /** The bus bandwidth of a GPU's own node is measured; a row with slower links, as of PCIe, has those. */
    @Test
    void linksAreNoFasterThanTheRowSays() throws IOException {
        String row = "paper,x,16,A100,llama_7B,,,,4096,2,1,,1,64,none,SF,%s,25,1.5";
        assertThat(rows(PUBLISHED, String.format(row, "300"))
                        .get(0)
                        .node()
                        .orElseThrow()
                        .link())
                .isEqualTo(230);
        assertThat(rows(PUBLISHED, String.format(row, "20")).get(0).node().orElseThrow())
                .isEqualTo(new NodeModel(8, 20, 20, 25, 102_500, 8_000));
        assertThat(rows(PUBLISHED, String.format(row, ""))
                        .get(0)
                        .node()
                        .orElseThrow()
                        .link())
                .isEqualTo(230);
    }

    @Test
    void flagsThatNobodyKnowsAreNotPassedOver() throws IOException {
        MeasuredRow row = rows(PUBLISHED, OWN.replace(",S,", ",SX,")).get(0);
        assertThat(row.options()).isEmpty();
        assertThat(row.reason()).isEqualTo("flags are 'SX', of which only S, F, T, D, P and O are known");
        assertThat(published(OWN.replace(",S,", ",s d,")))
                .containsEntry(LlmOption.SEQUENCE_PARALLEL, "true")
                .containsEntry(LlmOption.DISTRIBUTED_OPTIMIZER, "true");
    }

    /** A name gives all sizes; sizes given with it must be the same. */
    @Test
    void sizesDoNotContradictTheModel() throws IOException {
        String row = "paper,x,16,H100,llama_7B,%s,4096,32,4096,2,1,,1,64,none,SF,900,50,1.5";
        assertThat(rows(PUBLISHED, String.format(row, "32")).get(0).options()).isPresent();
        MeasuredRow other = rows(PUBLISHED, String.format(row, "40")).get(0);
        assertThat(other.options()).isEmpty();
        assertThat(other.reason()).isEqualTo("layers is 40, but model llama_7B has 32");
    }

    @Test
    void aColumnOfPrecisionIsTheElementType() throws IOException {
        assertThat(rows(PUBLISHED + ",dtype", OWN + ",fp8").get(0).options().orElseThrow())
                .containsEntry(LlmOption.DTYPE, "fp8");
        assertThat(published(OWN)).doesNotContainKey(LlmOption.DTYPE);
    }

    /** Blank cells leave one row out, not the table. */
    @ParameterizedTest
    @CsvSource({
        "'3.6,,512,8,3072,32,30,2048,2,16,2,1',column gpus is empty",
        "'3.6,-,512,8,3072,32,30,2048,2,16,2,1',column gpus is empty",
        "'3.6,64,512,8,3072,0,30,2048,2,16,2,1',column heads is 0",
        "'3.6,64,512,8,3072,28,30,2048,2,16,2,1',28 heads do not divide a hidden size of 3072",
        "'3.6,64,512,8,3072,32,30,2048,2,16,2,',column step_ms is empty",
        "'3.6,64,512,8,3072,32,30,2048,2,16,2',column step_ms is empty",
        "'3.6,64,512,8,3072,32,30,2048,2,16,4,1','tp x dp x pp is 128, not the 64 GPUs'",
        "'3.6,64,500,8,3072,32,30,2048,2,16,2,1',a global batch of 500 is not a multiple of micro batches of 8 on 16"
                + " copies of the model"
    })
    void aRowThatSaysTooLittleStaysWithTheReason(String line, String reason) throws IOException {
        List<MeasuredRow> rows = rows(VTRAIN, line, "3.6,64,512,8,3072,32,30,2048,2,16,2,1");
        assertThat(rows.get(0).options()).isEmpty();
        assertThat(rows.get(0).reason()).isEqualTo(reason);
        assertThat(rows.get(1).options()).isPresent();
        List<StepPrediction> predictions = rows.stream()
                .map(row -> StepPrediction.of(row, Optional.empty()))
                .toList();
        Accuracy all = Accuracy.of(predictions).get(0);
        assertThat(all.rows()).isEqualTo(1);
        assertThat(all.missing()).isEqualTo(1);
        assertThat(all.mape()).isNotNaN();
    }

    /** The header of the files that vTrain's authors publish, with a byte-order mark, Windows' line ends and no sizes in billions. */
    @Test
    void vtrainsOwnHeader() throws IOException {
        Path file = dir.resolve("single.csv");
        Files.writeString(
                file,
                "\uFEFF# GPUs,global batch,micro batch,hidden size,attention heads,# layers,sequence length,tensor"
                        + " parallelism,data parallelism,pipeline parallelism,iteration time (ms)\r\n"
                        + "8,\"1,024\",4,1024,16,24,1024,2,2,2,219.75\r\n");
        MeasuredRow row = MeasuredRows.read(file).get(0);
        assertThat(row.options())
                .isEqualTo(rows(VTRAIN, ",8,1024,4,1024,16,24,1024,2,2,2,219.75")
                        .get(0)
                        .options());
        assertThat(row.options()).isPresent();
        assertThat(row.measured()).isEqualTo(0.21975);
        assertThat(row.group()).isEqualTo("vtrain hidden 1024");
        assertThat(row.name()).isEqualTo("hidden 1024 layers 24 tp2 dp2 pp2 mb4");
    }

    @Test
    void columnsThatAreThereTwiceAreRefused() {
        assertThatThrownBy(() -> rows(VTRAIN + ",GPUs", "3.6,64,512,8,3072,32,30,2048,2,16,2,3,64"))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("line 1: columns are there twice: [GPUs]");
    }

    /** Sizes that no whole number or time holds are refused like others. */
    @ParameterizedTest
    @CsvSource({
        "'3.6,64,512,8,2147483647,1,30,2048,1,64,1,1',fits no GPU",
        "'3.6,64,512,8,3072,32,30,2147483647,1,64,1,1',days on this GPU",
        "'3.6,64,512,8,3072,32,2147483647,2048,1,64,1,1',is too long to write"
    })
    void hugeSizesAreReasonsToo(String line, String reason) throws IOException {
        StepPrediction prediction = StepPrediction.of(rows(VTRAIN, line).get(0), Optional.empty());
        assertThat(prediction.predicted()).isEmpty();
        assertThat(prediction.reason()).contains(reason).doesNotContain("\n");
    }

    /** A step that ran cannot have had more memory than its GPU: the row has options that it does not tell. */
    @Test
    void aStepThatDoesNotFitSaysSo() throws IOException {
        StepPrediction prediction = StepPrediction.of(
                rows(VTRAIN, "18.4,1,8,8,6144,48,40,2048,1,1,1,1").get(0), Optional.empty());
        assertThat(prediction.predicted()).isPresent();
        assertThat(prediction.reason())
                .matches("stage 0 needs [0-9]{3} GB of memory by the model, more than the GPU's 86");
    }

    /** The micro batch, the split and what overlaps differ; the job is the same. */
    @Test
    void aJobIsWhatIsTrainedOnWhat() throws IOException {
        List<MeasuredRow> rows = rows(
                PUBLISHED,
                OWN,
                "paper,22B,16,A100,,48,6144,64,2048,1,4,1,2,64,none,,300,25,2.5",
                "paper,22B,16,A100,,48,6144,64,2048,8,2,3,4,128,full,S,300,25,1.5",
                "paper,22B,16,A100,banana,48,6144,64,2048,8,2,3,4,64,full,S,300,25,1.5");
        assertThat(rows.get(0).job()).isEqualTo(rows.get(1).job());
        assertThat(rows.get(0).job()).isNotEqualTo(rows.get(2).job());
        assertThat(rows.get(0).job()).doesNotContainKeys(LlmOption.TENSOR_PARALLEL, LlmOption.MICRO_BATCH);
        assertThat(rows.get(3).job()).isEmpty();
    }

    /** A cell that is no size is the reason of its row; the other rows are read. */
    @ParameterizedTest
    @CsvSource({
        "64.5,1,'column gpus is ''64.5'', not a whole number'",
        "3e9,1,'column gpus is ''3e9'', not a whole number'",
        "-8,1,'column gpus is ''-8'', not a number, 0 or more'",
        "NaN,1,'column gpus is ''NaN'', not a number'",
        "Infinity,1,'column gpus is ''Infinity'', not a number'",
        "many,1,'column gpus is ''many'', not a number'",
        "64,0,'column step_ms is ''0'', not above 0'",
        "64,-1,'column step_ms is ''-1'', not a number, 0 or more'",
        "64,'3,566.5','13 cells, but the header has 12 columns; cells with commas need quotes'"
    })
    void cellsThatAreNoSizeAreTheReasonOfTheirRow(String gpus, String step, String reason) throws IOException {
        List<MeasuredRow> rows = rows(
                VTRAIN,
                "3.6," + gpus + ",512,8,3072,32,30,2048,2,16,2," + step,
                "3.6,64,512,8,3072,32,30,2048,2,16,2,1");
        assertThat(rows.get(0)).matches(row -> !row.readable() && row.options().isEmpty() && row.line() == 2);
        assertThat(rows.get(0).reason()).isEqualTo(reason);
        assertThat(rows.get(1)).matches(row -> row.readable() && row.options().isPresent());
    }

    /** A row that says too little is no error of the file. */
    @Test
    void aBlankCellIsReadable() throws IOException {
        assertThat(rows(VTRAIN, "3.6,,512,8,3072,32,30,2048,2,16,2,1").get(0))
                .matches(row -> row.readable() && row.options().isEmpty());
    }

    @Test
    void wholeNumbersMayBeWrittenAsDecimals() throws IOException {
        assertThat(rows(VTRAIN, "3.6,64.0,5.12e2,8,3072,32,30,2048,2,16,2,1")
                        .get(0)
                        .options()
                        .orElseThrow())
                .containsEntry(LlmOption.WORLD_SIZE, "64")
                .containsEntry(LlmOption.GLOBAL_BATCH, "512");
    }

    @Test
    void aTableWithoutRowsOrOfOtherColumnsIsRefused() {
        assertThatThrownBy(() -> rows(VTRAIN))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("rows.csv has no rows")
                .hasMessageContaining("one line per measured step");
        assertThatThrownBy(() -> rows("a,b", "1,2"))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("line 1: the columns are [a, b], which match no known layout")
                .hasMessageContaining("Give columns [gpus, global_batch,")
                .hasMessageContaining("; or [");
    }

    @ParameterizedTest
    @CsvSource({
        "gpus,gpus,column pp is missing; the others are those of vTrain's table",
        "'gpus,','x,','columns gpus, pp are missing; the others are those of vTrain''s table'"
    })
    void aMissingColumnIsNamed(String there, String other, String message) {
        assertThatThrownBy(() -> rows(VTRAIN.replace(there, other).replace(",pp", ""), "1"))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("rows.csv, line 1: " + message)
                .hasMessageContaining("Add ");
    }

    @ParameterizedTest
    @CsvSource({"';',semicolons", "'|',vertical bars", "'\t',tabs"})
    void anotherSeparatorIsNamed(String separator, String name) {
        assertThatThrownBy(() -> rows(VTRAIN.replace(",", separator), "1"))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("line 1: cells are separated by " + name + ", not commas");
    }

    @Test
    void anEmptyFileIsNamed() throws IOException {
        Path file = Files.writeString(dir.resolve("empty.csv"), "");
        assertThatThrownBy(() -> MeasuredRows.read(file))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("empty.csv is empty");
    }

    /** The V100 multiplies in float16 alone, which is what was used where a row says nothing. */
    @Test
    void aGpuWithoutBfloat16HadFloat16() throws IOException {
        String line = "paper,x,16,V100,llama_7B,,,,4096,2,1,,1,64,none,S,,12.5,1.5";
        MeasuredRow row = rows(PUBLISHED, line).get(0);
        assertThat(row.options().orElseThrow()).containsEntry(LlmOption.DTYPE, "float16");
        assertThat(row.reason()).isEqualTo("precision is not stated; float16, since V100 has no bfloat16");
        assertThat(StepPrediction.of(row, Optional.empty()).predicted()).isPresent();
        StepPrediction refused =
                StepPrediction.of(rows(PUBLISHED + ",precision", line + ",bf16").get(0), Optional.empty());
        assertThat(refused.predicted()).isEmpty();
        assertThat(refused.reason()).startsWith("GPU V100 has no matrix products of type BF16; It has [FP32, FP16]");
    }

    @Test
    void aStepThatCannotBeSplitSaysWhy() throws IOException {
        MeasuredRow row = rows(VTRAIN.replace(",dp", ""), "3.6,64,512,8,3072,32,30,2048,3,2,3566.5")
                .get(0);
        StepPrediction prediction = StepPrediction.of(row, Optional.empty());
        assertThat(prediction.estimate()).isEmpty();
        assertThat(prediction.reason()).contains("world size 64 is not a multiple of 3 (tp) times 2 (pp)");
    }

    /** A machine file that is none is one error, not the reason of every row. */
    @Test
    void aBrokenMachineFileIsRefusedOnce(@TempDir Path dir) throws IOException {
        Path machine = Files.writeString(dir.resolve("machine.csv"), "parameter,value,low,high\ncompute,abc,1,1\n");
        Path rows = Path.of("src", "test", "resources", "plan", "other_published_steps.csv");
        assertThatThrownBy(() -> Predictions.of(List.of(rows), Optional.of(machine.toString())))
                .isInstanceOf(LlmException.class)
                .hasMessageContaining("line 2: compute is 'abc'");
    }

    /** What a fit does not write says nothing of a machine, or two things. */
    @ParameterizedTest
    @CsvSource({
        "'',machine.csv is empty",
        "'parameter,value,low,high\n',machine.csv has no parameters",
        "'parameter,value,low,high\ncompute,1,1,1\ncompute,2,1,1\n','line 3: compute is there twice'",
        "'parameter,value,low,high\nturbo,1,1,1\n',line 2: there is no parameter 'turbo'"
    })
    void machineFilesThatNoFitWroteAreRefused(String text, String message) throws IOException {
        Path machine = Files.writeString(dir.resolve("machine.csv"), text);
        assertThatThrownBy(() -> Predictions.of(List.of(), Optional.of(machine.toString())))
                .isInstanceOf(LlmException.class)
                .hasMessageContaining(message);
    }

    @Test
    void aPublishedLineMayTellItsFrameworkAndItsCopies() throws IOException {
        String header = PUBLISHED + ",framework,dp";
        assertThat(published(header, OWN + ",Megatron-LM,1")).isEqualTo(published(PUBLISHED, OWN));
        assertThat(published(header, OWN.replace(",S,", ",SD,") + ",Megatron-DeepSpeed,1"))
                .containsEntry(LlmOption.FRAME, "DeepSpeed")
                .containsEntry(LlmOption.ZERO_STAGE, "1")
                .doesNotContainKey(LlmOption.DISTRIBUTED_OPTIMIZER);
        assertThat(published(header, OWN.replace(",S,", ",SP,") + ",DeepSpeed,"))
                .containsEntry(LlmOption.ZERO_STAGE, "3")
                .doesNotContainKey(LlmOption.SHARDING);
        assertThat(published(header, OWN + ",torchtitan,")).containsEntry(LlmOption.FRAME, "torchtitan");
        MeasuredRow stages =
                rows(header, OWN.replace(",S,", ",SP,") + ",torchtitan,").get(0);
        assertThat(stages.options().orElseThrow()).doesNotContainKey(LlmOption.SHARDING);
        assertThat(StepPrediction.of(stages, Optional.empty()).predicted()).isPresent();
        assertThat(rows(header, OWN + ",JAX,").get(0).reason())
                .isEqualTo("framework is 'JAX', of which only Megatron, NeMo, DeepSpeed and torchtitan are known");
        assertThat(rows(header, OWN + ",,2").get(0).reason()).isEqualTo("tp x cp x dp x pp is 32, not the 16 GPUs");
    }

    /** Megatron compiles its own loss; FSDP's is one kernel, as Transformer Engine's is, which a column may name. */
    @Test
    void theFusedLossIsThatOfTheFramework() throws IOException {
        String header = PUBLISHED + ",loss";
        assertThat(published(header, OWN + ",")).containsEntry(LlmOption.LOSS_IMPL, "native");
        assertThat(published(header, OWN + ",TE")).containsEntry(LlmOption.LOSS_IMPL, "te");
        assertThat(published(header, OWN.replace(",S,", ",FP,") + ",")).containsEntry(LlmOption.LOSS_IMPL, "te");
        MeasuredRow fused = rows(header, OWN.replace(",S,", ",F,") + ",apex").get(0);
        assertThat(StepPrediction.of(fused, Optional.empty()).reason())
                .startsWith("--cross_entropy_fusion_impl is 'apex'");
    }

    /** A column says which kernel of fused attention ran, and whether exchanges overlap; they cannot without flag S. */
    @Test
    void columnsTellAttentionAndOverlap() throws IOException {
        String header = PUBLISHED + ",attention,tp_overlap";
        String fused = OWN.replace(",S,", ",SF,");
        assertThat(published(header, fused + ",,"))
                .containsEntry(LlmOption.ATTENTION_KERNEL, "auto")
                .containsEntry(LlmOption.TP_OVERLAP, "true");
        assertThat(published(header, fused + ",Flash2,no"))
                .containsEntry(LlmOption.ATTENTION_KERNEL, "flash2")
                .containsEntry(LlmOption.TP_OVERLAP, "false");
        assertThat(published(header, OWN + ",,yes")).containsEntry(LlmOption.TP_OVERLAP, "true");
        assertThat(published(header, OWN.replace(",S,", ",F,") + ",,yes")).containsEntry(LlmOption.TP_OVERLAP, "false");
        assertThat(StepPrediction.of(rows(header, fused + ",,perhaps").get(0), Optional.empty())
                        .reason())
                .isEqualTo("tp_overlap is 'perhaps', not yes or no");
    }

    /** Eight bits need compiled layers; the loss is fused with them, and only then. */
    @Test
    void torchtitanIsCompiledWhereTheRowSaysSo() throws IOException {
        String header = PUBLISHED + ",framework,precision,compile";
        assertThat(published(header, OWN + ",torchtitan,bf16,yes"))
                .containsEntry(LlmOption.COMPILE, "true")
                .containsEntry(LlmOption.LOSS_FUSION, "false");
        assertThat(published(header, OWN + ",torchtitan,bf16,no")).containsEntry(LlmOption.COMPILE, "false");
        assertThat(published(header, OWN + ",torchtitan,bf16,")).containsEntry(LlmOption.COMPILE, "false");
        assertThat(published(header, OWN + ",torchtitan,fp8,")).containsEntry(LlmOption.COMPILE, "true");
        assertThat(StepPrediction.of(
                                rows(header, OWN + ",torchtitan,bf16,maybe").get(0), Optional.empty())
                        .reason())
                .isEqualTo("compile is 'maybe', not yes or no");
    }

    @Test
    void aLineOfVtrainMayTellAnotherGpu() throws IOException {
        String line = "3.6,64,512,8,3072,32,30,2048,2,16,2,3566.5";
        MeasuredRow row = rows(VTRAIN + ",gpu,precision,vp,vocabulary", line + ",H100,bf16,3,32000")
                .get(0);
        assertThat(row.node()).contains(new NodeModel(8, 360, 340, 50, 20_000, 8_000));
        assertThat(row.options().orElseThrow())
                .containsEntry(LlmOption.GPU_TYPE, "H100")
                .containsEntry(LlmOption.DTYPE, "bf16")
                .containsEntry(LlmOption.VIRTUAL_STAGES, "3")
                .containsEntry(LlmOption.VOCABULARY, "32000");
        assertThat(rows(VTRAIN + ",gpu", line + ",X1").get(0).reason()).isEqualTo("GPU X1 is not known");
    }

    /** Experts need sequence parallelism among tensor-parallel ranks, of which there is one here. */
    @Test
    void expertsOfOneTensorRankNeedNoFlag() throws IOException {
        String row = "paper,x,16,H100,Mixtral_8x7B,,,,4096,%s,1,,1,64,none,F,900,50,1.5,8";
        MeasuredRow alone = rows(PUBLISHED + ",ep", String.format(row, "1")).get(0);
        assertThat(StepPrediction.of(alone, Optional.empty()).predicted()).isPresent();
        MeasuredRow split = rows(PUBLISHED + ",ep", String.format(row, "2")).get(0);
        assertThat(StepPrediction.of(split, Optional.empty()).reason())
                .startsWith("a mixture of experts needs sequence parallelism");
    }

    @Test
    void columnsThatNothingReadsAreNamed() throws IOException {
        List<MeasuredRow> rows = rows(PUBLISHED + ",cooling,pipeline", OWN + ",water,", OWN + ",air,gpipe");
        assertThat(rows.get(0).reason()).isEqualTo("column not read: cooling");
        assertThat(rows.get(1).reason()).isEqualTo("columns not read: cooling, pipeline");
        assertThat(rows.get(1).options()).isPresent();
    }

    private Map<LlmOption, String> published(String header, String line) throws IOException {
        return rows(header, line).get(0).options().orElseThrow();
    }

    /** The name states parts of a sequence whose whole has more tokens than an int counts. */
    @Test
    void aHugeSequenceIsNamedAsItIs() throws IOException {
        MeasuredRow row = rows(
                        PUBLISHED, "s,x cp9999as99999999,8,A100,,32,4096,32,99999999,1,1,1,1,9999,none,S,300,25,10")
                .get(0);
        assertThat(row.options().orElseThrow()).containsEntry(LlmOption.SEQUENCE, "999899990001");
        assertThat(row.reason()).isEqualTo("context parallelism 9999 on sequences of 999899990001, as the name states");
    }
}
