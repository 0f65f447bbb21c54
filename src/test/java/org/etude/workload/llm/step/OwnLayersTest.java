// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.etude.spec.LlmOption;
import org.etude.spec.LlmSettings;
import org.etude.workload.llm.LlmTraining;
import org.etude.workload.llm.step.StepKernel.Kind;
import org.junit.jupiter.api.Test;

/**
 * Forward and backward passes of layers as one tensor-parallel rank computes them, without exchanges and optimizer, on an H100 at its
 * power limit; measured by ourselves. What docs/accuracy/generated-steps.md says of them is what the model computes.
 */
class OwnLayersTest {
    private static final Path LAYERS = Path.of("src/test/resources/plan/own_h100_layers.csv");
    private static final Path PAGE = Path.of("docs/accuracy/generated-steps.md");

    private static LlmTraining training(String[] cells) {
        int tp = Integer.parseInt(cells[1]);
        return LlmTraining.of(new LlmSettings("GPT")
                .set(LlmOption.GPU_TYPE, "H100")
                .set(LlmOption.WORLD_SIZE, tp)
                .set(LlmOption.TENSOR_PARALLEL, tp)
                .set(LlmOption.FLASH, true)
                .set(LlmOption.HIDDEN, Integer.parseInt(cells[3]))
                .set(LlmOption.FFN_HIDDEN, Integer.parseInt(cells[4]))
                .set(LlmOption.HEADS, Integer.parseInt(cells[5]))
                .set(LlmOption.QUERY_GROUPS, Integer.parseInt(cells[6]))
                .set(LlmOption.SWIGLU, cells[7].equals("yes"))
                .set(LlmOption.BIAS, cells[7].equals("no"))
                .set(LlmOption.MICRO_BATCH, Integer.parseInt(cells[8]))
                .set(LlmOption.GLOBAL_BATCH, Integer.parseInt(cells[8]))
                .set(LlmOption.SEQUENCE, Integer.parseInt(cells[9]))
                .set(LlmOption.ATTENTION_KERNEL, cells[10]));
    }

    private static double millis(List<StepKernel> kernels, List<Kind> kinds, int layers) {
        return layers
                * kernels.stream()
                        .filter(kernel -> kinds.contains(kernel.form().kind()))
                        .mapToDouble(StepKernel::nanos)
                        .sum()
                / 1e6;
    }

    private static String line(String text) {
        String[] cells = text.split(",");
        LlmTraining training = training(cells);
        StepKernelTimes times = new StepKernelTimes(training, Optional.empty());
        List<StepKernel> kernels = times.of(new LayerPieces(training, -1).layer(0)).stream()
                .filter(LayerPiece.Work.class::isInstance)
                .map(LayerPiece.Work.class::cast)
                .flatMap(work -> Stream.of(work.forward(), work.backward(), work.weights()))
                .flatMap(List::stream)
                .toList();
        int layers = Integer.parseInt(cells[2]);
        double products = millis(kernels, List.of(Kind.PRODUCT, Kind.WEIGHT_PRODUCT), layers);
        double attention = millis(kernels, List.of(Kind.FUSED, Kind.FUSED_BACKWARD), layers);
        double other = millis(kernels, List.of(Kind.ELEMENTS), layers);
        double measured = Double.parseDouble(cells[12]);
        return String.format(
                Locale.ROOT,
                "| %s, tp %s | %s, %s | %.1f | %.1f, %.1f, %.1f | %.1f, %.1f, %.1f | %.2f |",
                cells[0],
                cells[1],
                cells[10],
                cells[11].equals("yes") ? "compiled" : "eager",
                measured,
                Double.parseDouble(cells[13]),
                Double.parseDouble(cells[14]),
                Double.parseDouble(cells[15]),
                products,
                attention,
                other,
                (products + attention + other) / measured);
    }

    @Test
    void thePageSaysWhatTheModelMakesOfThem() throws IOException {
        List<String> lines = Files.readAllLines(LAYERS);
        List<String> expected =
                lines.subList(1, lines.size()).stream().map(OwnLayersTest::line).toList();
        assertThat(Files.readAllLines(PAGE)).containsAll(expected);
    }
}
