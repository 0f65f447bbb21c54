// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.etude.compat.simai.text.InferenceSpec.Family;
import org.etude.workload.llm.AiobFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InferenceTextTest {
    private static final String DEEP_SEEK = "{\"num_layers\":2,\"dense_layer\":1,\"hidden_size\":64,"
            + "\"shared_experts\":2,\"moe_router_topk\":3,\"head_num\":6,\"d_q\":4,\"d_r\":2,\"d_kv\":4,"
            + "\"expert_dim\":32}";

    @TempDir
    private Path dir;

    private InferenceSpec deepSeek(boolean decode, int tp) throws IOException {
        Path config = Files.writeString(dir.resolve("c.json"), DEEP_SEEK);
        return InferenceSpec.read("DeepSeek-671B", config, new InferenceSpec.Run(decode, 8, tp, 2, 1, 3, 5));
    }

    private static List<String> rows(SimAiWorkload workload) {
        return workload.text()
                .lines()
                .skip(2)
                .map(line -> line.replace('\t', ' '))
                .toList();
    }

    /** A prompt of 5 tokens: T = 2 x 5 x 64; experts get T x 3 / tp back, and 33/64 of it as FP8 with scales. */
    @Test
    void promptOfAModelWithSharedExperts() throws IOException {
        AiobFile times = new AiobFile(List.of(
                new AiobFile.Section("atten_core", OptionalDouble.of(10_000), OptionalDouble.empty()),
                new AiobFile.Section("atten_out", OptionalDouble.of(500), OptionalDouble.empty()),
                new AiobFile.Section("mlp", OptionalDouble.of(7000), OptionalDouble.empty()),
                new AiobFile.Section("moe_route", OptionalDouble.of(9), OptionalDouble.empty())));
        assertThat(rows(InferenceText.of(deepSeek(false, 2), Optional.of(times))))
                .containsExactly(
                        "attention_layer -1 10500 ALLREDUCE 640 0 NONE 0 0 NONE 0 100",
                        "dense_mlp -1 7000 ALLREDUCE 640 0 NONE 0 0 NONE 0 100",
                        "attention_layer -1 10500 ALLREDUCE 640 0 NONE 0 0 NONE 0 100",
                        "shared_experts -1 7000 NONE 0 0 NONE 0 0 NONE 0 100",
                        "shared_experts -1 7000 NONE 0 0 NONE 0 0 NONE 0 100",
                        "moe_route -1 1 ALLTOALL_EP 495 1 NONE 0 1 NONE 0 100",
                        "moe_expert -1 1 ALLTOALL_EP 960 1 NONE 0 1 NONE 0 100");
    }

    @Test
    void oneTokenOfASequenceOnOneRank() throws IOException {
        assertThat(rows(InferenceText.of(deepSeek(true, 1), Optional.empty())))
                .startsWith("attention_layer -1 1 NONE 0 0 NONE 0 0 NONE 0 100")
                .endsWith("moe_expert -1 1 ALLTOALL_EP 1152 1 NONE 0 1 NONE 0 100");
    }

    @Test
    void whatCannotBeCutOrReadIsNamed() throws IOException {
        assertThat(deepSeek(true, 6 / 3).tp()).isEqualTo(2);
        assertThatThrownBy(() -> deepSeek(true, 5))
                .hasMessageContaining("6 heads")
                .hasMessageContaining("into 5");
        assertThatThrownBy(() -> deepSeek(true, 16)).hasMessageContaining("cut into 16");
        Path config = Files.writeString(dir.resolve("q.json"), "{\"num_hidden_layers\":\"two\"}");
        InferenceSpec.Run run = new InferenceSpec.Run(true, 1, 1, 1, 1, 1, 1);
        assertThatThrownBy(() -> InferenceSpec.read("Qwen3-Moe-235B", config, run))
                .hasMessageContaining("num_hidden_layers is \"two\"");
        assertThatThrownBy(() -> InferenceSpec.read("GPT", config, run)).hasMessageContaining("no inference model");
    }

    /** Every layer has its rows, full attention comes at each interval, and the text is read back. */
    @Property(tries = 200)
    void textsAreSound(
            @ForAll Family family,
            @ForAll boolean decode,
            @ForAll @IntRange(min = 1, max = 8) int tp,
            @ForAll @IntRange(min = 1, max = 3) int pp,
            @ForAll @IntRange(min = 1, max = 9) int layers,
            @ForAll @IntRange(min = 1, max = 4) int interval,
            @ForAll @IntRange(min = 0, max = 4) int dense) {
        int every = family == Family.QWEN_NEXT ? interval : 1;
        InferenceSpec spec =
                new InferenceSpec(family, "m", decode, 64, tp, 8, pp, 3, 17, layers, dense, 1, every, 96, 6);
        SimAiWorkload workload = InferenceText.of(spec, Optional.empty());
        assertThat(SimAiWorkload.parse("again", workload.text())).isEqualTo(workload);
        long full = workload.rows().stream()
                .filter(row -> row.name().equals("attention_layer"))
                .count();
        assertThat(full).isEqualTo(layers / every);
        boolean deepSeek = family == Family.DEEPSEEK;
        long experts = deepSeek ? Math.max(0, layers - dense) : layers;
        assertThat(workload.rows().stream().filter(row -> row.name().equals("moe_expert")))
                .hasSize((int) experts)
                .allSatisfy(row -> assertThat(row.forward().bytes()).isEqualTo(2L * (decode ? 3 : 17) * 96 * 6 / tp));
        assertThat(workload.header().ppComm()).isEqualTo(pp > 1 ? 2.0 * 3 * 17 * 96 : 0);
    }
}
