// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.etude.notebook.ipynb.Cell;
import org.etude.notebook.ipynb.Notebook;
import org.etude.notebook.ipynb.NotebookFile;
import org.etude.notebook.ipynb.Output;

/**
 * Finds stored outputs that differ from what the cells show now. Cells tagged {@code varies} may differ in numbers:
 * times, sizes, rates. A notebook stored without any outputs has no stale ones.
 */
public final class StaleOutputs {
    /** The tag of cells whose numbers differ from run to run. */
    public static final String VARIES = "varies";

    private StaleOutputs() {}

    /**
     * A cell whose stored outputs differ.
     *
     * @param number its position in the notebook, from 1
     * @param stored outputs in the file
     * @param shown current outputs
     */
    public record Stale(int number, String stored, String shown) {}

    /** The cells that differ, in order. */
    public static List<Stale> of(Notebook stored, Notebook ran) {
        List<Stale> stale = new ArrayList<>();
        if (stored.cells().stream().allMatch(cell -> cell.outputs().isEmpty())) {
            return stale;
        }
        for (int i = 0; i < stored.cells().size(); i++) {
            String before = text(stored.cells().get(i));
            String after = text(ran.cells().get(i));
            if (!before.equals(after)) {
                stale.add(new Stale(i + 1, before, after));
            }
        }
        return stale;
    }

    private static String text(Cell cell) {
        StringBuilder text = new StringBuilder();
        for (Output output : cell.outputs()) {
            Map<String, Object> fields = new TreeMap<>(output.fields());
            fields.remove("execution_count"); // depends on how often the cell was run, not on its code
            fields.remove("metadata");
            text.append(NotebookFile.json(fields)).append('\n');
        }
        return cell.tagged(VARIES) ? text.toString().replaceAll("\\d[\\d.,]*(?:[eE][+-]?\\d+)?", "#") : text.toString();
    }
}
