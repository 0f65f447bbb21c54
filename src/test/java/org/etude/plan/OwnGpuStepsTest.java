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
import org.etude.spec.LlmOption;
import org.etude.spec.LlmSettings;
import org.etude.workload.llm.LlmTraining;
import org.junit.jupiter.api.Test;

/** Steps of a decoder in PyTorch on one GPU, measured by ourselves, and what docs/accuracy/generated-steps.md says of their predictions. */
class OwnGpuStepsTest {
    private static final Path STEPS = Path.of("src/test/resources/plan/own_gpu_steps.csv");
    private static final Path PAGE = Path.of("docs/accuracy/generated-steps.md");
    /** Where the host takes more of the step than this, it sets the pace. */
    private static final double HOST_BOUND = 0.9;

    /** In the column of the model: a step that was measured after its prediction had been written down, to check the host's pace. */
    private static final String BLIND = "blind";

    /** A measured step: GPU, model, whether it was compiled, whether the host set the pace, predicted over measured time. */
    private record Row(String gpu, String model, boolean compiled, boolean hostBound, double ratio) {
        boolean isBlind() {
            return model.equals(BLIND);
        }

        static Row of(String line) {
            String[] cells = line.split(",");
            LlmSettings step = new LlmSettings("GPT")
                    .set(LlmOption.FRAME, "torchtitan")
                    .set(LlmOption.GPU_TYPE, cells[0])
                    .set(LlmOption.FLASH, true)
                    .set(LlmOption.SWIGLU, true)
                    .set(LlmOption.UNTIED, true)
                    .set(LlmOption.LAYERS, Integer.parseInt(cells[2]))
                    .set(LlmOption.HIDDEN, Integer.parseInt(cells[3]))
                    .set(LlmOption.FFN_HIDDEN, Integer.parseInt(cells[4]))
                    .set(LlmOption.HEADS, Integer.parseInt(cells[5]))
                    .set(LlmOption.QUERY_GROUPS, Integer.parseInt(cells[6]))
                    .set(LlmOption.VOCABULARY, Integer.parseInt(cells[7]))
                    .set(LlmOption.MICRO_BATCH, Integer.parseInt(cells[8]))
                    .set(LlmOption.GLOBAL_BATCH, Integer.parseInt(cells[8]))
                    .set(LlmOption.SEQUENCE, Integer.parseInt(cells[9]))
                    .set(LlmOption.RECOMPUTE_GRANULARITY, cells[10])
                    .set(LlmOption.COMPILE, cells[11].equals("yes"));
            double predicted = 1e3
                    * StepEstimate.of(LlmTraining.of(step), Optional.empty()).seconds();
            double measured = Double.parseDouble(cells[12]);
            boolean host = Double.parseDouble(cells[13]) > HOST_BOUND * measured;
            return new Row(cells[0], cells[1], cells[11].equals("yes"), host, predicted / measured);
        }
    }

    private static String line(String label, List<Row> rows) {
        double bias =
                rows.stream().mapToDouble(row -> row.ratio() - 1).average().orElseThrow();
        double mape = rows.stream()
                .mapToDouble(row -> Math.abs(row.ratio() - 1))
                .average()
                .orElseThrow();
        double least = rows.stream().mapToDouble(Row::ratio).min().orElseThrow();
        double most = rows.stream().mapToDouble(Row::ratio).max().orElseThrow();
        return String.format(
                Locale.ROOT,
                "| %s | %d | %+.1f %% | %.1f %% | %.2f to %.2f |",
                label,
                rows.size(),
                100 * bias,
                100 * mape,
                least,
                most);
    }

    @Test
    void thePageSaysHowFarTheyAreOff() throws IOException {
        List<String> lines = Files.readAllLines(STEPS);
        List<Row> rows = lines.subList(1, lines.size()).stream().map(Row::of).toList();
        List<String> expected = new ArrayList<>();
        for (String gpu : List.of("H200", "H100")) {
            for (boolean compiled : new boolean[] {false, true}) {
                List<Row> own = rows.stream()
                        .filter(row -> row.gpu().equals(gpu) && row.compiled() == compiled && !row.hostBound())
                        .toList();
                if (!own.isEmpty()) {
                    expected.add(line(gpu + (compiled ? ", compiled" : ", eager"), own));
                }
            }
        }
        for (String gpu : List.of("H200", "H100")) {
            expected.add(line(
                    gpu + ", where the host sets the pace",
                    rows.stream()
                            .filter(row -> row.gpu().equals(gpu) && row.hostBound() && !row.isBlind())
                            .toList()));
        }
        expected.add(line(
                "H100, where the host sets the pace, predicted before",
                rows.stream().filter(Row::isBlind).toList()));
        assertThat(Files.readAllLines(PAGE)).containsAll(expected);
    }
}
