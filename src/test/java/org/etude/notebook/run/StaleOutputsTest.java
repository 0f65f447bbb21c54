// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.etude.notebook.ipynb.Cell;
import org.etude.notebook.ipynb.Notebook;
import org.etude.notebook.ipynb.Output;
import org.junit.jupiter.api.Test;

class StaleOutputsTest {
    @Test
    void onlyWhatIsShownCounts() {
        assertThat(StaleOutputs.of(Notebook.of(result(3, "42").withTags(List.of("any"))), Notebook.of(result(1, "42"))))
                .isEmpty();
        assertThat(StaleOutputs.of(Notebook.of(result(1, "41")), Notebook.of(result(1, "42"))))
                .singleElement()
                .satisfies(stale -> {
                    assertThat(stale.number()).isEqualTo(1);
                    assertThat(stale.stored()).contains("\"text/plain\": \"41\"");
                    assertThat(stale.shown()).contains("\"text/plain\": \"42\"");
                });
        assertThat(StaleOutputs.of(
                        Notebook.of(result(1, "41"), Cell.code("2", "x")),
                        Notebook.of(result(1, "41"), result(2, "1"))))
                .hasSize(1);
    }

    @Test
    void taggedCellsMayDifferInNumbers() {
        assertThat(StaleOutputs.of(varying("took 1.50 s, 2e-3 each"), varying("took 12 s, 1,000.5 each")))
                .isEmpty();
        assertThat(StaleOutputs.of(varying("took 1.50 s"), varying("took 1.50 h")))
                .hasSize(1);
    }

    @Test
    void aNotebookStoredWithoutOutputsIsNeverStale() {
        assertThat(StaleOutputs.of(Notebook.of(Cell.code("1", "x")), Notebook.of(result(1, "42"))))
                .isEmpty();
    }

    private static Notebook varying(String text) {
        return Notebook.of(
                Cell.code("1", "x").withTags(List.of("varies")).ran(1, List.of(Output.stream("stdout", text))));
    }

    private static Cell result(int count, String text) {
        return Cell.code("1", "x").ran(count, List.of(Output.result(count, Map.of("text/plain", text), Map.of())));
    }
}
