// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.etude.Shared;
import org.junit.jupiter.api.Test;

/** What NeuSight's measured steps of one H100 say of four, without a model: see docs/accuracy/more-ranks.md. */
class NeuSightTest {
    private static final String H100 = "NVIDIA_H100_80GB_HBM3";

    private static Map<String, Double> steps() throws IOException {
        Path file = Shared.dir("golden", "hardware", "neusight", "e2e_labels_ms.csv");
        Map<String, Double> steps = new HashMap<>();
        for (String line : Files.readAllLines(file)) {
            String[] cells = line.split(",");
            if (cells[0].equals(H100)) {
                steps.put(cells[1], Double.parseDouble(cells[3]));
            }
        }
        return steps;
    }

    private static double error(double predicted, double measured) {
        return Math.round(1000 * (predicted / measured - 1)) / 10.0;
    }

    @Test
    void copiesTakeWhatOneTakes() throws IOException {
        Map<String, Double> ms = steps();
        assertThat(List.of(
                        error(ms.get("gpt2_large-train-1024-1"), ms.get("gpt2_large-train-1024-4-dp4")),
                        error(ms.get("gpt2_large-train-1024-4"), ms.get("gpt2_large-train-1024-16-dp4"))))
                .containsExactly(-5.6, -0.5);
    }

    /** One micro batch goes through four stages of a quarter of the layers each, there and back. */
    @Test
    void aMicroBatchThroughAllStagesTakesWhatOneTakes() throws IOException {
        Map<String, Double> ms = steps();
        assertThat(error(ms.get("gpt2_large-train-1024-4"), ms.get("gpt2_large-train-1024-4-pp4_1")))
                .isEqualTo(0.2);
    }

    @Test
    void splittingAloneMissesTensorParallelism() throws IOException {
        Map<String, Double> ms = steps();
        assertThat(error(ms.get("gpt2_large-train-1024-4") / 4, ms.get("gpt2_large-train-1024-4-tp4")))
                .isEqualTo(-24.4);
    }
}
