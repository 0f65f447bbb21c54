// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.etude.compat.simai.aicb.AicbTable;
import org.etude.compat.simai.aicb.TableGenerator;
import org.etude.compat.simai.text.InferenceText;
import org.etude.compat.simai.text.SimAiWorkload;
import org.etude.compat.simai.text.TrainingText;
import org.etude.conformance.simai.Recorded;
import org.etude.report.Sha256;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** AICB's own files, by hash. */
class RecordedWorkloadsTest {
    private static final Map<String, String> CONFIGS = Map.of(
            "deepseek_default.json",
            "{\"num_layers\":61,\"dense_layer\":3,\"hidden_size\":7168,\"shared_experts\":1,\"moe_router_topk\":8}",
            "qwen3_moe_default.json",
            "{\"num_hidden_layers\":94,\"hidden_size\":4096,\"num_experts_per_tok\":8}",
            "qwen3_next_default.json",
            "{\"num_hidden_layers\":48,\"hidden_size\":2048,\"num_experts_per_tok\":10,\"full_attention_interval\":4}");

    @TempDir
    private Path dir;

    @TestFactory
    Stream<DynamicTest> trainingTextsAreTheSame() {
        return Recorded.lines("training-texts.txt")
                .map(line -> DynamicTest.dynamicTest(line.get(0), () -> {
                    TrainingText text = TrainingText.of(LlmOptions.parse(args(line), true), Optional.empty());
                    assertThat(text.fileName()).isEqualTo(line.get(0));
                    assertThat(hash(text.workload().text())).isEqualTo(line.get(1));
                    assertThat(text.report().size()).isZero();
                    assertThat(SimAiWorkload.parse("again", text.workload().text()))
                            .isEqualTo(text.workload());
                }));
    }

    @TestFactory
    Stream<DynamicTest> tablesAreTheSame() {
        return Recorded.lines("tables.txt")
                .map(line -> DynamicTest.dynamicTest(line.get(0), () -> {
                    TableGenerator generator = TableGenerator.of(LlmOptions.parse(args(line), true));
                    AicbTable table = generator.table();
                    assertThat(generator.fileName()).isEqualTo(line.get(0));
                    assertThat(hash(table.text())).isEqualTo(line.get(1));
                    assertThat(generator.report().size()).isZero();
                    assertThat(AicbTable.parse("again", table.text())).isEqualTo(table);
                }));
    }

    @TestFactory
    Stream<DynamicTest> inferenceTextsAreTheSame() {
        return Recorded.lines("inference-texts.txt")
                .map(line -> DynamicTest.dynamicTest(line.get(0), () -> {
                    InferenceOptions options = new InferenceOptions();
                    new CommandLine(options).parseArgs(args(line).toArray(new String[0]));
                    String text = InferenceText.of(options.spec(config(options.config())), Optional.empty())
                            .text();
                    assertThat(hash(text)).isEqualTo(line.get(1));
                }));
    }

    private Path config(Path asked) throws IOException {
        String name = asked.getFileName().toString();
        return Files.writeString(dir.resolve(name), CONFIGS.get(name));
    }

    private static List<String> args(List<String> line) {
        return line.subList(2, line.size());
    }

    private static String hash(String text) {
        return Sha256.hex(text.getBytes(StandardCharsets.UTF_8));
    }
}
