// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import org.etude.Shared;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What docs/accuracy/generated-steps.md says of {@code etude predict} is what it predicts today, row by row of both tables. */
class AccuracyPageTest {
    private static final Path PAGE = Path.of("docs", "accuracy", "generated-steps.md");
    private static final Path TABLES = Path.of("src", "test", "resources", "plan");

    private static List<StepPrediction> predict(Path file) {
        return MeasuredRows.read(file).stream()
                .map(row -> StepPrediction.of(row, Optional.empty()))
                .toList();
    }

    private static String percent(double share, String sign) {
        return String.format(Locale.ROOT, "%" + sign + ".1f %%", 100 * share);
    }

    private static String correlation(double value) {
        return Double.isNaN(value) ? "" : String.format(Locale.ROOT, "%.3f", value);
    }

    @ParameterizedTest
    @ValueSource(strings = {"other_published_steps.csv", "blind_published_steps.csv", "second_blind_steps.csv"})
    void rowsOfOtherPublications(String file) throws IOException {
        List<Accuracy> all = Accuracy.of(predict(TABLES.resolve(file)));
        assertThat(all).allMatch(group -> group.missing() == 0);
        List<String> table = new ArrayList<>();
        for (Accuracy group : all.subList(0, all.size() - 1)) {
            table.add(String.join(
                    " | ",
                    "| " + group.group(),
                    Integer.toString(group.rows()),
                    percent(group.bias(), "+"),
                    percent(group.mape(), ""),
                    correlation(group.spearman()) + " |"));
        }
        // The last column is the error when these rows were first predicted, which stays.
        assertThat(Files.readAllLines(PAGE).stream().map(line -> line.replaceFirst("\\| [^|]* \\|$", "|")))
                .containsSubsequence(table);
    }

    @Test
    void rowsOfFineTuning() throws IOException {
        says("NeMo 24.07, fine-tuning", predict(TABLES.resolve("fine_tuning_steps.csv")), row -> true);
        says("NeMo 25.02, fine-tuning", predict(TABLES.resolve("second_fine_tuning_steps.csv")), row -> true);
    }

    @Test
    void openTablesOfTheSharedInputs() throws IOException {
        Path measured = Shared.dir("golden", "measured");
        List<StepPrediction> published = predict(measured.resolve("published_steps.csv"));
        List<StepPrediction> bridge = predict(measured.resolve("nvidia_megatron_bridge.csv"));
        says("GPT 3.6B and 18.4B on 64", predict(measured.resolve("vtrain_multi_node.csv")), row -> true);
        says("GPT 22B, 175B, 530B", published, row -> row.group().equals("kor"));
        says("GPT 175B, Llama 70B", published, row -> row.group().equals("nemo"));
        says("Llama 3 405B on 8,192", published, row -> row.group().equals("llama3"));
        says("Llama 3 8B and 70B", bridge, row -> row.group().contains("dense"));
        says(
                "DeepSeek-V3, Qwen3",
                bridge,
                row -> !row.group().contains("dense") && !row.name().contains("Nemotron"));
        says("Nemotron 3 Nano", bridge, row -> row.name().contains("Nemotron"));
    }

    /** The line that begins with the label states the number of these rows, their mean error and MAPE. */
    private static void says(String label, List<StepPrediction> all, Predicate<MeasuredRow> meant) throws IOException {
        List<StepPrediction> rows = all.stream()
                .filter(one -> meant.test(one.row()) && one.predicted().isPresent())
                .toList();
        List<Accuracy> groups = Accuracy.of(rows);
        Accuracy whole = groups.get(groups.size() - 1);
        String line = Files.readAllLines(PAGE).stream()
                .filter(one -> one.startsWith("| " + label))
                .findFirst()
                .orElseThrow();
        assertThat(line)
                .contains("| " + whole.rows() + " | " + percent(whole.bias(), "+") + " | " + percent(whole.mape(), ""));
    }
}
