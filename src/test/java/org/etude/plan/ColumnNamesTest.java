// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ColumnNamesTest {
    private static final RowLayout VTRAIN = new VtrainRows();

    @ParameterizedTest
    @CsvSource({
        "# GPUs, gpus",
        "Step (ms), step_ms",
        "step_ms, step_ms",
        "--a--b--, a_b",
        "'', ''",
        "###, ''",
        "Größe, gr_e",
        "T5, t5"
    })
    void capitalsBlanksAndSignsDoNotCount(String name, String key) {
        assertThat(ColumnNames.key(name)).isEqualTo(key);
    }

    @Test
    void aColumnOfTheLayoutIsFoundUnderEachOfItsSpellings() {
        assertThat(ColumnNames.of(List.of("# GPUs", "Hidden Size", "own"), VTRAIN))
                .isEqualTo(
                        Map.of("gpus", "# GPUs", "hidden", "Hidden Size", "hidden_size", "Hidden Size", "own", "own"));
    }

    /** Whatever the order of the layout's map, which differs from one JVM to the next. */
    @Test
    void ofTwoSpellingsTheFirstOfTheTableCounts() {
        List<String> names = List.of("parameters", "params", "params_b", "model_size", "model_size_b");
        for (String first : names) {
            for (String second : names) {
                assertThat(ColumnNames.of(List.of("gpus", first, second), VTRAIN))
                        .as("%s before %s", first, second)
                        .containsEntry("parameters_b", first);
            }
        }
    }

    @Test
    void theLayoutsOwnNameCountsBeforeOtherSpellings() {
        assertThat(ColumnNames.of(List.of("num_layers", "layers"), VTRAIN)).containsEntry("layers", "layers");
        assertThat(ColumnNames.of(List.of("params", "Parameters B"), VTRAIN))
                .containsEntry("parameters_b", "Parameters B");
    }

    @Test
    void missingAndDoubledColumns() {
        List<String> header = List.of("GPUs", "global_batch", "micro_batch", "hidden_size", "heads", "layers", "pp");
        assertThat(ColumnNames.missing(header, VTRAIN)).containsExactly("sequence", "tp", "step_ms");
        assertThat(ColumnNames.duplicates(List.of("GPUs", "tp", "# gpus", "", "#", "TP")))
                .containsOnly("# gpus", "TP");
        assertThat(ColumnNames.duplicates(List.of())).isEmpty();
    }
}
