// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.etude.report.Finding;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.AiobFile;
import org.etude.workload.llm.LlmTraining;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrainingTextTest {
    private static final String TIMES = "train_iter:1\nEmb:\n    time_gpu_avg: 8\natten_qkv:\n    time_gpu_max: 9\n"
            + "    time_gpu_avg: 20.5\natten_flash:\n    time_gpu_avg: 10\nmlp_linear:\n    time_gpu_avg: 7.001\n"
            + "param_time:\n    time_gpu_min: 3\n    time_gpu_avg: 4\n";

    private static final AiobFile TIMED = new AiobFile(List.of(
            new AiobFile.Section("atten_flash", OptionalDouble.of(30_500), OptionalDouble.empty()),
            new AiobFile.Section("mlp_linear", OptionalDouble.of(7001), OptionalDouble.empty()),
            new AiobFile.Section("param_time", OptionalDouble.of(4000), OptionalDouble.of(3000))));

    @TempDir
    private Path dir;

    private static LlmTraining tiny(boolean compat, Object... options) {
        Map<LlmOption, String> given = new EnumMap<>(Map.of(
                LlmOption.HIDDEN, "8",
                LlmOption.LAYERS, "1",
                LlmOption.HEADS, "2",
                LlmOption.SEQUENCE, "4",
                LlmOption.VOCABULARY, "256",
                LlmOption.WORLD_SIZE, "4",
                LlmOption.TENSOR_PARALLEL, "2",
                LlmOption.GLOBAL_BATCH, "2",
                LlmOption.POSITIONS, "4"));
        for (int i = 0; i < options.length; i += 2) {
            given.put((LlmOption) options[i], options[i + 1].toString());
        }
        return LlmTraining.of(given, compat);
    }

    private Optional<AiobFile> times() throws IOException {
        return Optional.of(AiobFile.read(Files.writeString(dir.resolve("times.txt"), TIMES)));
    }

    private static List<String> rows(TrainingText text) {
        return text.workload()
                .text()
                .lines()
                .skip(2)
                .map(line -> line.replace('\t', ' '))
                .toList();
    }

    /** T = 2 x 4 x 8 = 64; attention 30500 ns, feed-forward 7001 ns, each half rounded down. */
    @Test
    void measuredTimesAsAicbSplitsThem() throws IOException {
        TrainingText text = TrainingText.of(tiny(true, LlmOption.SEQUENCE_PARALLEL, true), times());
        long elements = (4 * 128 + 4) * 8 + 8 * 12 + 4 * 8 + 2 * 8 + 8 * 16 + 16 * 8 + 8 * 128;
        assertThat(rows(text))
                .startsWith(
                        "grad_gather -1 1 NONE 0 1 NONE 0 1 ALLGATHER " + 2 * elements + " 100",
                        "grad_param_comm -1 1 NONE 0 1 NONE 0 1 REDUCESCATTER " + 4 * elements + " 100",
                        "grad_param_compute -1 1 NONE 0 7000 NONE 0 1 NONE 0 100",
                        "embedding_grads -1 1 NONE 0 1 ALLREDUCE 64 1 NONE 0 100",
                        "moe_grad_norm1 -1 1 NONE 0 1 NONE 0 1 ALLGATHER_DP_EP 0 100",
                        "moe_grad_norm2 -1 1 NONE 0 1 NONE 0 1 REDUCESCATTER_DP_EP 0 100",
                        "embedding_layer -1 8000 ALLREDUCE 64 1 NONE 0 4000 NONE 0 100",
                        "attention_column -1 15250 ALLGATHER 64 15250 REDUCESCATTER 0 15250 NONE 0 100",
                        "attention_row -1 15250 REDUCESCATTER 64 15250 ALLGATHER 64 15250 NONE 0 100",
                        "mlp_column -1 3500 ALLGATHER 64 3500 REDUCESCATTER 0 3500 NONE 0 100",
                        "mlp_row -1 3500 REDUCESCATTER 64 3500 ALLGATHER 64 3500 NONE 0 100",
                        "final_column -1 15250 ALLGATHER 64 15250 REDUCESCATTER 0 15250 NONE 0 100",
                        "cross_entropy1 -1 0 ALLREDUCE 16 0 NONE 0 0 NONE 0 100")
                .hasSize(19);
    }

    @Test
    void withoutSequenceParallelismTheBackwardPassIsMissingInAicb() throws IOException {
        String wrong = "mlp_layer -1 7001 ALLREDUCE 64 7001 NONE 0 7001 NONE 0 100";
        String right = "mlp_layer -1 7001 ALLREDUCE 64 7001 ALLREDUCE 64 7001 NONE 0 100";
        assertThat(rows(TrainingText.of(tiny(true), times()))).contains(wrong).doesNotContain(right);
        TrainingText corrected = TrainingText.of(tiny(false), times());
        assertThat(rows(corrected)).contains(right).doesNotContain(wrong);
        assertThat(corrected.report().findings())
                .extracting(Finding::what)
                .contains("all-reduce of the backward pass corrected");
    }

    @Test
    void correctedRowsSendWhatIsNeeded() throws IOException {
        TrainingText text = TrainingText.of(
                tiny(false, LlmOption.SEQUENCE_PARALLEL, true, LlmOption.DISTRIBUTED_OPTIMIZER, true), times());
        long elements = 128 * 8 + 4 * 8 + 8 * 12 + 4 * 8 + 2 * 8 + 8 + 8 * 16 + 16 * 8 + 8 * 128;
        assertThat(text.parameters()).isEqualTo(elements);
        assertThat(rows(text))
                .startsWith(
                        "grad_gather -1 1 NONE 0 1 NONE 0 1 ALLGATHER " + 2 * elements + " 100",
                        "grad_param_comm -1 1 NONE 0 1 NONE 0 1 REDUCESCATTER " + 4 * elements + " 100",
                        "grad_param_compute -1 1 NONE 0 7000 NONE 0 1 NONE 0 100",
                        "layernorm -1 1 NONE 0 1 ALLREDUCE 32 1 NONE 0 100",
                        "embedding_layer -1 8000 REDUCESCATTER 64 8000 ALLGATHER 64 8000 NONE 0 100",
                        "attention_column -1 15250 ALLGATHER 64 15250 REDUCESCATTER 64 15250 NONE 0 100");
    }

    @Test
    void oneRankSendsNothing() {
        TrainingText compat = TrainingText.of(tiny(true, LlmOption.TENSOR_PARALLEL, 1), Optional.empty());
        assertThat(compat.workload().text()).contains("ALLREDUCE");
        TrainingText ours = TrainingText.of(
                tiny(false, LlmOption.TENSOR_PARALLEL, 1, LlmOption.WORLD_SIZE, 1, LlmOption.GPU_TYPE, "H100"),
                Optional.empty());
        assertThat(ours.workload().rows()).allSatisfy(row -> {
            assertThat(row.forward().comm()).isEqualTo("NONE");
            assertThat(row.inputGrad().comm()).isEqualTo("NONE");
            assertThat(row.weightGrad().comm()).isEqualTo("NONE");
        });
        assertThat(ours.report().findings())
                .extracting(Finding::what)
                .contains("collectives of one rank corrected", "compute times are estimated");
    }

    @Test
    void latentAttentionNeedsMeasuredTimesOnlyInAicb() {
        Object[] deepSeek = {
            LlmOption.FRAME,
            "DeepSeek",
            LlmOption.SEQUENCE_PARALLEL,
            true,
            LlmOption.MOE,
            true,
            LlmOption.EXPERTS,
            2,
            LlmOption.DENSE_LAYERS,
            0,
            LlmOption.GPU_TYPE,
            "H800"
        };
        assertThatThrownBy(() -> TrainingText.of(tiny(true, deepSeek), Optional.empty()))
                .hasMessageContaining("AICB fails here");
        assertThat(rows(TrainingText.of(tiny(false, deepSeek), Optional.empty())))
                .filteredOn(row -> row.startsWith("mlp_moelayer"))
                .hasSize(5)
                .first()
                .asString()
                .contains("NONE")
                .doesNotContain(" ALLGATHER ");
    }

    /** Without sequence parallelism AICB never looks at single linear layers, and writes latent attention whole. */
    @Test
    void latentAttentionWithoutSequenceParallelismNeedsNoTimes() {
        TrainingText text = TrainingText.of(
                tiny(
                        true,
                        LlmOption.FRAME,
                        "DeepSeek",
                        LlmOption.EXPERTS,
                        2,
                        LlmOption.LAYERS,
                        2,
                        LlmOption.DENSE_LAYERS,
                        1,
                        LlmOption.GLOBAL_BATCH,
                        2),
                Optional.empty());
        assertThat(rows(text))
                .contains("attention_layer_mla -1 1 ALLREDUCE 64 1 ALLREDUCE 64 1 NONE 0 100")
                .filteredOn(row -> row.startsWith("mlp") || row.startsWith("att") || row.startsWith("emb"))
                .extracting(row -> row.split(" ")[0])
                .containsExactly(
                        "embedding_layer",
                        "attention_layer_mla",
                        "mlp_layer",
                        "attention_layer_mla",
                        "mlp_moelayer",
                        "mlp_layer",
                        "embedding_norm");
    }

    @Test
    void expertsNeedTheirFlagInAicb() throws IOException {
        Object[] deepSeek = {
            LlmOption.FRAME,
            "DeepSeek",
            LlmOption.SEQUENCE_PARALLEL,
            true,
            LlmOption.EXPERTS,
            2,
            LlmOption.DENSE_LAYERS,
            0
        };
        assertThatThrownBy(() -> TrainingText.of(tiny(true, deepSeek), times()))
                .hasMessageContaining("experts without --moe_enable: AICB fails here");
        assertThat(TrainingText.of(tiny(false, deepSeek), times()).workload().rows())
                .isNotEmpty();
    }

    /** For any options the text can be read back, and corrected rows send data exactly where they say so. */
    @Property(tries = 300)
    void textsAreSound(
            @ForAll boolean compat,
            @ForAll boolean deepSeek,
            @ForAll boolean measured,
            @ForAll @IntRange(min = 0, max = 2) int tp,
            @ForAll @IntRange(min = 1, max = 3) int pp,
            @ForAll @IntRange(min = 0, max = 2) int ep,
            @ForAll @IntRange(min = 1, max = 5) int layers,
            @ForAll @Size(value = 5) List<Boolean> flags) {
        boolean sequence = flags.get(0) || deepSeek;
        LlmTraining training = tiny(
                compat,
                LlmOption.FRAME,
                deepSeek ? "DeepSeek" : "Megatron",
                LlmOption.TENSOR_PARALLEL,
                1 << tp,
                LlmOption.PIPELINE_PARALLEL,
                pp,
                LlmOption.WORLD_SIZE,
                (4 << tp) * pp,
                LlmOption.HEADS,
                4,
                LlmOption.LAYERS,
                layers,
                LlmOption.GLOBAL_BATCH,
                8,
                LlmOption.SEQUENCE_PARALLEL,
                sequence,
                LlmOption.MOE,
                sequence && flags.get(1) || deepSeek,
                LlmOption.EXPERTS,
                4,
                LlmOption.EXPERT_PARALLEL,
                1 << ep,
                LlmOption.RECOMPUTE,
                flags.get(2),
                LlmOption.SWIGLU,
                flags.get(3),
                LlmOption.DISTRIBUTED_OPTIMIZER,
                flags.get(4),
                LlmOption.DENSE_LAYERS,
                1,
                LlmOption.FFN_HIDDEN,
                32);
        boolean timed = measured || compat && deepSeek;
        SimAiWorkload workload = TrainingText.of(training, timed ? Optional.of(TIMED) : Optional.empty())
                .workload();
        assertThat(SimAiWorkload.parse("again", workload.text())).isEqualTo(workload);
        assertThat(workload.header().ga()).isEqualTo(2);
        assertThat(workload.header().vpp()).isEqualTo(compat ? layers / pp : (layers + pp - 1) / pp);
        assertThat(workload.rows()).allSatisfy(row -> {
            for (SimAiRow.Pass pass : List.of(row.forward(), row.inputGrad(), row.weightGrad())) {
                assertThat(pass.bytes()).isNotNegative();
                if (!compat) {
                    assertThat(pass.bytes() > 0).isEqualTo(!pass.comm().equals("NONE"));
                }
            }
        });
    }

    @Test
    void batchMustFillTheRanks() {
        LlmTraining small = tiny(false, LlmOption.GLOBAL_BATCH, 1);
        assertThatThrownBy(() -> TrainingText.of(small, Optional.empty()))
                .hasMessageContaining("global batch of 1 is less than one micro batch of 1 for each of 2 (dp) ranks");
        assertThat(TrainingText.of(tiny(true, LlmOption.GLOBAL_BATCH, 1), Optional.empty())
                        .workload()
                        .header()
                        .ga())
                .isZero();
    }

    @Test
    void floatsArePrintedAsPythonDoes() {
        assertThat(TrainingText.python(20971520)).isEqualTo("20971520.0");
        assertThat(TrainingText.python(13981013.333333334)).isEqualTo("13981013.333333334");
    }

    @Test
    void filesOfTimesMustHoldTimes() {
        assertThatThrownBy(() -> AiobFile.read(Files.writeString(dir.resolve("none"), "Emb:\n")))
                .hasMessageContaining("no section with a time");
        assertThatThrownBy(() -> AiobFile.read(dir.resolve("gone"))).hasMessageContaining("cannot be read");
    }
}
