// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.etude.notebook.ipynb.Cell;
import org.etude.notebook.ipynb.Notebook;
import org.etude.notebook.ipynb.NotebookException;
import org.junit.jupiter.api.Test;

class NotebookParametersTest {
    private static final String CELL = """
            // what to look at
            String recording = "cnn-2-hip";
            int ranks = 2, steps = 1;
            var latency = us(14);
            var label = "a" + 1;
            final double[] rates = {1, 2};
            """;

    private final Notebook notebook = Notebook.of(
            Cell.markdown("m", "x"), Cell.code("p", CELL).withTags(List.of("parameters")), Cell.code("c", "run()"));

    @Test
    void theVariablesOfTheTaggedCellAreFoundWithTheirKind() {
        Map<String, Boolean> expected = new LinkedHashMap<>();
        expected.put("recording", true);
        expected.put("ranks", false);
        expected.put("steps", false);
        expected.put("latency", false);
        expected.put("label", true);
        expected.put("rates", false);
        assertThat(NotebookParameters.declared(CELL)).containsExactlyEntriesOf(expected);
        assertThat(NotebookParameters.declared("System.out.println();")).isEmpty();
    }

    @Test
    void valuesGoIntoACellBehindTheTaggedOne() {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("ranks", "256");
        values.put("latency", "ns(650)");
        values.put("recording", "C:\\my \"traces\"");
        values.put("label", "\"quoted\"");
        List<Cell> cells = NotebookParameters.set(notebook, values, "x").cells();
        assertThat(cells).hasSize(4);
        assertThat(cells.get(2).source())
                .isEqualTo(
                        "ranks = 256;\nlatency = ns(650);\nrecording = \"C:\\\\my \\\"traces\\\"\";\nlabel = \"quoted\";");
        assertThat(cells.get(2).tags()).containsExactly("injected-parameters");
        assertThat(cells.get(2).id()).isEqualTo("injected-parameters");
    }

    @Test
    void settingAgainReplacesTheCell() {
        Notebook once = NotebookParameters.set(notebook, Map.of("ranks", "4"), "x");
        Notebook twice = NotebookParameters.set(once, Map.of("ranks", "8"), "x");
        assertThat(twice.cells()).hasSize(4);
        assertThat(twice.cells().get(2).source()).isEqualTo("ranks = 8;");
        assertThat(NotebookParameters.set(once, Map.of(), "x")).isSameAs(once);
    }

    @Test
    void unknownNamesAndNotebooksWithoutParametersAreSaid() {
        assertThatThrownBy(() -> NotebookParameters.set(notebook, Map.of("rank", "4"), "x.ipynb"))
                .isInstanceOf(NotebookException.class)
                .hasMessageStartingWith("x.ipynb: -p rank: the cell tagged \"parameters\" declares "
                        + "recording, ranks, steps, latency, label, rates");
        assertThatThrownBy(() ->
                        NotebookParameters.set(Notebook.of(Cell.code("1", "int a = 1;")), Map.of("a", "4"), "x.ipynb"))
                .isInstanceOf(NotebookException.class)
                .hasMessageStartingWith("x.ipynb: no cell has the tag \"parameters\"");
    }
}
